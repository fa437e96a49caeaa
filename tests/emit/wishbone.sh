#!/bin/sh
# 8 leaves with Wishbone slaves fit an iCE40 UP5K by default: no block RAM, and not too much logic.
#
#   wishbone.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }

# count CELL: how many the last part of the statistics, the whole, lists whose names begin so
count() {
	awk -v cell="$1" '/Number of cells/ { n = 0 } index($1, cell) == 1 { n += $2 } END { print n + 0 }' statistics
}

# size MODULE PARAMETERS: of the module with the parameters that `chparam` sets
size() {
	(cd net && yosys -q -p "read_verilog $(tr '\n' ' ' <fat_tree.f); ${2:+chparam $2 $1;}
		synth_ice40 -dffe_min_ce_use 32 -top $1; tee -q -o ../statistics stat")
	rams=$(count SB_RAM) luts=$(count SB_LUT4) ffs=$(count SB_DFF)
	echo "# $1: $rams block RAMs, $luts LUT4, $ffs flip-flops"
}

"$ftc" generate "$root/examples/tree8.yaml" --wishbone --set family=ice40up --set payload-bits=32 -o net >said
result $? generated
size fat_tree_wishbone_fifo '-set WIDTH 35 -set DEPTH 16'
[ "$rams" -eq 3 ]
result $? 'a deep queue lies in block RAM'
size fat_tree_wishbone ''
[ "$rams" -eq 0 ] && [ "$luts" -gt 1000 ] && [ "$luts" -lt 3000 ] && [ "$ffs" -lt 3300 ]
result $? 'the default needs no block RAM and little logic'
finish
