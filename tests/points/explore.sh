#!/bin/sh
# explore.sh FTC SOURCE_ROOT: the points of `ftc explore` are what `ftc report` says of the same files; the front is the front;
# the order is the order; the files of -o are whole. TAP.
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'

"$ftc" explore --leaves 16 --payload 32 --json >points.json 2>error.txt
report "16 leaves, without -o"

if command -v gnuplot >/dev/null; then
	"$ftc" explore --leaves 16 --payload 32 -o out >table.txt 2>error.txt
	report "16 leaves, with -o"
	unmade out/points.json >unmade.json
	unmade points.json | cmp -s - unmade.json
	report "--json prints points.json"
	[ -s out/points.svg ] && [ -s out/points.png ] && grep -q xgft-4x4-1x4-auto out/points.svg
	report "the picture names the front"
else
	for name in "16 leaves, with -o" "--json prints points.json" "the picture names the front"; do
		skip "$name" "gnuplot is not there"
	done
	finish
	exit
fi

is "columns of points.csv" "$(head -n 1 out/points.csv)" "name,machine,front,yours,lut4,ff,cells,mhz,slot_clocks,accepted,\
payload_bits_per_clock,mbps,mbps_per_lut4,mbps_per_cell,latency_clocks,latency_ns,measured,failure,parameters"
# Without the last columns, which are quoted.
tail -n +2 out/points.csv | cut -d, -f1-16 >figures.csv
[ "$(wc -l <figures.csv)" -ge 40 ] && awk -F, 'NF != 16 { exit 1 }' figures.csv
report "every point has all columns"
is "a file for each point" "$(cut -d, -f1 figures.csv | sort)" "$(cd out && ls *.yaml | sed 's/\.yaml$//' | sort)"
for name in xgft-4x4-1x4-auto xgft-2x2x2x2-1x2x2x2-auto xgft-4x4-1x2-auto xgft-4x4-1x1-auto xgft-4x4-1x4-serial fat-tree-w16-e1 \
	fat-tree-w8-e1 fat-tree-w32-connections2-e1 cm-5-serial pruned-butterfly-serial hypertree-1 off-line-w8; do
	grep -q "^$name," figures.csv || echo "no $name"
done >said
[ ! -s said ]
report "full, half and quarter bisection, radix 2 and 4, lanes, serial, two connections, off-line, hypertrees"

# What ftc report says of a file: LUT4, flip-flops, slot, and words of a leaf and slot.
told() {
	"$ftc" report "$1" --json 2>>error.txt | awk '
		/^  "estimate": / && !all { all = 1 }
		all == 1 && /"lut4":/ { lut4 = $2 + 0 }
		all == 1 && /"ff":/ { ff = $2 + 0; all = 2 }
		/"(frame|slot)_clocks":/ && !slot { slot = $2 + 0 }
		/"(retry|saturated|saturation)": / { saturated = 1 }
		saturated && /"accepted":/ { accepted = $2 + 0; saturated = 0 }
		END { printf "%d %d %d %.6g\n", lut4, ff, slot, accepted }'
}
: >error.txt
while IFS=, read -r name machine front yours lut4 ff cells mhz slot accepted rest; do
	said=$(told "out/$name.yaml")
	# ftc report does not predict these.
	case $machine in off-line*) accepted=0 ;; esac
	case $said in
	"$lut4 $ff $slot $accepted") ;;
	*) echo "$name: $lut4 $ff $slot $accepted, but ftc report says $said" ;;
	esac
done <figures.csv >said
[ ! -s said ] && [ ! -s error.txt ]
report "ftc report accepts each file and says the same"

# Mbit/s and the front, counted again.
awk -F, '{ bits = $10 * 16 * 32 / $9; mbps = bits * $8
	if ((bits - $11) ^ 2 > (bits / 1e4) ^ 2 || (mbps - $12) ^ 2 > (mbps / 1e4) ^ 2 || (mbps / $5 - $13) ^ 2 > ($13 / 1e4) ^ 2 ||
		$7 != ($5 > $6 ? $5 : $6) || (mbps / $7 - $14) ^ 2 > ($14 / 1e4) ^ 2)
		print }' figures.csv >said
[ ! -s said ]
report "figures follow from each other"
# front COLUMN FILE: points marked wrongly
front() {
	awk -F, -v cost="$1" '$2 !~ /off-line/ { name[++n] = $1; marked[n] = $3; c[n] = $cost; m[n] = $12 }
		END { for (i = 1; i <= n; i++) {
			beaten = 0
			for (k = 1; k <= n; k++)
				if ((c[k] < c[i] && m[k] >= m[i]) || (c[k] <= c[i] && m[k] > m[i])) beaten = 1
			if (beaten == marked[i]) print name[i]
			some += marked[i]
		}
		if (some < 2) print "no front" }' "$2"
}
front 5 figures.csv >said
[ ! -s said ]
report "the front of LUT4 is the front"

