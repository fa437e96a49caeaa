#!/bin/sh
# paper.sh FTC: the files and the JSON of ftc report --paper. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
"$ftc" report --paper hypertree -o out >text 2>said
report 'the paper is found by its name, and files are written'
for figure in 2 3 5 6; do
	rsvg-convert out/figure-$figure.svg -o picture.png 2>said && [ -s picture.png ]
	report "figure $figure is a picture"
done
# Column 6 of Figure 5 is Hypertree I, 4 ports, and n = 6 has 64 leaves: 25344 links.
[ "$(sed -n 7p out/figure-5.csv | cut -d, -f6)" = "$(awk 'BEGIN { printf "%.6f", 4 * 25344 / 64 / 64 }')" ]
report 'figure 5 draws what is counted' out/figure-5.csv
[ "$(sed -n 12p out/figure-6.csv | cut -d, -f6)" = "$((4 * 65536))" ]
report 'figure 6 draws what is counted' out/figure-6.csv
# Circles: one for each level of Hypertree I, two for II, of which the first has one.
[ "$(grep -c '<circle' out/figure-2.svg)" = 16 ] && [ "$(grep -c '<circle' out/figure-3.svg)" = 31 ]
report 'the links of figures 2 and 3 are circled'
"$ftc" report --paper --json >json 2>said
python3 - json <<'PYTHON' >said
import json, sys
paper = json.load(open(sys.argv[1]))
assert paper["paper"] == "hypertree"
for row in paper["table_1"]:
    assert [row[key] for key in ("above_1", "whole_1", "above_2", "whole_2")] == row["print"], row
for row in paper["figure_2"]:
    assert row["links"] == [row["print"]], row
    assert row["distances"][row["print"] - 1] == max(row["distances"]), row
compared = 0
for network in paper["networks"]:
    for size in network["sizes"]:
        if "sum_of_leaves_in_print" in size:
            assert size["sum_of_leaves"] == size["sum_of_leaves_in_print"], (network["name"], size)
            compared += 1
# Five networks; half rings from n = 3, full rings and Hypertree I from n = 2.
assert compared == 11 + 9 + 10 + 11 + 10, compared
PYTHON
report 'the JSON has the counts and the print'
finish
