#!/bin/sh
# A level has the same number, nodes and wires in the report, the manifest and the results of a simulation.
#
#   levels.sh FTC
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
# What is compared.
telling='reported listed measured'

# levels FILE: a line for each of its "levels": level, nodes, capacity
levels() {
	awk '/^  "levels": / { inside = 1; next } /^  ]/ { inside = 0 } inside {
		value[$1] = $2 + 0
		if ($1 == "\"capacity\":")
			print value["\"level\":"], value["\"nodes\":"], value["\"capacity\":"]
	}' "$1"
}

# network NAME FIRST LINE...: FIRST is the level of its root
network() {
	name=$1 first=$2
	shift 2
	rm -f reported listed measured
	printf '%s\n' "name: $name" "$@" >"$name.yaml"
	"$ftc" report "$name.yaml" --json >report.json && "$ftc" generate "$name.yaml" -o "$name" >/dev/null &&
		levels report.json >reported && levels "$name/$name.json" >listed && grep -q "^$first " listed &&
		cmp reported listed
	report "$name"
}

# simulated NAME: likewise each channel's level and wires, those of the network above
simulated() {
	"$ftc" simulate "$1.yaml" --frames 20 --json >results.json &&
		levels results.json | awk '{ print $1, $NF }' >measured &&
		awk '$3 > 0 { print $1, $3 }' listed | cmp - measured
	report "$1, simulated"
}

network fat_tree 0 'network: fat-tree' 'leaves: 8' 'root-capacity: 5'
network odd 0 'network: fat-tree' 'leaves: 11' 'connections: 2' 'switching: off-line' 'settings-port: true' \
	'schedule-cycles: 4'
network cm_5 4 'network: cm-5' 'leaves: 256'
network xgft 2 'network: xgft' 'children: [3, 2]' 'parents: [2, 3]' 'link-width: 2' 'payload-bits: 8'
if command -v verilator >/dev/null; then
	simulated xgft
else
	skip 'xgft, simulated' 'no verilator'
fi
finish