"$ftc" explore --leaves 16 --cost cells -o cells >cells.txt 2>error.txt && tail -n +2 cells/points.csv >cells.csv && front 7 cells.csv >said &&
	[ ! -s said ]
report "the front of cells is the front"
is "networks for other traffic are not marked" "$(awk -F, '$2 ~ /off-line/ && $3 == 1' figures.csv cells.csv)" ""
sort -t, -k13,13gr figures.csv | cut -d, -f13 >sorted
cut -d, -f13 figures.csv | cmp -s - sorted
report "the most Mbit/s per LUT4 come first"
"$ftc" explore --leaves 16 --sort latency_ns --json >by.json 2>error.txt &&
	awk '/"latency_ns": null/ { none = 1 } /"latency_ns": {/ { inside = 1 }
		inside && /"value":/ { if (none || $2 + 0 < before) exit 1; before = $2 + 0; inside = 0; some++ }
		END { if (some < 10) exit 1 }' by.json
report "the shortest latency comes first, and unknown ones last"
awk 'NR > 4 && /^$/ { exit } NR > 4' table.txt >rows
is "a row for each point" "$(cut -c3- rows | cut -d' ' -f1)" "$(cut -d, -f1 figures.csv)"
is "rows with an asterisk" "$(sed -n 's/^\* \([^ ]*\) .*/\1/p' rows)" "$(awk -F, '$3 { print $1 }' figures.csv)"

# The user's own network, and keys that hold for all.
"$ftc" explore "$root/examples/tree16.yaml" --board hx8k-breakout -o own >own.txt 2>error.txt && grep -q '^[* ] fat_tree (yours) ' own.txt &&
	is "the family is the board's" "$(grep -L '^family: ice40$' own/*.yaml)" ""
report "one's own network stands in the table"
printf 'leaves: 12\npayload-bits: 16\nacknowledge: true\nfamily: ice40\n' >keys.yaml
"$ftc" explore keys.yaml -o keys >keys.txt 2>error.txt && ! ls keys | grep -qx 'hypertree-1.yaml' &&
	[ "$(grep -l '^acknowledge: true$' keys/*.yaml | wc -l)" -eq 4 ] && ! grep -L '^family: ice40$' keys/*.yaml | grep . &&
	! grep -L '^payload-bits: 16$' keys/*.yaml | grep . && head -n 1 keys.txt | grep -q 'of 12 leaves, words of 16 bits'
report "keys of a file without network hold for all that have them"
"$ftc" explore --leaves 16 --set elements-between-registers=3 >three.txt 2>error.txt && grep -q '^[* ] fat-tree-w16-e3 ' three.txt &&
	! grep -q '^[* ] .*-e1 \|^[* ] .*-serial ' three.txt &&
	grep -q '^left out: xgft-.* more: elements-between-registers is given, with lanes' three.txt
report "what has another value of such a key is not shown; what is impossible with it is reported"
"$ftc" explore --leaves 16 --board hx8k-breakout --payload 200 >large.txt 2>error.txt && grep -q 'does not fit the' large.txt &&
	grep -q '^  cm-5-serial' large.txt
report "what does not fit is reported, and not marked"

# A limit that some, or all, of the networks exceed: one message, not one of each process; the table says which ones.
"$ftc" explore --leaves 16 --limit 0.001 >limited.txt 2>error.txt
[ $? -eq 2 ] && [ "$(grep -c error: error.txt)" -eq 1 ] && grep -qE '^ftc: error: [0-9]+ of [0-9]+ networks take more' error.txt &&
	[ "$(grep -c ': its estimate takes more than the limit' limited.txt)" -eq "$(sed -n 's/.*error: \([0-9]*\) of.*/\1/p' error.txt)" ]
report "networks beyond --limit are counted in one message and named in the table"

# Writing.
mkdir mine && echo mine >mine/notes.txt
"$ftc" explore --leaves 4 -o mine >said 2>error.txt
[ $? -eq 2 ] && [ "$(ls mine)" = notes.txt ]
report "a directory of others stays"
"$ftc" explore --leaves 4 -o out >said 2>error.txt && ! ls out | grep -q 4x4
report "an earlier comparison is replaced as a whole"
(ulimit -f 8 && "$ftc" explore --leaves 16 -o full >said 2>error.txt) 2>/dev/null
[ $? -ne 0 ] && [ ! -e full ]
report "files are written whole or not at all"
finish
