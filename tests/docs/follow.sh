# Sourced by tests that follow a page word for word in a copy of the source. They set $source and $page first. Blocks of
# the page:
#
#   **PATH**, then ```LANGUAGE   a new file
#   ```diff                      an edit of an existing file
#   ```sh                        commands, run in the copy one block after the other
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
copy=$scratch/copy
# Most of it has been compiled before, in another folder (./check).
export CCACHE_NOHASHDIR=1

fail() { echo "$*" >&2; exit 1; }

# Without hidden folders and builds, which have names of their own.
copy_source() {
	mkdir "$copy"
	(cd "$source" && for entry in *; do
		[ -d "$entry/meson-private" ] || cp -R "$entry" "$copy/"
	done)
	cp -R "$copy" "$scratch/before"
}

# New files below $scratch/new, edits in $scratch/edits, commands in $scratch/commands.
split_page() {
	mkdir "$scratch/new"
	: >"$scratch/edits"
	awk -v scratch="$scratch" '
		/^```/ && inside { inside = 0; close(file); next }
		/^```diff/ { inside = 1; file = scratch "/edits"; next }
		/^```sh/ { inside = 1; file = scratch "/commands"; next }
		/^```/ {
			if (path == "") { print "line " NR ": a block without a path"; exit 1 }
			inside = 1
			file = scratch "/new/" path
			folder = file
			sub(/[^\/]*$/, "", folder)
			system("mkdir -p " folder)
			path = ""
			next
		}
		inside { print >>file; next }
		/^\*\*[a-z].*\*\*$/ { path = substr($0, 3, length($0) - 4) }
		END { if (inside) { print "the last block does not end"; exit 1 } }' "$page" || fail "$page: see above"
}

# Makes the files of the page, then its edits, then runs its commands; what they say is in $scratch/said.
follow_page() {
	(cd "$scratch/new" && find . -type f) | while read -r file; do
		[ ! -e "$copy/$file" ] || fail "the page makes $file, which exists"
	done
	cp -R "$scratch/new/." "$copy/"
	(cd "$copy" && git apply --unidiff-zero "$scratch/edits") || fail "the edits of $page do not fit"
	(cd "$copy" && sh -e "$scratch/commands") >"$scratch/said" 2>&1 ||
		{ tail -n 40 "$scratch/said" >&2; fail "the commands of $page fail"; }
}

# Lists in $scratch/touched the existing files that differ now.
list_touched() {
	(cd "$scratch/before" && find . -type f) | while read -r file; do
		cmp -s "$scratch/before/$file" "$copy/$file" || echo "$file"
	done >"$scratch/touched"
}
