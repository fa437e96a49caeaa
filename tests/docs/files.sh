#!/bin/sh
# The guide's table of files names everything at the top of what `ftc generate` writes, and nothing else.
#
#   files.sh FTC SOURCE-DIRECTORY
set -eu
ftc=$(readlink -f "$1")
root=$(readlink -f "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
	echo "$*" >&2
	exit 1
}

# The table's rows under "Generate", down to the first heading within: `rtl/*.v` stands for rtl.
awk '/^#/ { inside = $0 == "## Generate" } inside' "$root/docs/tutorial/guide.md" | sed -n 's/^| `\([^`]*\)` |.*/\1/p' >rows
[ -s rows ] || fail "docs/tutorial/guide.md has no table of files"
sed 's,/.*,,' rows | sort >told

"$ftc" generate "$root/examples/tree16.yaml" --board ulx3s-85f -o out >said
ls -A out | sort >written
diff written told || fail "docs/tutorial/guide.md and ftc generate have different files"
while read -r row; do
	# shellcheck disable=SC2086 # a * in it is meant
	set -- out/$row
	[ -e "$1" ] || fail "docs/tutorial/guide.md names $row, which ftc generate does not write"
done <rows

# The parameters in a report are a file again, as docs/reference/parameters.md says. Schedules lie beside their examples.
cp -R "$root/examples" examples
for example in tree16 cm5 lanes16 offline16 hypertree15 sorter8 device-hx8k; do
	"$ftc" report examples/$example.yaml >report
	sed -n '/^Parameters$/,/^$/{/^Parameters$/d;p;}' report >examples/again.yaml
	"$ftc" report examples/again.yaml | cmp - report || fail "the parameters in the report on $example are not those of a file"
done
