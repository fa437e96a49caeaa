#!/bin/sh
# estimate.sh FTC: the estimates of `ftc report` against Yosys' counts of the generated Verilog.
# Look-up tables within 10 %, flip-flops within 12 %: Yosys merges equal registers (copies of a strobe) across modules.
set -eu
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys > /dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }

# close NAME ESTIMATE COUNT PERCENT
close() {
	difference=$((100 * ($2 > $3 ? $2 - $3 : $3 - $2) / $3))
	status=0
	[ "$difference" -lt "$4" ] || status=1
	result $status "$1: $2 estimated, $3 by Yosys"
}

# The total of the last `stat`: lines "cell count". A RAM made of LUTs takes six.
count() {
	awk -v cells="$1" '/Number of cells:/ { sum = 0 }
		$1 ~ cells && NF == 2 { sum += $1 == "TRELLIS_DPR16X4" ? 6 * $2 : $2 } END { print sum + 0 }' yosys.log
}

# estimate KEY: of the whole, the one at the least depth of report's JSON.
estimate() {
	awk -v key="\"$1\":" '/^  "estimate": / { whole = 1 } whole && $1 == key { print $2 + 0; exit }' report.json
}

# compare NAME SYNTH LUTS FLIPFLOPS PARAMETERS...
compare() {
	takes 5 || return 0
	name=$1 synth=$2 luts=$3 flipflops=$4
	shift 4
	printf '%s\n' "name: net" "$@" > net.yaml
	rm -rf out
	"$ftc" generate net.yaml -o out > /dev/null
	"$ftc" report net.yaml --json > report.json
	(cd out && yosys -p "read_verilog $(tr '\n' ' ' < net.f); $synth -top net; stat") > yosys.log
	close "$name: LUTs" "$(estimate lut4)" "$(count "$luts")" 10
	close "$name: flip-flops" "$(estimate ff)" "$(count "$flipflops")" 12
}

compare "ECP5, bare wires" "synth_ecp5 -nowidelut" '^(LUT4|TRELLIS_DPR16X4)$' '^TRELLIS_FF$' \
	'network: fat-tree' 'leaves: 8' 'leaf-interface: wires'
compare "ECP5, long delays" "synth_ecp5 -nowidelut" '^(LUT4|TRELLIS_DPR16X4)$' '^TRELLIS_FF$' \
	'network: fat-tree' 'leaves: 16' 'root-capacity: 8' 'leaf-interface: wires' 'elements-between-registers: 1'
compare "ECP5, AXI4-Stream, incomplete" "synth_ecp5 -nowidelut" '^(LUT4|TRELLIS_DPR16X4)$' '^TRELLIS_FF$' \
	'network: fat-tree' 'leaves: 5' 'external: true' 'payload-bits: 8' 'elements-between-registers: 1'
compare "iCE40, AXI4-Stream, two connections" "synth_ice40" '^SB_LUT4$' '^SB_DFF[A-Z]*$' \
	'network: fat-tree' 'leaves: 3' 'connections: 2' 'family: ice40' 'payload-bits: 16'
compare "ECP5, sorter" "synth_ecp5 -nowidelut" '^(LUT4|TRELLIS_DPR16X4)$' '^TRELLIS_FF$' \
	'network: sorter' 'wires: 8' 'key-bits: 8' 'elements-between-registers: 2'
finish
