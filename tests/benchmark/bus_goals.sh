#!/bin/sh
# bus_goals.sh FTC DIRECTORY: a bus of 16 leaves with lanes, beside what was asked of it: the table of docs/how-to/bus.md#what-it-reaches.
#
# Clocks and rates are those of the Verilog, by `ftc simulate --bus`; LUT4 and LUT RAMs (TRELLIS_DPR16X4) of a bridge at a leaf, without
# its decoder, are those of Yosys (synth_ecp5 -nowidelut); seconds are those of the longest proof of `ftc verify`. Some minutes.
set -eu
ftc=$1 directory=$2
here=$(realpath "$(dirname "$0")")
. "$here/figures.sh"
mkdir -p "$directory"
cd "$directory"
export FTC_MODEL_FLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'

# bus LEAVES CHILDREN ..: parameters of such a bus
bus() {
	printf 'network: xgft\nname: fat_tree\nchildren: [%s, %s]\nparents: [1, %s]\nlanes: auto\nbus: wishbone\naddress-bits: 18\nfamily: ecp5\n' "$1" "$2" "$1"
}
bus 4 4 >16.yaml
bus 8 4 >32.yaml

# simulated FIELD FILE OPTION..: of 4,000 accesses
simulated() {
	said=$1 file=$2
	shift 2
	"$ftc" simulate "$file" --bus --unmapped 0 --accesses 4000 "$@" --json >said.json
	field said.json "$said"
}

# leaf ORDER MASTER SLAVE: LUT4 + LUT RAMs of a bridge. The addresses of a fence and of a second access to a slave are not there.
leaf() {
	tags=1 payload=48
	[ "$1" = strict ] || { tags=2 payload=50; }
	[ -d "$1" ] || "$ftc" generate 16.yaml --set order="$1" -o "$1" >/dev/null
	shape="-chparam MASTER $2 -chparam SLAVE $3 -chparam RELAXED $((tags - 1)) -chparam TAG_BITS $tags -chparam LONE $((tags - 1)) -chparam PAYLOAD_BITS $payload"
	yosys -q -p "read_verilog $(ls "$1"/rtl/*_bus_*.v | tr '\n' ' '); hierarchy -top fat_tree_bus_leaf $shape; proc; rename -top leaf; cd leaf; delete -port w:fence w:limit w:failed; connect -set fence 1'b0; connect -set limit 1'b1; cd;
		synth_ecp5 -nowidelut -top leaf; tee -q -o leaf.txt stat" >/dev/null
	awk '$1 == "LUT4" { luts += $2 } $1 == "CCU2C" { luts += 2 * $2 } $1 == "TRELLIS_DPR16X4" { rams += $2 }
		END { print luts + 0 " + " rams + 0 }' leaf.txt
}

# messages: LUT4 of 16 message slaves
messages() {
	printf 'network: xgft\nname: fat_tree\nchildren: [4, 4]\nparents: [1, 4]\nlanes: auto\nfamily: ecp5\n' >messages.yaml
	"$ftc" generate messages.yaml --wishbone -o messages >/dev/null
	yosys -q -p "read_verilog messages/rtl/*.v; blackbox fat_tree; synth_ecp5 -nowidelut -top fat_tree_wishbone; tee -q -o messages.txt stat" >/dev/null
	awk '/^=== / { luts = 0 } $1 == "LUT4" { luts += $2 } $1 == "CCU2C" { luts += 2 * $2 } END { print luts + 0 }' messages.txt
}

echo '| what | asked | measured |'
echo '| --- | --- | --- |'
# row WHAT ASKED MEASURED
row() { printf '| %s | %s | %s |\n' "$@"; }
row 'a lone load, clocks, at most: strict' 24 "$(simulated latency.mean 16.yaml --think 2000)"
row '.. relaxed' 25 "$(simulated latency.mean 16.yaml --think 2000 --set order=relaxed)"
row 'relaxed, accesses a clock, at least' 0.85 "$(simulated accesses_per_clock 16.yaml --set order=relaxed)"
row '.. memories of 0 to 15 clocks more' 0.62 "$(simulated accesses_per_clock 16.yaml --set order=relaxed --memory-clocks 0..15)"
row '.. 32 masters' 1.60 "$(simulated accesses_per_clock 32.yaml --set order=relaxed)"
row 'LUT4 + LUT RAMs of a leaf, at most: strict, master and slave' '90 + 14' "$(leaf strict 1 1)"
row '.. slave' '25 + 14' "$(leaf strict 0 1)"
row '.. master' '20 + 0' "$(leaf strict 1 0)"
row '.. relaxed, master and slave' '135 + 22' "$(leaf relaxed 1 1)"
row '16 message slaves, LUT4, at most' 1304 "$(messages)"
row 'the longest proof, s, at most' 60 "$("$ftc" verify 16.yaml --set order=relaxed | sed -n 's/.*proved, \([0-9.]*\) s$/\1/p' | sort -n | tail -1)"
