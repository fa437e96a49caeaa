#!/bin/sh
# The targets lint and sim of generated cores: networks of all kinds, with and without Wishbone; sim must find faults.
#
#   sim.sh FTC CORE SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
core=$(realpath "$2")
root=$(realpath "$3")
. "$root/tests/fusesoc/play.sh"
command -v verilator >/dev/null && command -v iverilog >/dev/null ||
	{ echo '1..0 # SKIP no verilator or iverilog'; exit 0; }
. "$(dirname "$0")/../common/tap.sh"
# Newer Verilators say how long they took even when all is well.
silent() {
	! grep -v '^- V e r i l a t i o n   R e p o r t:\|^- Verilator: ' said
}

# runs NAME FILE WORDS..: generated with these words, it has nothing to be said about it, and passes with as many
# messages as it should.
runs() {
	name=$1
	file=$2
	count=$3
	shift 3
	"$ftc" generate "$file" -o "$name" "$@" >said 2>&1 && "$core" check "$name"/*.core >>said 2>&1 &&
		run_target "$name"/*.core lint work >said 2>&1 && silent &&
		run_target "$name"/*.core sim work >said 2>&1 &&
		[ "$(wc -l <said)" -eq 1 ] && grep -q "^passed: $count in [0-9]* clocks\$" said
	result $? "$name"
}
e=$root/examples
printf 'network: xgft\nchildren: [2, 3]\nparents: [2, 2]\npayload-bits: 9\n' >xgft.yaml
runs tree16 "$e/tree16.yaml" '48 messages'
runs eleven "$e/tree16.yaml" '33 messages' --set leaves=11 --set connections=2 --set payload-bits=1 --set external=true
runs xgft xgft.yaml '18 messages' --set broadcast-every=4 --set 'groups=[[0,1],[2,5]]' --set fault-registers=true
runs dead xgft.yaml '18 messages' --set faults=link:0:1:0
runs sorter "$e/sorter8.yaml" '8 frames'
runs sorter-keys "$e/sorter8.yaml" '8 frames' --set wires=5 --set payload-bits=0
runs wishbone "$e/tree8.yaml" '24 messages' --wishbone
runs wishbone-long "$e/tree16.yaml" '15 messages' --wishbone --set leaves=5 --set root-capacity=3 \
	--set payload-bits=97 --set external=true
runs wishbone-gaps xgft.yaml '18 messages' --wishbone --set broadcast-every=4 --set 'groups=[[0,1],[2,5]]' \
	--set probe=true
runs wishbone-bit xgft.yaml '18 messages' --wishbone --set payload-bits=1 --set name=bit_network

# passes_verilator NAME MODULE COUNT: the testbench says the same in Verilator.
passes_verilator() {
	(cd "$1" && verilator --binary -CFLAGS -O0 --Mdir ../verilated --top-module "$2" -f "${2%_bench}.f" \
		bench/*.v) >said 2>&1 && ./verilated/V"$2" >said 2>&1 && grep -q "^passed: $3 in [0-9]* clocks\$" said
	result $? "$1 in Verilator"
	rm -rf verilated
}
passes_verilator wishbone fat_tree_bench '24 messages'
passes_verilator wishbone-long fat_tree_bench '15 messages'
passes_verilator sorter sorter_bench '8 frames'

# Where nobody knows what the leaves are there is no sim.
"$ftc" generate "$e/tree8.yaml" --set leaf-interface=wires -o wires >said 2>&1 && "$core" check wires/*.core &&
	! grep -q '^  sim:' wires/*.core
result $? 'no sim for bare wires'

# finds NAME FILE SED: a fault in a file of a network makes sim fail.
finds() {
	cp -R "$1" broken
	sed -i "$3" "broken/rtl/$2"
	! cmp -s "broken/rtl/$2" "$1/rtl/$2" && ! run_target broken/*.core sim work >said 2>&1 &&
		grep -q '^failed: ' said
	result $? "finds a fault in $2 of $1"
	rm -rf broken
}
finds tree16 fat_tree_leaf_store.v 's/localparam \[P-1:0\] MARKER = 1;/localparam [P-1:0] MARKER = 2;/'
finds tree16 fat_tree_leaf_sender.v 's/message = {1.b1, own_source, word};/message = {1'"'"'b1, ~own_source, word};/'
finds xgft xgft_selector.v 's/m <= in\[0\];/m <= ~in[0];/'
finds sorter sorter_compare_exchange.v 's/: a & b;/: a | b;/'
finds wishbone fat_tree_wishbone_fifo.v 's/oldest <= word\[next_head\];/oldest <= word[tail];/'
finds wishbone fat_tree_wishbone_leaf.v 's/irq    <= |(status & enable)/irq    <= |(~status \& enable)/'
finds wishbone-long fat_tree_wishbone_leaf.v 's/whole\[32\*number +: 32\];/whole[31:0];/'
finish
