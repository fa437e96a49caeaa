#!/bin/sh
# cost.sh FTC [thorough]: the estimates of `ftc report` against the generated Verilog, with bare leaves and with adapters:
# LUTs by Yosys' counts and logic cells of an iCE40 by what nextpnr packs, within 5 %; flip-flops, which differ by one at
# most; and block RAMs. The worst of 55 pairs of leaves on ECP5: LUTs 2.3 %. Of 44 on iCE40: LUTs 4.5 %, cells 2.7 %. TAP.
set -u
ftc=$(realpath "$1")
map=$(realpath "$(dirname "$0")/../../../rtl-templates/families/map/ecp5_map.ys")
tolerance=5
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_yosys 0.23

# compare NAME FAMILY PARAMETERS...: bare leaves
compare() {
	name="$2, $1" family=$2
	shift 2
	printf '%s\n' 'name: net' 'network: pruned-butterfly' 'routing: deterministic' "leaf-interface: ${leaves-wires}" "family: $family" \
		"$@" >net.yaml
	synthesis_for $family "$map"
	synthesize
	close "$name: LUTs" "$(estimate lut4)" "$(all_luts)"
	equal "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
	rams_equal "$name" $family
	cells_close "$name" $family
}
compare '4 leaves' ecp5 'leaves: 4' 'payload-bits: 8'
leaves=axi-stream
compare '4 leaves, adapters, block RAM' ecp5 'leaves: 4' 'payload-bits: 8'
compare '4 leaves, adapters' ice40 'leaves: 4' 'payload-bits: 16'
if [ "${2-}" = thorough ]; then
	compare '4 leaves, adapters, block RAM' ecp5 'leaves: 4'
	compare '4 leaves, adapters' ecp5 'leaves: 4' 'round-words: 2' 'payload-bits: 8'
	compare '4 leaves, adapters with a degree' ecp5 'leaves: 4' 'degree: 2' 'payload-bits: 8'
	compare '4 leaves, adapters with a degree, promised' ecp5 'leaves: 4' 'degree: 2' 'admission: promise' 'payload-bits: 8'
	compare '8 leaves, adapters' ice40 'leaves: 8' 'payload-bits: 8' 'order: none'
	compare '16 leaves, adapters' ecp5 'leaves: 16'
	leaves=wires
	compare '4 leaves' ecp5 'leaves: 4'
	compare '8 leaves' ecp5 'leaves: 8' 'round-words: 64' 'elements-between-registers: 1'
	compare '8 leaves' ice40 'leaves: 8' 'elements-between-registers: 2'
	compare '16 leaves' ecp5 'leaves: 16' 'clock: 200'
	compare '16 leaves' ice40 'leaves: 16' 'round-words: 1'
	compare '32 leaves' ecp5 'leaves: 32' 'round-words: 64' 'elements-between-registers: 1'
fi
finish
