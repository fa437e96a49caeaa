#!/bin/sh
# drawings.sh FTC EXAMPLES: --drawings: which files there are, that the others do not change, and what is refused. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# every SUFFIX...: each drawing is there with these, and none with others
every() {
	find made -name '*.svg' | sort | while read -r svg; do
		for suffix in "$@"; do
			[ -s "${svg%svg}$suffix" ] || echo "$svg has no $suffix"
		done
	done >said
	[ "$(find made -name '*.pdf' -o -name '*.tex' | wc -l)" -eq $(($(find made -name '*.svg' | wc -l) * $#)) ] && [ ! -s said ]
}

for name in tree16 xgft6 lanes16 hypertree15 batched16 offline16 sorter8; do
	rm -rf made plain
	"$ftc" generate "$examples/$name.yaml" -o made --drawings pdf,tikz >out.txt 2>said && every pdf tex &&
		"$ftc" generate "$examples/$name.yaml" -o plain >out.txt 2>said && find made -name '*.pdf' -o -name '*.tex' | xargs rm && diff -r -x .ftc-output made plain >said
	report "$name"
done
rm -rf made
"$ftc" route "$examples/xgft6.yaml" 0 5 -o made --drawings tikz >out.txt 2>said && every tex
report 'one format'
rm -rf made
"$ftc" generate "$examples/tree16.yaml" -o made --drawings pdf >out.txt 2>said
[ "$(head -c 8 made/fat_tree.pdf)" = %PDF-1.4 ] && [ "$(tail -n 1 made/fat_tree.pdf)" = '%%EOF' ]
report 'a PDF from its first line to its last'
[ "$(grep -c '^BT ' made/fat_tree.pdf)" -eq "$(grep -c '<text ' made/fat_tree.svg)" ]
report 'with all its texts'

for ending in svg pdf tex; do
	"$ftc" schedule "$examples/tree16.yaml" --from stencil --picture loads.$ending >out.txt 2>said
	report "a schedule's pictures as $ending"
done
[ "$(grep -c '^BT ' loads-cycles.pdf)" -eq "$(grep -c '<text ' loads-cycles.svg)" ] && grep -q '^BT ' loads.pdf &&
	[ "$(grep -c '\\end{tikzpicture}' loads.tex loads-cycles.tex | grep -c ':1$')" = 2 ]
report "they are in these formats"

# refused NAME MESSAGE OPTIONS...
refused() {
	name=$1
	message=$2
	shift 2
	"$ftc" generate "$examples/tree16.yaml" "$@" >out.txt 2>said
	[ $? -eq 2 ] && grep -q -- "$message" said && [ ! -e new ]
	report "$name"
}
refused 'a format that is not there' "--drawings is 'png'.*expected pdf or tikz" -o new --drawings png
refused 'one of two' 'png' -o new --drawings pdf,png
refused 'none' '--drawings' -o new --drawings ''
refused 'no place' '--drawings is given without -o' --drawings pdf
"$ftc" simulate "$examples/tree8.yaml" -o new --drawings pdf >out.txt 2>said
[ $? -eq 2 ] && grep -q 'try: --sweep -o sweep --drawings pdf, or --heat-map heat-map.pdf' said && [ ! -e new ]
report 'a run that draws nothing'
"$ftc" verify "$examples/tree8.yaml" -o new --drawings pdf >out.txt 2>said
[ $? -eq 2 ] && grep -q 'unknown option --drawings' said && [ ! -e new ]
report 'a command that draws nothing'
finish
