#!/bin/sh
# streams.sh FTC BENCH: m_axis of networks of all machines, by simulation: streams.v.
# For what proofs assume or leave out: how leaves and the rest of a network are reset together. TAP.
set -u
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# try LEAVES LABEL_BITS KEY.. : a line of parameters each
try() {
	leaves=$1 label=$2
	shift 2
	printf '%s\n' 'name: net' 'payload-bits: 8' "$@" >net.yaml
	rm -rf net
	faults=$(grep -q fault-registers net.yaml && echo -DFAULTS)
	# shellcheck disable=SC2086
	"$ftc" generate net.yaml -o net >said 2>&1 &&
		iverilog -g2005 -DNETWORK=net -DLEAVES="$leaves" -DLABEL="$label" -DBITS=8 $faults -s streams -o run "$bench" net/rtl/*.v \
			>said 2>&1 &&
		vvp run >said 2>&1 && grep '^passed' said >/dev/null
	report "$*"
}

try 8 3 'network: fat-tree' 'leaves: 8'
try 4 2 'network: xgft' 'children: [4]' 'parents: [1]' 'lanes: 3'
try 8 3 'network: fat-tree' 'leaves: 8' 'lanes: auto'
try 7 3 'network: hypertree-1' 'nodes: 7'
try 7 3 'network: hypertree-1' 'nodes: 7' 'acknowledge: true'
try 3 2 'network: hypertree-1' 'nodes: 3' 'fault-registers: true' 'outstanding: 2'
try 8 3 'network: pruned-butterfly' 'leaves: 8' 'routing: deterministic'
try 8 3 'network: sorting-fat-tree' 'leaves: 8' 'mesh-side: 1' 'batches: 2'
try 16 4 'network: sorting-fat-tree' 'leaves: 16' 'mesh-side: 2'
try 12 4 'network: rotor' 'leaves: 12'
finish
