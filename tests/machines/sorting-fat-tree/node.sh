#!/bin/sh
# node.sh NODE BENCH: nodes of a sorting fat-tree, printed by NODE: no tool says a word about them, and behind a reset everything
# that leaves them is known. TAP.
set -u
common=$(dirname "$(realpath "$0")")/../../common
node=$(realpath "$1") bench=$(realpath "$2")
. "$common/tap.sh"
. "$common/silent.sh"

# try SIZE LINES UP [ROOT]: as for NODE
try() {
	"$node" verilog "$1" >node.v
	top=$(sed -n 's/^module \([a-z_]*_sorting_node_[0-9]*\) *(.*/\1/p; s/^module \([a-z_]*_sorting_node_[0-9]*\)$/\1/p' node.v)
	[ -n "$top" ]
	report "$1: there is a node"
	if command -v verilator >/dev/null; then
		silent Verilator verilator --lint-only -Wall -Wno-DECLFILENAME --top-module "$top" node.v
		report "$1: Verilator is silent"
	fi
	if command -v yosys >/dev/null; then
		silent Yosys yosys -q -p "read_verilog node.v; hierarchy -check -top $top; proc; check -assert"
		report "$1: Yosys is silent"
	fi
	if command -v iverilog >/dev/null; then
		silent Icarus iverilog -g2005 -Wall -s "$top" -o lone.vvp node.v
		report "$1: Icarus is silent"
		iverilog -g2005 -DNODE="$top" -DLINES="$2" -DUP="$3" ${4:+-D$4} -s node_known -o node.vvp node.v "$bench" >said 2>&1 &&
			vvp -n node.vvp >>said 2>&1 && grep -q '^0 unknown, [1-9][0-9]* waves$' said
		report "$1: all is known behind a reset"
	fi
}
try 4,1,2,3 2 2
try 8,1,1,2 4 2
try 16,0,4,8 8 4 ROOT
try 64,2,8,32 8 8
echo "1..$number"
exit "$failed"
