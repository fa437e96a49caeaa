#!/bin/sh
# chips.sh FTC CHIPS.V: two fat-trees joined by a link at their roots, each a chip with its own clock: every word comes once and in order,
# whatever bits are wrong on the cable, from each leaf to each one of both chips; trees that differ say so and send nothing. TAP.
set -u
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"
command -v verilator >/dev/null || { echo '1..0 # SKIP no verilator'; exit 0; }

# figure KEY: the first one of that name
figure() { awk -v key="\"$1\":" '$1 == key { print $2 + 0; exit }' said.json; }

# run NAME KEYS OPTION...: passes, with some words, and no session ends
run() {
	name=$1 keys=$2
	shift 2
	{ printf 'network: fat-tree\nexternal: true\nroot-interface: link\n'; printf '%s\n' $keys | sed 's/=/: /'; } >chip.yaml
	"$ftc" simulate chip.yaml --json "$@" >said.json 2>messages && [ "$(figure delivered)" -gt 190 ] && [ "$(figure sessions_lost)" = 0 ]
	report "$name: every word once, in order"
}

run 'all leaves to all' 'leaves=8 root-capacity=4 pins=4 payload-bits=20' --load 0.1 --frames 2000 --bit-errors 1e-4
[ "$(figure bad_frames)" -gt 10 ] && [ "$(figure frames_again)" -gt 5 ]
report 'bits were wrong, and frames sent again'
run 'to the other chip alone' 'leaves=8 root-capacity=4 pins=4 payload-bits=20' --load 0.5 --frames 300 --to-outside 1 --back-pressure 0.5 \
	--drift 300000
[ "$(figure local)" = 0 ]
report 'no word stays at its leaf'
takes 6 && run 'the second clock is faster' 'leaves=8 root-capacity=4 pins=4 payload-bits=20' --load 0.2 --frames 500 --to-outside 0.2 --bit-errors 1e-3 \
	--drift -200000 --delay 60
takes 6 && run 'mirror images' 'leaves=8 root-capacity=4 pins=4 payload-bits=20' --load 1 --frames 200 --pattern bit-complement --seed 3
takes 6 && run 'six leaves, three wires' 'leaves=6 capacities=[3,4,4,2] pins=8 payload-bits=12 family=ice40' --load 0.3 --frames 300 --bit-errors 1e-4
takes 6 && run 'a wire, a pin, one word in a frame' 'leaves=2 root-capacity=1 payload-bits=5 frame-words=1' --load 0.2 --frames 1000 --bit-errors 1e-4
takes 6 && run 'with lanes' 'leaves=8 capacities=[2,2,1,1] lanes=auto pins=8 payload-bits=20' --load 0.05 --frames 3000 --bit-errors 1e-4
takes 6 && run 'with lanes, first on the way' 'leaves=8 lanes=4 pins=4 payload-bits=20' --load 0.2 --frames 500 --to-outside 0.2 --back-pressure 0.5
# Each leaf sends its words in order to a leaf of each chip, and to itself.
awk 'BEGIN { for (k = 0; k < 12; k++) for (i = 0; i < 16; i++) print i, k % 3 == 0 ? (i + 8) % 16 : k % 3 == 1 ? i : (5 * i + 3) % 16 }' >list
run 'a file of messages' 'leaves=8 root-capacity=4 pins=4 payload-bits=20' --messages list --bit-errors 1e-4
[ "$(figure delivered)" = 192 ]
report 'a file of messages: all of them'
printf '0 16\n' >list
! "$ftc" simulate chip.yaml --messages list 2>messages && grep -q 'expected a whole number from 0 to 15' messages
report 'there is no leaf 16'

# A waveform changes nothing, and has both chips.
for wave in '' '--trace wave.fst'; do
	"$ftc" simulate chip.yaml --json --load 0.2 --frames 20 --bit-errors 1e-3 --drift 200000 $wave | sed '/^  "made"/d' >"said$wave"
done
[ -s said ] && cmp -s said 'said--trace wave.fst' && [ -s wave.fst ] && grep -q 'second\.link_rx_pins' wave.gtkw
report 'a waveform of both chips'

