#!/bin/sh
# cost.sh FTC [thorough]: the estimates of `ftc report` against the generated Verilog, with terminals and with bare leaves: LUTs by
# Yosys' counts and logic cells of an iCE40 by what nextpnr packs, within 6 %; flip-flops, which differ by one at most; and block
# RAMs. TAP.
set -u
ftc=$(realpath "$1")
map=$(realpath "$(dirname "$0")/../../../rtl-templates/families/map/ecp5_map.ys")
tolerance=6
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_yosys 0.23

# compare FAMILY LEAVES BATCHES PAYLOAD-BITS INTERFACE [MESH-SIDE]
compare() {
	name="$1, $2 leaves, $3 batches, $4 bits, $5, mesh side ${6-1}" family=$1
	printf '%s\n' 'name: net' 'network: sorting-fat-tree' "mesh-side: ${6-1}" "family: $1" "leaves: $2" "batches: $3" "payload-bits: $4" \
		"leaf-interface: $5" >net.yaml
	synthesis_for $family "$map"
	synthesize
	close "$name: LUTs" "$(estimate lut4)" $(($(luts) + 2 * $(count CCU2C)))
	equal "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
	rams_equal "$name" $family
	cells_close "$name" $family
}
compare ice40 4 1 8 axi-stream
compare ecp5 16 1 32 axi-stream 2
# What this size may take, with the fastest batches.
at_most '16 leaves in blocks, one batch: LUTs' $(($(luts) + 2 * $(count CCU2C))) 2550
at_most '16 leaves in blocks, one batch: flip-flops' "$(flip_flops)" 2600
at_most '16 leaves in blocks, one batch: block RAMs' "$(count DP16KD)" 35
if [ "${2-}" = thorough ]; then
	for batches in 1 2 4; do
		compare ecp5 8 $batches 16 axi-stream
		compare ecp5 16 $batches 32 wires
	done
	compare ice40 8 2 16 axi-stream
	compare ecp5 4 2 32 axi-stream
	compare ecp5 8 2 8 axi-stream 2
	compare ecp5 32 8 8 axi-stream
	compare ecp5 64 2 64 axi-stream
	for batches in 2 4; do
		compare ecp5 16 $batches 32 axi-stream 2
	done
fi
finish
