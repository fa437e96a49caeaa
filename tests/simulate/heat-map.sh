#!/bin/sh
# heat-map.sh FTC EXAMPLES: --heat-map: each link's colour is that of its use as --channels has it; other formats; what is refused. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# The colours of links in a drawing that names them, as "FROM to TO COLOUR", against those that their use in channels.csv gives.
check() {
	awk -F'[, ]' '
	function part(x, y, f) { return int(x + (y - x) * f + 0.5) }
	function colour(use,  k, f) {
		k = use < 0.5 ? 0 : 1
		f = 2 * (use < 1 ? use : 1) - k
		return sprintf("#%02x%02x%02x", part(k ? 59 : 225, k ? 20 : 59, f), part(k ? 130 : 232, k ? 40 : 130, f), part(k ? 196 : 240, k ? 90 : 196, f))
	}
	FILENAME == "channels.csv" && /^[0-9]/ { words[$2 " to " $3] += $5; wires[$2 " to " $3] = $4 }
	FILENAME == "slots" { slots = $1 }
	FILENAME == "drawn" {
		name = $1 " to " $3
		all += 1
		if (colour(words[name] / ((wires[name] ? wires[name] : 1) * slots)) == $4) same += 1
		else print name, $4, words[name], wires[name]
	}
	END { print all + 0, same + 0; exit !(all > 0 && all == same) }' channels.csv slots drawn
}

"$ftc" simulate "$examples/tree16.yaml" --frames 300 --pattern tornado --heat-map heat.svg --channels channels.csv >out.txt 2>said
sed -n 's/.*use of links in \([0-9]*\) slots.*/\1/p' heat.svg >slots
sed -n '/data-link/{N;s/.*data-link="\([^"]*\)">\n.*stroke="\(#[0-9a-f]*\)".*/\1 \2/p}' heat.svg >drawn
check >said
report 'links have the colour of their use'
awk '{ print $4 }' drawn | sort -u | wc -l >said
[ "$(cat said)" -gt 4 ]
report 'and not all the same'
sed -i '1s/#....../#123456/' drawn
! check >said
report 'a link of another colour is noticed'
"$ftc" simulate "$examples/cm5.yaml" --frames 100 --heat-map heat.svg >out.txt 2>said && [ "$(grep -c 'stroke-width="2.2" stroke="#' heat.svg)" -gt 50 ]
report 'links without a name in the drawing have lines'
"$ftc" simulate "$examples/tree16.yaml" --frames 50 --heat-map heat.pdf >out.txt 2>said && head -c 5 heat.pdf | grep -q '%PDF-' &&
	"$ftc" simulate "$examples/tree16.yaml" --frames 50 --heat-map heat.tex >out.txt 2>said && grep -q tikzpicture heat.tex
report 'as PDF and for LaTeX'

"$ftc" simulate "$examples/hypertree15.yaml" --set 'faults=[link:2:3]' --frames 50 --heat-map heat.svg >out.txt 2>said && grep -q 'class="dead"' heat.svg
report 'a dead link looks dead'
"$ftc" simulate "$examples/tree16.yaml" --outstanding 2 --frames 50 --heat-map heat.svg >out.txt 2>said &&
	grep -q '2 requests of a leaf outstanding' heat.svg && ! grep -q ', load' heat.svg
report 'the legend names the traffic'
"$ftc" simulate "$examples/tree16.yaml" --frames 50 --heat-map heat.png >out.txt 2>said
[ $? -eq 2 ] && grep -q 'ends with .svg, .pdf or .tex' said && [ ! -e heat.png ]
report 'no other picture'

# refused NAME MESSAGE OPTIONS...
refused() {
	name=$1
	message=$2
	shift 2
	"$ftc" simulate "$@" --heat-map new.svg >out.txt 2>said
	[ $? -eq 2 ] && grep -q -- "$message" said && [ ! -e new.svg ] && [ ! -s out.txt ]
	report "$name"
}
refused 'a sweep' 'do not go together' "$examples/tree16.yaml" --sweep
refused 'a drawing without all leaves' 'does not show every leaf' "$examples/tree16.yaml" --set leaves=256
refused 'a sorter' 'no meaning for a sorter' "$examples/sorter8.yaml"
refused 'one file for two' 'are the same file' "$examples/tree16.yaml" --channels new.svg
finish
