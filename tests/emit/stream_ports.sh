#!/bin/bash
# stream-source and stream-keep give other ports, and nothing else, in every kind of network.
#
#   stream_ports.sh FTC
#
# The network as ever, one with m_axis_tid, and one with both ports, all of the same parameters and the latter two with
# m_axis_tkeep, run side by side in Icarus (stream_ports.awk): all outputs are equal in every clock. Icarus and Verilator read
# them without a word, and of two networks Yosys. The model runs each of them, checks all messages, and prints the same figures.
# The modules around a network are tried where their ports differ most: testbench, and slaves and masters of a Wishbone bus.
set -u
here=$(dirname "$(realpath "$0")")
ftc=$(realpath "$1") bench=$here/stream_ports.awk
. "$here/../common/tap.sh"
. "$here/../common/silent.sh"
export FTC_CACHE=$scratch/cache
command -v verilator iverilog yosys >/dev/null || { echo "1..0 # SKIP no verilator, iverilog or yosys"; exit 0; }

# make FOLDER OPTION...
make() {
	local folder=$1
	shift
	rm -rf "$folder"
	"$ftc" generate network.yaml --set name="$folder" -o "$folder" "$@" >said 2>&1
}

side_by_side() {
	make ever && make renamed $tid $keep && make doubled $both $keep || return 1
	awk -v source="$source" -f "$bench" ever/ever.json >beside.v || return 1
	silent Icarus iverilog -Wall -Wno-timescale -g2005 -s both_ways -o beside beside.v ever/rtl/*.v renamed/rtl/*.v doubled/rtl/*.v || return 1
	vvp -n beside >said && [[ $(cat said) = equal* ]]
}

linted() {
	silent Verilator verilator --lint-only -Wall --top-module doubled doubled/rtl/*.v || return 1
	[ ! "$reader" ] || silent Yosys yosys -q -p "read_verilog $(echo doubled/rtl/*.v); hierarchy -check -top doubled; proc; check -assert"
}

# The figures of a run without what the keys change by their names.
figures() {
	"$ftc" simulate network.yaml --engine model --frames 20 --json "$@" 2>said | grep -v '"made"\|"stream-'
	[ "${PIPESTATUS[0]}" -eq 0 ]
}

modelled() {
	figures >as-ever && figures $tid $keep >other && diff as-ever other >said && figures $both $keep >other && diff as-ever other >said
}

# network NAME KEY...: a kind of network
network() {
	local name=$1
	takes 4 || return 0
	shift
	printf '%s\n' "$@" 'payload-bits: 8' >network.yaml
	side_by_side
	report "$name: the same words under other names"
	linted
	report "$name: read without a word"
	[ ! "$source" = 1 ] || { modelled; report "$name: the same figures"; }
}

reader=
tid='--set stream-source=tid' both='--set stream-source=both' keep='--set stream-keep=true' source=1
network 'a hypertree' 'network: hypertree-2' 'nodes: 6'
network 'a hypertree with fault registers' 'network: hypertree-1' 'nodes: 3' 'fault-registers: true'
network 'a ring' 'network: half-ring' 'nodes: 4'
network 'rounds of batches' 'network: pruned-butterfly' 'leaves: 4' 'routing: deterministic'
network 'a sorting fat-tree' 'network: sorting-fat-tree' 'leaves: 4'
network 'blocks of a sorting fat-tree' 'network: sorting-fat-tree' 'leaves: 8' 'mesh-side: 2' 'batches: 1'
network 'lanes' 'network: xgft' 'children: [2, 2]' 'parents: [1, 2]' 'lanes: auto'
network 'packets' 'network: fat-tree' 'leaves: 4' 'lanes: 4' 'packet: true'
network 'broadcasts to groups' 'network: xgft' 'children: [2, 2]' 'parents: [1, 2]' 'broadcast-every: 2' 'groups: [[0, 3], [1-2]]' 'fault-registers: true'
network 'a pruned butterfly' 'network: pruned-butterfly' 'leaves: 4'
network 'leaves of two wires, with an outside' 'network: fat-tree' 'leaves: 3' 'capacities: [1, 2, 2]' 'external: true'
network 'a rotor' 'network: rotor' 'leaves: 12'
reader=yosys
network 'a serial fat-tree' 'network: fat-tree' 'leaves: 4' 'root-capacity: 2'

# around NAME OPTION...: the testbench of a generated folder, and what it is around
around() {
	local name=$1
	shift
	make around "$@" && silent Verilator verilator --lint-only --timing -Wall --top-module around_bench around/rtl/*.v around/bench/*.v &&
		silent Icarus iverilog -Wall -g2005 -o bench around/rtl/*.v around/bench/*.v && vvp -n bench >said && grep -q '^passed' said
	report "$name"
}
printf '%s\n' 'network: fat-tree' 'leaves: 4' 'root-capacity: 2' 'payload-bits: 8' >network.yaml
around 'a testbench beside m_axis_tid' $tid $keep
around 'a testbench beside both' $both $keep
around 'Wishbone slaves beside m_axis_tid' $tid $keep --wishbone
around 'Wishbone slaves beside both' $both $keep --wishbone

# A schedule shows no source: its ports differ by m_axis_tkeep.
source=0 tid='' both=''
printf 'network: fat-tree\nleaves: 4\ncapacities: [2, 2, 2]\nswitching: off-line\n' >network.yaml
"$ftc" schedule network.yaml --from all-to-all -o schedule.json --set settings-port=true --set schedule-cycles=64 >said 2>&1
report 'a schedule'
network 'a schedule that is played' 'network: fat-tree' 'leaves: 4' 'capacities: [2, 2, 2]' 'switching: off-line' 'schedule: schedule.json'
finish
