#!/bin/sh
# cost.sh FTC [thorough]: the estimates of `ftc report` against Yosys' counts of the generated Verilog: look-up tables, with 6 for each
# cell of LUT RAM, and flip-flops, within 10 %. TAP.
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
	printf '%s\n' 'name: net' "$@" >net.yaml
	synthesize
	close "$name: LUTs" "$(estimate lut4)" $(($(luts) + 6 * $(count TRELLIS_DPR16X4)))
	close "$name: flip-flops" "$(estimate ff)" "$(flip_flops)"
}
compare 'ECP5, four buffers' ecp5 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'buffers: 4'
compare 'iCE40, acknowledged' ice40 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'acknowledge: true'
compare 'ECP5, half ring' ecp5 'network: half-ring' 'nodes: 5' 'payload-bits: 32'
compare 'ECP5, faults' ecp5 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'faults: [node:3]'
if [ "${2-}" = thorough ]; then
	compare 'ECP5, 64 bits' ecp5 'network: hypertree-1' 'nodes: 4'
	compare 'iCE40' ice40 'network: hypertree-1' 'nodes: 3' 'family: ice40'
	compare 'ECP5, acknowledged' ecp5 'network: hypertree-1' 'nodes: 3' 'acknowledge: true'
	compare 'ECP5, four slots' ecp5 'network: hypertree-2' 'nodes: 3' 'payload-bits: 32' 'acknowledge: true' 'outstanding: 4'
	compare 'ECP5, full ring' ecp5 'network: full-ring' 'nodes: 5' 'payload-bits: 32'
	compare 'iCE40, faults' ice40 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'faults: [node:3]'
	compare 'ECP5, fault registers' ecp5 'network: hypertree-1' 'nodes: 4' 'payload-bits: 32' 'fault-registers: true' 'outstanding: 4'
	compare 'iCE40, fault registers' ice40 'network: hypertree-1' 'nodes: 3' 'family: ice40' 'fault-registers: true' 'outstanding: 2'
fi
finish
