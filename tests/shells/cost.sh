#!/bin/sh
# cost.sh FTC: what reports say that the bridges of a bus cost, and what Yosys makes of them: LUTs (6 for a LUT RAM, 2 for a carry) differ by
# at most 10 %, flip-flops not at all. TAP.
set -u
ftc=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys >/dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }
export FTC_ESTIMATES=0.23

# estimate KIND: of the bridges, in said.json
estimate() {
	sed -n '/"estimate_bus"/,/}/s/.*"'"$1"'": \([0-9]*\).*/\1/p' said.json
}

# near GOT EXPECTED PERCENT
near() {
	[ -n "$1" ] && [ "$2" -gt 0 ] && [ $((100 * ($1 > $2 ? $1 - $2 : $2 - $1))) -le $(($3 * $2)) ]
}

# compare FAMILY SYNTHESIS KEY=VALUE..: the bridges alone; the network is a box
compare() {
	family=$1 synthesis=$2
	shift 2
	name="$family $*"
	for word; do
		set -- "$@" --set "$word"
		shift
	done
	set -- "$root/tests/prove/bus.yaml" --set name=net --set family="$family" "$@"
	rm -rf net
	"$ftc" generate "$@" -o net >/dev/null && "$ftc" report "$@" --json >said.json || return 1
	rm -f stat
	yosys -q -p "read_verilog $(find net/rtl -name 'net_bus*.v' -o -name 'net_axi*.v' -o -name 'net_classic*.v' | tr '\n' ' '); read_verilog -lib net/rtl/net.v; $synthesis -top net_bus; tee -o stat stat" >/dev/null 2>&1
	luts=$(awk '/LUT4/ { n += $2 } /CCU2C|SB_CARRY/ { n += 2 * $2 } /DPR16X4/ { n += 6 * $2 } END { print n + 0 }' stat)
	ffs=$(awk '/TRELLIS_FF|SB_DFF/ { n += $2 } END { print n + 0 }' stat)
	echo "LUT4: $(estimate lut4), $luts by Yosys; flip-flops: $(estimate ff), $ffs by Yosys" >said
	near "$(estimate lut4)" "$luts" 10 && near "$(estimate ff)" "$ffs" 0
	report "$name"
}

for what in per-slave=1 order=relaxed 'order=relaxed posted=true outstanding=8' 'doorbells=auto atomics=auto posted=true' 'doorbells=auto doorbell-bits=12'; do
	# shellcheck disable=SC2086
	compare ecp5 'synth_ecp5 -nowidelut' $what
done
for what in "bus=axi-lite order=relaxed timeout=20" "bus=axi-lite per-slave=1 timeout=20" bus=wishbone-classic; do
	# shellcheck disable=SC2086
	compare ecp5 'synth_ecp5 -nowidelut' $what
done
compare ice40 'synth_ice40 -dffe_min_ce_use 4' per-slave=1
compare ice40 'synth_ice40 -dffe_min_ce_use 4' per-slave=1 bus=axi-lite
compare ice40 'synth_ice40 -dffe_min_ce_use 4' bus=wishbone-classic timeout=20
finish