# What is of all leaves: the matrix of all to all draws as the pattern uniform does.
awk 'BEGIN { for (i = 0; i < 16; i++) for (j = 0; j < 16; j++) printf "%d%s", i != j, j < 15 ? "," : "\n" }' >matrix
counts() { awk '/"(mean|sent|delivered|clocks)":/' said.json; }
"$ftc" simulate chip.yaml --json --load 0.1 --frames 100 >said.json && counts >uniform
"$ftc" simulate chip.yaml --json --load 0.1 --frames 100 --matrix matrix >said.json && counts >by-matrix && [ -s uniform ] && cmp -s uniform by-matrix
report 'a matrix of the leaves of both chips'
awk 'BEGIN { for (i = 0; i < 16; i++) for (j = 0; j < 16; j++) printf "%d%s", i == 15 && j == 0, j < 15 ? "," : "\n" }' >matrix
"$ftc" simulate chip.yaml --json --load 0.02 --frames 100 --matrix matrix --log log >said.json && [ "$(figure delivered)" -gt 20 ] &&
	! grep -qv -e ^source -e '^15,[0-9]*,0,' log
report 'from one leaf to one of the other chip'
"$ftc" simulate chip.yaml --json --load 0.2 --frames 100 --rates 15:1,rest:0 --log log >said.json && [ "$(figure delivered)" -gt 10 ] &&
	! grep -qv -e ^source -e ^15, log
report 'rates of the leaves of both chips'
for work in barrier 'all-to-all --words 8'; do
	"$ftc" simulate chip.yaml --json --workload $work >said.json && bounds=$(awk '/_bound"/ { print $2 + 0 }' said.json) && [ -n "$bounds" ]
	for bound in $bounds; do
		[ "$bound" -gt 0 ] && [ "$bound" -le "$(figure clocks)" ] || false
	done
	report "$work takes no less than its bounds"
done
[ "$(figure delivered)" = 1920 ]
report 'all leaves of both chips take part'
! "$ftc" simulate chip.yaml --matrix matrix --to-outside 0.5 2>messages && grep -q '^try: without --to-outside' messages
report 'a matrix says what goes to the other chip'

# Beside a tree of as many leaves: the same messages, of which half go through the link.
printf 'network: fat-tree\nleaves: 16\npayload-bits: 20\n' >one.yaml
"$ftc" compare one.yaml chip.yaml --paired --loads 0.03 --slots 200 --seeds 2 --json >said.json &&
	awk '/"time_ns_beside_first"/ { inside = 1 } inside && /"mean"/ { mean = $2; inside = 0 } END { exit !(mean > 500) }' said.json
report 'compare: words to the other chip take longer'
"$ftc" report chip.yaml --json >said.json
each=$(awk '/^  "estimate":/ { inside = 1 } inside && /"lut4"/ { print $2 + 0; exit }' said.json)
"$ftc" compare one.yaml chip.yaml --loads 0.05 --slots 100 --most-slots 200 --seeds 2 --json >said.json 2>messages
[ "$(grep -c '^ *"leaves": 16,' said.json)" = 2 ] && awk -v each="$each" '/"lut4"/ { all = $2 + 0 } END { exit all != 2 * each || all == 0 }' said.json
report 'compare: leaves, and cost, of both chips'

# Joined in Verilog: equal trees, one with other labels whose words are as wide, one with other words.
if command -v iverilog >/dev/null; then
	for chip in 'a 4 12' 'b 8 10' 'c 4 13'; do
		set -- $chip
		printf 'network: fat-tree\nname: %s\nleaves: %s\nroot-capacity: 2\npayload-bits: %s\nexternal: true\nroot-interface: link\npins: 4\n' \
			"$@" >"$1.yaml"
		"$ftc" generate "$1.yaml" -o "$1" >/dev/null 2>&1
	done
	iverilog -g2005 -s chips -o meet "$bench" a/rtl/*.v b/rtl/*.v c/rtl/*.v && vvp meet >said
	report 'it runs'
	while read -r verdict; do
		case $verdict in 'ok - '*) true ;; *) false ;; esac
		report "${verdict#*ok - }"
	done <said
	[ "$(wc -l <said)" = 3 ]
	report 'three pairs'
fi
finish
