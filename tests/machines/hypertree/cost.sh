#!/bin/sh
# cost.sh FTC: the estimates of `ftc report` against Yosys' counts of the generated Verilog: look-up tables, with 6 for each
# cell of LUT RAM, and flip-flops, within 10 %. TAP.
set -u
ftc=$(realpath "$1")
tolerance=10
. "$(dirname "$0")/../../common/cost.sh"
. "$(dirname "$0")/../../common/tap.sh"
command -v yosys >/dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }

# compare NAME SYNTHESIS PARAMETERS...
compare() {
	name=$1 synthesis="$2 -top net"
	shift 2
	printf '%s\n' 'name: net' "$@" >net.yaml
	synthesize
	close "$name: LUTs" "$(estimate lut4)" $(($(luts) + 6 * $(count TRELLIS_DPR16X4)))
	close "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
}
compare 'ECP5, 64 bits' 'synth_ecp5 -nowidelut' 'network: hypertree-1' 'nodes: 4'
compare 'ECP5, four buffers' 'synth_ecp5 -nowidelut' 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'buffers: 4'
compare 'iCE40' 'synth_ice40 -dffe_min_ce_use 32' 'network: hypertree-1' 'nodes: 3' 'family: ice40'
compare 'ECP5, acknowledged' 'synth_ecp5 -nowidelut' 'network: hypertree-1' 'nodes: 3' 'acknowledge: true'
compare 'ECP5, four slots' 'synth_ecp5 -nowidelut' 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'acknowledge: true' 'lanes: 4'
compare 'iCE40, acknowledged' 'synth_ice40 -dffe_min_ce_use 32' 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'acknowledge: true'
compare 'ECP5, full ring' 'synth_ecp5 -nowidelut' 'network: full-ring' 'nodes: 5' 'payload-bits: 32'
compare 'ECP5, half ring' 'synth_ecp5 -nowidelut' 'network: half-ring' 'nodes: 5' 'payload-bits: 32'
compare 'ECP5, faults' 'synth_ecp5 -nowidelut' 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'faults: [node:3]'
compare 'iCE40, faults' 'synth_ice40 -dffe_min_ce_use 32' 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'faults: [node:3]'
compare 'ECP5, fault registers' 'synth_ecp5 -nowidelut' 'network: hypertree-1' 'nodes: 4' 'payload-bits: 32' 'fault-registers: true' 'lanes: 4'
compare 'iCE40, fault registers' 'synth_ice40 -dffe_min_ce_use 32' 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'fault-registers: true' 'lanes: 2'
finish
