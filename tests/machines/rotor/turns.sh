#!/bin/sh
# turns.sh FTC BENCH: in the Verilog of rotors, no word waits too long for its turn: turns.v, in Icarus Verilog. TAP.
#
# Favourites go first in every other turn here, in place of one of 16: without them words would then soon wait too long. So the
# limit is an eighth of what `ftc report` says.
set -u
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"

# turns LEAVES BINS CLOCKS LABEL: bits of a leaf's number
turns() {
	rm -rf net
	printf 'network: rotor\nleaves: %s\nbins: %s\npayload-bits: 8\n' "$1" "$2" >net.yaml
	"$ftc" report net.yaml --json >said && most=$(($(field longest_wait_clocks) / 8)) && "$ftc" generate net.yaml -o net >said 2>&1 &&
		sed -i 's/\.PREFER_BITS(4)/.PREFER_BITS(1)/' net/rtl/rotor.v && grep -q 'PREFER_BITS(1)' net/rtl/rotor.v &&
		iverilog -g2005 -Wall -Wno-timescale -s turns -P "turns.LEAVES=$1" -P "turns.BINS=$2" -P "turns.CLOCKS=$3" -P "turns.LABEL=$4" \
			-P "turns.MOST=$most" -o run net/rtl/*.v "$bench" >said 2>&1 && vvp run >said 2>&1
	report "$1 leaves, $2 bins"
}
turns 20 4 5000 5
turns 40 8 2000 6
finish
