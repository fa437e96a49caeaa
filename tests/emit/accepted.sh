#!/bin/sh
# Other tools accept the output of `ftc generate` without a word.
#
#   accepted.sh FTC SETS TOOL [EVERY FIRST]     TOOL: verilator, iverilog, yosys; twice: the files are identical in any folder
#
# Of the networks the tool gets every one, or each EVERY-th from the FIRST on.
#
# A line of SETS is a network: a name, then KEY=VALUE for each --set, and options of `ftc generate`. Any output is a
# failure.
#
# Yosys checks a module once, however many instances there are. Verilator and Icarus elaborate every instance, and their
# time grows faster than the network (256 leaves: 24 s and over 100 s). They get a tree of more than 8 leaves in pieces:
# each kind of subtree, with empty modules for the subtrees below it. Subtrees of at most 8 leaves stay whole. So do two
# levels of a generalized tree, large or small. A hypertree of more than 32 nodes is linted as each kind of node, whole, and
# then as its links between empty nodes; smaller ones show what goes through several nodes.
set -u
LC_ALL=C
export LC_ALL
. "$(dirname "$0")/../common/silent.sh"
ftc=$(realpath "$1")
sets=$(realpath "$2")
tool=$3
every=${4:-1}
first=${5:-1}
# The last level of a tree of 8 leaves, and of a piece of 8: the root is level 0.
whole_levels=2
piece_levels=2
whole_heights=2
whole_nodes=32
[ "$tool" = twice ] || command -v "$tool" >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# generate PARAMETERS DIRECTORY KEY=VALUE...
generate() {
	case " $* " in
	*' wires='*) printf 'network: sorter\nwires: 2\n' ;;
	*' network='*) printf 'network: %s\n' "$(echo " $* " | sed 's/.* network=\([^ ]*\) .*/\1/')" ;;
	*' children='*) printf 'network: xgft\n' ;;
	*) printf 'network: fat-tree\nleaves: 2\n' ;;
	esac >"$1"
	parameters=$1
	directory=$2
	shift 2
	for word; do
		case $word in
		--*) set -- "$@" "$word" ;;
		*) set -- "$@" --set "$word" ;;
		esac
		shift
	done
	"$ftc" generate "$parameters" -o "$directory" "$@" >/dev/null 2>"$scratch/warnings" || cat "$scratch/warnings"
}

# lint TOP LIST
lint() {
	case $tool in
	verilator) verilator --lint-only -Wall --top-module "$1" -f "$2" ;;
	iverilog) iverilog -Wall -g2005 -s "$1" -o "$scratch/compiled" -c "$2" ;;
	yosys) yosys -q -p "read_verilog $(tr '\n' ' ' <"$2"); hierarchy -check -top $1; proc; check -assert" ;;
	esac >"$scratch/tool" 2>&1 || echo "$tool failed" >>"$scratch/tool"
	without_times "$scratch/tool"
}

# stub MODULE: its ports, and nothing in it.
stub() {
	mkdir -p stub
	{
		echo '/* verilator lint_off UNUSEDSIGNAL */'
		echo '/* verilator lint_off UNDRIVEN */'
		sed -n '/^`default_nettype none/,/^);/p' "rtl/$1.v"
		echo endmodule
		echo '`default_nettype wire'
	} >"stub/$1.v"
}

# The kinds of subtrees of a level: one, and another where the right edge of the tree cuts one off.
subtrees() {
	for kind in "${name}_subtree_$1" "${name}_subtree_$1_edge"; do
		[ ! -e "rtl/$kind.v" ] || echo "$kind"
	done
}

# The kinds of nodes of a hypertree.
nodes() {
	for kind in "rtl/${name}"_node_*.v; do
		basename "$kind" .v
	done
}

# lint_nodes: a hypertree in pieces.
lint_nodes() {
	for kind in $(nodes); do
		lint "$kind" "$name.f"
		stub "$kind"
	done
	sed "s:^rtl/\(${name}_node_[0-9]*\.v\)$:stub/\1:" "$name.f" >pieces.f
	lint "$top" pieces.f
}

# lint_above TOPS LEVEL: with empty modules for the subtrees of the level.
lint_above() {
	for below in $(subtrees "$2"); do
		stub "$below"
	done
	sed "s:^rtl/\(${name}_subtree_$2\(_edge\)\{0,1\}\.v\)$:stub/\1:" "$name.f" >"pieces_$2.f"
	for top in $1; do
		lint "$top" "pieces_$2.f"
	done
}

# lint_from LEVEL STEP END: the subtrees of LEVEL whole, those of END, and then the network, with empty modules below.
lint_from() {
	level=$1
	for top in $(subtrees "$level"); do
		lint "$top" "$name.f"
	done
	while [ "$level" -ne "$3" ]; do
		lint_above "$(subtrees $((level + $2)))" "$level"
		level=$((level + $2))
	done
	lint_above "$name" "$3"
}

# lint_network: that in this directory. A fat-tree's levels are counted from its root, a generalized one's from its leaves.
lint_network() {
	name=$(basename ./*.f .f)
	top=$name
	[ ! -e "rtl/${name}_wishbone.v" ] || top=${name}_wishbone
	last_level=0
	while [ -n "$(subtrees $((last_level + 1)))" ]; do
		last_level=$((last_level + 1))
	done
	if [ "$tool" = yosys ]; then
		lint "$top" "$name.f"
	elif [ -e "rtl/${name}_packet_port.v" ] && [ "$(grep -c "^ *${name}_node_[0-9]* " "rtl/$name.v")" -gt "$whole_nodes" ]; then
		lint_nodes
	elif [ -n "$(ls "rtl/${name}"_router_* 2>/dev/null)" ]; then
		if [ "$last_level" -le "$whole_heights" ]; then
			lint "$top" "$name.f"
		else
			lint_from "$whole_heights" 1 "$last_level"
		fi
	elif [ "$last_level" -le "$whole_levels" ]; then
		lint "$top" "$name.f"
	else
		lint_from $((last_level - piece_levels)) -1 0
	fi
}

# try KEY=VALUE...: prints what is wrong.
try() {
	rm -rf here deep elsewhere
	generate network.yaml here "$@"
	if [ "$tool" = twice ]; then
		mkdir -p deep/in/the/tree
		(cd deep/in/the/tree && generate ../../network.yaml ../../../../elsewhere "$@")
		diff -r here elsewhere
	else
		(cd here && lint_network)
	fi
}

grep -v -e '^#' -e '^$' "$sets" | awk -v every="$every" -v first="$first" 'NR % every == first % every' >list
echo "1..$(wc -l <list)"
number=0
while read -r set words; do
	number=$((number + 1))
	# shellcheck disable=SC2086
	try $words >said 2>&1 </dev/null
	status=$?
	if [ "$status" -eq 0 ] && [ ! -s said ]; then
		echo "ok $number - $set"
	else
		echo "not ok $number - $set"
		head -20 said | sed 's/^/# /'
	fi
done <list
