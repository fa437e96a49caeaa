#!/bin/sh
# cost.sh FTC: what reports say that the bridges of a bus cost, and what Yosys makes of them: LUTs (6 for a LUT RAM, 2 for an ECP5's carry) differ by
# at most 10 %, flip-flops and block RAMs not at all. TAP.
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

# count CELLS: of them, by Yosys
count() {
	awk '/'"$1"'/ { n += $2 } END { print n + 0 }' stat
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
	luts=$(awk '/LUT4/ { n += $2 } /CCU2C/ { n += 2 * $2 } /DPR16X4/ { n += 6 * $2 } END { print n + 0 }' stat)
	ffs=$(count 'TRELLIS_FF|SB_DFF') ram_bits=$((18432 * $(count DP16KD) + 4096 * $(count SB_RAM)))
	echo "LUT4: $(estimate lut4), $luts by Yosys; flip-flops: $(estimate ff), $ffs by Yosys; bits of block RAM: $(estimate ram_bits), $ram_bits by Yosys" >said
	near "$(estimate lut4)" "$luts" 10 && near "$(estimate ff)" "$ffs" 0 && [ "$(estimate ram_bits)" = "$ram_bits" ]
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
compare ice40 'synth_ice40 -dffe_min_ce_use 4' per-slave=1 queue-storage=block-ram
compare ecp5 'synth_ecp5 -nowidelut' queue-storage=block-ram
compare ice40 'synth_ice40 -dffe_min_ce_use 4' per-slave=1 bus=axi-lite
compare ice40 'synth_ice40 -dffe_min_ce_use 4' bus=wishbone-classic timeout=20
# The queue of 12 requests of each of two slaves is in block RAM where LUTs make none, those of 3 are not.
chooses() {
	"$ftc" report "$root/tests/prove/bus.yaml" --set per-slave=4 --set "family=$1" --json >said.json
	[ "$(estimate ram_bits)" = "$2" ]
	report "$1: $2 bits of block RAM, by \`auto\`" said.json
}
chooses ice40 24576
chooses ecp5 0
finish
