#!/bin/sh
# bus-size.sh FTC [thorough]: the estimates of the bridges and decoders of a bus against Yosys, the network left out: LUTs,
# with those of LUT RAM, within 10 %, flip-flops within 6 %. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }
# The estimate was fitted to Yosys 0.23. 0.52 takes up to 21 % fewer LUTs on an ECP5 (tests/emit/wishbone.sh).
case $(yosys -V) in 'Yosys 0.23 '*) most=10 ;; *) most=34 ;; esac

# count CELL: how many the last part of the statistics, the whole, lists whose names begin so
count() {
	awk -v cell="$1" '/Number of cells/ { n = 0 } index($1, cell) == 1 { n += $2 } END { print n + 0 }' statistics
}

# of_bus KEY: of the estimate
of_bus() {
	awk -v key="\"$1\":" '/"estimate_bus": / { bus = 1 } bus && $1 == key { print $2 + 0; exit }' report.json
}

# off ESTIMATED COUNTED: per cent
off() {
	echo $((100 * ($1 - $2) / ($2 > 0 ? $2 : 1)))
}

# estimated NAME FAMILY KEY..: of the bus, without its network
estimated() {
	name="$2, $1" family=$2
	shift 2
	printf '%s\n' 'name: net' "family: $family" 'bus: wishbone' "$@" >net.yaml
	"$ftc" generate net.yaml -o net >said && "$ftc" report net.yaml --json >report.json || { result 1 "$name"; return; }
	case $family in ecp5) synth='synth_ecp5 -nowidelut' ;; *) synth='synth_ice40 -dffe_min_ce_use 32' ;; esac
	parts=$(cd net && printf '%s ' rtl/net_bus*.v)
	(cd net && yosys -q -p "read_verilog -lib rtl/net.v; read_verilog $parts; $synth -top net_bus; tee -q -o ../statistics stat") >said 2>&1
	luts=$(($(count SB_LUT4) + $(count LUT4) + 2 * $(count CCU2C) + 6 * $(count TRELLIS_DPR16X4)))
	ffs=$(($(count SB_DFF) + $(count TRELLIS_FF)))
	a=$(off "$(of_bus lut4)" $luts) b=$(off "$(of_bus ff)" $ffs)
	[ "$luts" -gt 50 ] && [ "$a" -le $most ] && [ "$a" -ge -10 ] && [ "$b" -le 6 ] && [ "$b" -ge -6 ]
	result $? "$name: $(of_bus lut4) LUT4 estimated, $luts by Yosys; $(of_bus ff) flip-flops, $ffs"
}

small='network: xgft
children: [4]
parents: [1]
lanes: auto'
eight='network: fat-tree
leaves: 8
lanes: auto'
estimated 'strict' ecp5 "$eight"
estimated 'relaxed, posted' ecp5 "$small" 'order: relaxed' 'posted: true'
estimated 'roles' ecp5 "$eight" 'map: [{leaf: 0-3, role: master}, {leaf: 4-5, role: slave, base: 0, size: 64K, per-slave: 4}, {leaf: 7, base: 0x80000000, role: slave}]'
estimated 'strict' ice40 "$small"
if [ "${2-}" = thorough ]; then
	estimated '16 leaves' ecp5 'network: rotor' 'leaves: 16'
	estimated '16 leaves, relaxed' ecp5 'network: rotor' 'leaves: 16' 'order: relaxed' 'per-slave: 4'
	estimated '8 outstanding' ecp5 "$small" 'order: relaxed' 'outstanding: 8'
	estimated 'relaxed' ice40 "$small" 'order: relaxed'
	estimated 'posted' ecp5 "$eight" 'posted: true' 'per-slave: 4'
fi
finish
