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
. "$root/tests/common/silent.sh"
nothing_said() {
	[ -z "$(without_times said)" ]
}

# runs NAME FILE WORDS..: generated with these words, it has nothing to be said about it, and passes with as many
# messages as it should.
runs() {
	name=$1
	file=$2
	count=$3
	shift 3
	"$ftc" generate "$file" -o "$name" "$@" >said 2>&1 && "$core" check "$name"/*.core >>said 2>&1 &&
		run_target "$name"/*.core lint work >said 2>&1 && nothing_said &&
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
runs lanes xgft.yaml '12 messages' --set children=2,2 --set parents=1,2 --set lanes=auto
runs xgft-small xgft.yaml '12 messages' --set children=2,2 --set parents=1,2
runs binary-lanes "$e/tree16.yaml" '48 messages' --set lanes=auto
printf 'network: hypertree-1\nnodes: 7\n' >hypertree.yaml
runs hypertree hypertree.yaml '21 messages'
runs hypertree-dead hypertree.yaml '15 messages' --set faults=node:3
runs hypertree-dead-at-first hypertree.yaml '12 messages' --set network=hypertree-2 --set nodes=6 --set faults=node:5 \
	--set fault-registers=true
runs sorter "$e/sorter8.yaml" '8 frames'
runs sorter-keys "$e/sorter8.yaml" '8 frames' --set wires=5 --set payload-bits=0
printf 'network: flexible-sorter\nwords: 16\nlines: 4\nkey-bits: 5\npayload-bits: 3\n' >flexible.yaml
runs flexible flexible.yaml '4 batches'
runs flexible-column flexible.yaml '4 batches' --set words=4 --set family=ice40
runs wishbone "$e/tree8.yaml" '24 messages' --wishbone
runs wishbone-long "$e/tree16.yaml" '15 messages' --wishbone --set leaves=5 --set root-capacity=3 \
	--set payload-bits=97 --set external=true
runs wishbone-gaps xgft.yaml '18 messages' --wishbone --set broadcast-every=4 --set 'groups=[[0,1],[2,5]]' \
	--set probe=true
runs wishbone-bit xgft.yaml '18 messages' --wishbone --set payload-bits=1 --set name=bit_network

# Small queues: a message waits until there is room for it.
small='--set leaves=4 --set capacities=[2,1] --set payload-bits=8'
# shellcheck disable=SC2086
runs wishbone-ice40 "$e/tree8.yaml" '12 messages' --wishbone --set family=ice40 $small
# shellcheck disable=SC2086
runs wishbone-small "$e/tree8.yaml" '12 messages' --wishbone $small

# The queues' depths are parameters of the core; other names are none.
run_target wishbone-ice40/*.core sim work SEND_DEPTH=8 RECEIVE_DEPTH=4 >said 2>&1 && grep -q '^passed: 12 messages' said
result $? 'other depths'
run_target wishbone/*.core lint work SEND_DEPTH=2 RECEIVE_DEPTH=2048 >said 2>&1 && nothing_said
result $? 'other depths, for lint'
! run_target wishbone/*.core sim work DEPTH=8 >said 2>&1 && ! grep -q '^passed' said
result $? 'no other parameter'
# FuseSoC would set the parameters of a dependency's default target in the top module of the whole.
[ -z "$("$core" list "$(echo wishbone/*.core)" default parameters)" ]
result $? 'none for a core that depends on this one'

# Two networks in one design: the cores have two names, and no module of one is in the other.
name_of() {
	sed -n 's/^name: "\(.*\)"$/\1/p' "$1"/*.core
}
"$ftc" generate "$e/tree8.yaml" -o plain >said 2>&1
different=$(for d in plain wishbone wishbone-ice40 wishbone-long tree16 xgft; do name_of "$d"; done | sort | uniq -d)
[ -z "$different" ] && name_of wishbone-bit | grep -q '^ftc:networks:bit_network:[0-9.]*$' &&
	name_of wishbone | grep -q '^ftc:networks:fat_tree_wishbone_[0-9a-f]*:'
result $? 'networks have different names'
"$ftc" generate "$e/tree8.yaml" -o same --wishbone >said 2>&1 && [ "$(name_of same)" = "$(name_of wishbone)" ]
result $? 'the same network has the same name'
"$ftc" generate "$e/tree8.yaml" -o first --wishbone --set name=first >said 2>&1 &&
	"$ftc" generate "$e/tree8.yaml" -o second --wishbone --set name=second --set payload-bits=8 >said 2>&1
cat >both.v <<'END'
module both;
    first_bench first ();
    second_bench second ();
endmodule
END
both=$(for d in first second; do files_of $d/$d.core sim verilogSource-2005; done)
# shellcheck disable=SC2086
iverilog -g2005 -Wall -s both -o both $both both.v >said 2>&1 && [ ! -s said ] && vvp -n both >said 2>&1 &&
	grep -q '^passed: 24 messages' said
result $? 'two networks in one design, Icarus Verilog'
# shellcheck disable=SC2086
verilator --lint-only --timing --top-module both $both both.v >said 2>&1
result $? 'two networks in one design, Verilator'
# shellcheck disable=SC2086
! iverilog -g2005 -s both -o both $both $(files_of first/first.core default verilogSource-2005 | sed 's/^/.\//') both.v >said 2>&1
result $? 'one network twice is refused'

# passes_verilator NAME MODULE COUNT: the testbench says the same in Verilator.
passes_verilator() {
	(cd "$1" && verilator --binary -CFLAGS -O0 -MAKEFLAGS "${FTC_MODEL_FLAGS:-}" --Mdir ../verilated --top-module "$2" -f "${2%_bench}.f" \
		bench/*.v) >said 2>&1 && ./verilated/V"$2" >said 2>&1 && grep -q "^passed: $3 in [0-9]* clocks\$" said
	result $? "$1 in Verilator"
	rm -rf verilated
}
passes_verilator wishbone fat_tree_bench '24 messages'
passes_verilator wishbone-long fat_tree_bench '15 messages'
passes_verilator sorter sorter_bench '8 frames'
passes_verilator flexible flexible_sorter_bench '4 batches'
passes_verilator hypertree hypertree_1_bench '21 messages'
passes_verilator hypertree-dead-at-first hypertree_2_bench '12 messages'

# Where nobody knows what the leaves are there is no sim.
"$ftc" generate "$e/tree8.yaml" --set leaf-interface=wires -o wires >said 2>&1 && "$core" check wires/*.core &&
	! grep -q '^  sim:' wires/*.core
result $? 'no sim for bare wires'

# finds NAME FILE SED: a fault in a file of a network makes sim fail. In small networks: a testbench waits long for what is lost.
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
finds xgft-small xgft_selector.v 's/m <= in;/m <= ~in;/'
finds sorter sorter_compare_exchange.v 's/: a & b;/: a | b;/'
finds flexible flexible_sorter_flexible_rotator.v 's/by\[q\] ?/by[q] \&\& q > 0 ?/'
finds wishbone-small fat_tree_wishbone_fifo.v 's/word\[tail\] <= /word[head] <= /'
finds wishbone-ice40 fat_tree_wishbone_leaf.v 's/{lost, has_room, /{lost, 1'"'"'b1, /'
finds wishbone-small fat_tree_wishbone_registers.v 's/irq <= |(flags & enable)/irq <= |(~flags \& enable)/'
finds wishbone-long fat_tree_wishbone_leaf.v 's/whole\[32\*number +: 32\];/whole[31:0];/'
finish
