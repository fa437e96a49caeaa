# common.sh: read by the scripts of this folder with `.`, before they go elsewhere.

failed=0

# need_tools NAME ...: ends with 77 (skipped) where one is not installed, neither in PATH nor where .ci/install-tools puts them
need_tools() {
	for tool in "$@"; do
		PATH=$PATH:${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin command -v "$tool" >/dev/null \
			|| { echo "$tool is not installed"; exit 77; }
	done
}
# is WHAT COMMAND ...: what must be so, and the command that is true when it is
is() {
	what=$1
	shift
	"$@" || { echo "not so: $what"; failed=1; }
}
# holds EXPRESSION: of numbers, as awk has them
holds() {
	awk "BEGIN { exit !($1) }"
}
# values KEY [FILE]: all of that key in a report (JSON, a value a line); the file is `said` unless given
values() {
	sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "${2:-said}"
}
# value KEY [FILE]: the first, which is that of the whole
value() {
	values "$@" | head -n 1
}
