#!/bin/sh
# cost.sh FTC [thorough]: the estimates of `ftc report` against the generated Verilog: LUTs by Yosys' counts, with 6 for each cell of LUT
# RAM, and logic cells of an iCE40 by what nextpnr packs, within 6 %; flip-flops, which differ by one at most; block RAMs; and the
# parts of an estimate make the whole. Of 34 devices with channels of up to 8 wires, LUTs were off by 5.8 % at most, of meshes of 5 x 5
# with 16 wires by 7.1 %; no flip-flop was. Wires of a channel that is wider than a mesh has positions count, though synthesis leaves
# them out. TAP.
set -u
ftc=$(realpath "$1")
map=$(realpath "$(dirname "$0")/../../../rtl-templates/families/map/ecp5_map.ys")
tolerance=6
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_yosys 0.23

# sums: the parts, nodes among them, are the whole
sums() {
	awk '/"estimate": / { into = "all" } /"estimate_parts": / { into = "parts" } /"boards": / { into = "" }
	$1 ~ /^"(lut4|ff|cells|ram_bits)":$/ { sum[into, $1] += $2; keys[$1] }
	END { for (k in keys) if (sum["all", k] != sum["parts", k]) { print k, sum["parts", k], "of", sum["all", k]; bad = 1 }
		exit bad || sum["all", "\"ff\":"] == 0 }' report.json >said
}

# compare NAME FAMILY PARAMETERS...
compare() {
	name="$2, $1" family=$2
	shift 2
	printf '%s\n' 'name: net' 'network: area-universal' "family: $family" "$@" >net.yaml
	synthesis_for $family "$map"
	synthesize
	close "$name: LUTs" "$(estimate lut4)" "$(all_luts)"
	equal "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
	rams_equal "$name" $family
	cells_close "$name" $family
	sums
	result $? "$name: the parts are the whole"
}
compare 'one mesh' ecp5 'meshes: 1' 'mesh-side: 6'
compare 'one mesh, few pins' ice40 'meshes: 1' 'mesh-side: 5' 'pins: 2'
compare 'two meshes' ice40 'meshes: 2' 'mesh-side: 4' 'pins: 2'
compare 'four meshes, RAMs of blocks and LUTs' ecp5 'meshes: 4' 'mesh-side: 5' 'settings-depth: 64' 'pins: 3'
if [ "${2-}" = thorough ]; then
	compare 'A = 16' ice40 'area: 16' 'expansion: 3'
	compare 'A = 16' ecp5 'area: 16' 'expansion: 2.5' 'pins: 3'
	compare 'A = 256' ecp5 'area: 256' 'expansion: 1'
	compare 'A = 256' ice40 'area: 256' 'expansion: 1' 'pins: 1'
	compare 'four meshes of 13' ecp5 'meshes: 4' 'mesh-side: 13' 'pins: 4'
	compare 'eight meshes' ecp5 'meshes: 8' 'mesh-side: 4' 'capacities: [6, 6, 4]' 'pins: 2'
	compare 'eight meshes' ice40 'meshes: 8' 'mesh-side: 6' 'capacities: [8, 6, 4]' 'pins: 4'
	compare 'four cycles' ice40 'meshes: 4' 'mesh-side: 8' 'settings-depth: 4' 'capacities: [3, 7]'
	compare 'many cycles' ecp5 'meshes: 4' 'mesh-side: 6' 'settings-depth: 200' 'capacities: [6, 4]'
	compare 'many cycles' ice40 'meshes: 4' 'mesh-side: 6' 'settings-depth: 200' 'capacities: [6, 4]'
	compare 'wires for all positions' ecp5 'meshes: 2' 'mesh-side: 6' 'capacities: [20]' 'pins: 4'
fi
finish
