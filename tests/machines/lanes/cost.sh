#!/bin/sh
# cost.sh FTC [thorough]: the estimates of `ftc report` against the generated Verilog: LUTs and flip-flops by Yosys' counts, logic cells
# of an iCE40 by what nextpnr packs, all within 10 %; and the parts of an estimate make the whole. TAP.
set -u
ftc=$(realpath "$1")
tolerance=10
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
need_table

# sums: the parts are the whole
sums() {
	awk '/"estimate(_leaves|_timer)?": / { part = whole++ ? 1 : 0 }
	$1 ~ /^"(lut4|ff|cells)":$/ { if (part) parts[$1] += $2; else all[$1] = $2 + 0 }
	END { for (k in all) if (all[k] == 0 || parts[k] != all[k]) { print k, parts[k], "of", all[k]; bad = 1 }; exit bad }' \
		report.json >said
}

# compare NAME FAMILY PARAMETERS...
compare() {
	takes 5 || return 0
	name="$2, $1" family=$2
	shift 2
	printf '%s\n' 'name: net' "family: $family" "$@" >net.yaml
	grep -q '^network:' net.yaml || echo 'network: xgft' >>net.yaml
	synthesis_for $family
	synthesize
	close "$name: LUTs" "$(estimate lut4)" "$(luts)"
	close "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
	sums
	result $? "$name: the parts are the whole"
	cells_close "$name" $family
}
compare 'two leaves' ice40 'children: [2]' 'parents: [1]' 'lanes: auto' 'payload-bits: 8'
compare 'many beats' ice40 'children: [4]' 'parents: [1]' 'lanes: 2'
compare '8 inputs' ecp5 'children: [8]' 'parents: [1]' 'lanes: auto'
compare 'half as many parents' ecp5 'children: [4, 4]' 'parents: [1, 2]' 'lanes: auto' 'payload-bits: 16'
compare 'packets, one switch' ecp5 'children: [4]' 'parents: [1]' 'lanes: 9' 'packet: true'
if [ "${2-}" = thorough ]; then
	compare '4 x 4' ice40 'children: [4, 4]' 'parents: [1, 4]' 'lanes: auto'
	compare 'three levels' ecp5 'children: [2, 2, 2]' 'parents: [1, 2, 2]' 'lanes: auto'
	compare 'a tree' ice40 'children: [4, 2, 2]' 'parents: [1, 2, 1]' 'lanes: auto' 'payload-bits: 16'
	compare 'packets' ecp5 'children: [4, 4]' 'parents: [1, 4]' 'lanes: auto' 'packet: true'
	compare 'packets' ice40 'children: [4, 4]' 'parents: [1, 2]' 'lanes: auto' 'payload-bits: 16' 'packet: true'
	compare 'packets, three levels' ecp5 'children: [2, 2, 2]' 'parents: [1, 2, 2]' 'lanes: auto' 'packet: true'
	compare 'long words' ecp5 'children: [2, 2]' 'parents: [1, 2]' 'lanes: 20' 'payload-bits: 150'
	compare 'a binary tree' ecp5 'network: fat-tree' 'leaves: 32' 'root-capacity: 6' 'lanes: auto'
fi
finish
