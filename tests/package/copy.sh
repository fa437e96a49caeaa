# copy.sh: sourced. Copies the sources, without hidden folders and builds, which have names of their own.
#
#   copy_source SOURCE FOLDER
copy_source() {
	mkdir -p "$2"
	for entry in "$1"/*; do
		[ -d "$entry/meson-private" ] || cp -R "$entry" "$2/"
	done
}
