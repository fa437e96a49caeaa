#!/bin/sh
# cost.sh FTC: the estimates of `ftc report` against the generated Verilog: LUTs, flip-flops and block RAMs by Yosys' counts,
# within 6 %; of 64 words on 16 lines at most 750 LUT4 and 16 block RAMs. TAP.
set -u
ftc=$(realpath "$1")
tolerance=6
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_table

# compare FAMILY WORDS LINES BLOCK-RAMS PARAMETERS...
compare() {
	family=$1 name="$1, $2 words on $3 lines" blocks=$4
	printf '%s\n' 'name: net' 'network: flexible-sorter' "family: $1" "words: $2" "lines: $3" >net.yaml
	shift 4
	[ $# -eq 0 ] || printf '%s\n' "$@" >>net.yaml
	synthesis_for $family
	synthesize
	close "$name: LUTs" "$(estimate lut4)" "$(all_luts)"
	close "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
	got=$(count DP16KD SB_RAM40_4K)
	[ "$got" = "$blocks" ]
	result $? "$name: $got block RAMs"
}
compare ecp5 64 16 16 'clock: 200'
at_most '64 words on 16 lines: LUTs' "$(count LUT4)" 750
compare ice40 32 8 8 'key-bits: 16' 'payload-bits: 16'
compare ecp5 16 4 4 'key-bits: 8' 'payload-bits: 8'
finish
