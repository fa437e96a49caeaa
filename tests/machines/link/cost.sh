#!/bin/sh
# cost.sh FTC: what an end of a link costs, counted by Yosys, against the estimate and against what it may cost. TAP.
set -u
ftc=$(realpath "$1")
tolerance=10
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_yosys

# compare NAME FAMILY PARAMETERS...
compare() {
	name=$1
	synthesis_for "$2"
	shift 2
	printf '%s\n' 'name: net' 'network: link' "$@" >net.yaml
	synthesize
	close "$name: LUTs" "$(estimate lut4)" "$(all_luts)"
	close "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
}
compare 'ECP5, 44 bits' ecp5 'payload-bits: 44'
at_most 'ECP5, 44 bits: LUTs' "$(all_luts)" 450
compare 'ECP5, 8 pins' ecp5 'payload-bits: 100' 'pins: 8'
compare 'iCE40' ice40 'payload-bits: 32' 'pins: 4' 'family: ice40'
finish
