#!/bin/sh
# Wishbone slaves: their estimated size is Yosys' size, and 8 leaves with them fit an iCE40 UP5K by default: no block
# RAM, and not too much logic.
#
#   wishbone.sh FTC SOURCE_ROOT [thorough]		thorough: payloads of 64 bits, too
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }

# count CELL: how many the last part of the statistics, the whole, lists whose names begin so
count() {
	awk -v cell="$1" '/Number of cells/ { n = 0 } index($1, cell) == 1 { n += $2 } END { print n + 0 }' statistics
}

count_all() {
	rams=$(($(count SB_RAM) + $(count DP16KD)))
	luts=$(($(count SB_LUT4) + $(count LUT4) + 2 * $(count CCU2C) + 6 * $(count TRELLIS_DPR16X4)))
	ffs=$(($(count SB_DFF) + $(count TRELLIS_FF)))
}

# size MODULE PARAMETERS: of the module with the parameters that `chparam` sets
size() {
	case $family in ecp5) synth=synth_ecp5 ;; *) synth='synth_ice40 -dffe_min_ce_use 32' ;; esac
	(cd net && yosys -q -p "read_verilog $(tr '\n' ' ' <fat_tree.f); ${2:+chparam $2 $1;}
		$synth -top $1; tee -q -o ../statistics stat")
	count_all
	echo "# $1 $2: $rams block RAMs, $luts LUT4, $ffs flip-flops"
}

# of_slaves KEY: of the estimate of all eight
of_slaves() {
	awk -v key="\"$1\":" '/"estimate_wishbone": / { slaves = 1 } slaves && $1 == key { print $2 + 0; exit }' report.json
}

# The estimate was fitted to Yosys 0.23. 0.52 takes up to 21 % fewer LUTs on an ECP5.
case $(yosys -V) in 'Yosys 0.23 '*) fewest=-8 most=8 ;; *) fewest=-8 most=34 ;; esac

# slaves: of all eight, the network a box
slaves() {
	case $family in ecp5) synth='synth_ecp5 -nowidelut' ;; *) synth='synth_ice40 -dffe_min_ce_use 32' ;; esac
	(cd net && yosys -q -p "read_verilog rtl/fat_tree_wishbone*.v rtl/fat_tree_leaf_labels.v; read_verilog -lib rtl/fat_tree.v;
		$synth -top fat_tree_wishbone; tee -q -o ../statistics stat")
	count_all
	echo "# $family, $1 bits: $rams block RAMs, $luts LUT4, $ffs flip-flops"
}

# estimated PAYLOAD: the slaves alone. Every flip-flop and every block RAM is known; LUTs within 8 %, and within a third more than
# another version of Yosys takes.
estimated() {
	for family in ice40up ecp5; do
		set -- "$1" --wishbone --set family=$family --set payload-bits="$1"
		"$ftc" generate "$root/examples/tree8.yaml" "$2" "$3" "$4" "$5" "$6" -o net >said &&
			"$ftc" report "$root/examples/tree8.yaml" "$2" "$3" "$4" "$5" "$6" --json >report.json
		slaves "$1"
		off=$((100 * ($(of_slaves lut4) - luts) / luts))
		[ "$(of_slaves ff)" -eq "$ffs" ] && [ $off -lt $most ] && [ $off -gt $fewest ] &&
			[ "$(of_slaves ram_bits)" -eq $((18432 * rams)) ]
		result $? "$family, $1 bits: $(($(of_slaves lut4) / 8)) LUT4 estimated, $((luts / 8)) by Yosys"
	done
}
for payload in 1 32 ${3:+64}; do
	estimated $payload
done

family=ice40up
"$ftc" generate "$root/examples/tree8.yaml" --wishbone --set family=ice40up --set payload-bits=32 -o net >said
result $? generated
size fat_tree_wishbone_fifo '-set WIDTH 35 -set DEPTH 16'
[ "$rams" -eq 3 ]
result $? 'a deep queue lies in block RAM'
size fat_tree_wishbone ''
[ "$rams" -eq 0 ] && [ "$luts" -gt 1000 ] && [ "$luts" -lt 3000 ] && [ "$ffs" -lt 3600 ]
result $? 'the default needs no block RAM and little logic'
finish
