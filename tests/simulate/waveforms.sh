#!/bin/sh
# waveforms.sh FTC HEADER: every signal in a save file of `ftc simulate --trace` exists in the waveform, for all kinds
# of networks, and the most useful signals are among them. HEADER prints the header of a waveform as VCD. TAP.
set -u
ftc=$(realpath "$1")
header=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
telling=wrong.txt

# signals FST: all of them, one a line.
signals() {
	"$header" "$1" | awk '
		$1 == "$scope" { depth++; path[depth] = (depth > 1 ? path[depth - 1] "." : "") $3 }
		$1 == "$upscope" { depth-- }
		$1 == "$var" { print path[depth] "." $5 ($6 == "$end" ? "" : $6) }
		$1 == "$enddefinitions" { exit }' | sort -u
}

# traced NAME "SHOWN..." ARGUMENTS...: simulates; the save file shows the signals that end in SHOWN, and none that there
# is not.
traced() {
	name=$1 wanted=$2
	shift 2
	rm -f wave.*
	"$ftc" simulate "$@" --trace wave.fst >out.txt 2>&1 || { result 1 "$name" out.txt; return; }
	signals wave.fst >names.txt
	grep '\.' wave.gtkw | grep -v '^\[\|^\*\|^-' | sed 's/^#{[^}]*} //' | tr ' ' '\n' | sed 's/^([0-9]*)//' | sort -u >shown.txt
	{
		# A vector of one bit is written with or without its range.
		while read -r signal; do
			grep -qxF -e "$signal" -e "$signal[0:0]" names.txt || echo "$signal is not in the waveform"
		done <shown.txt
		for signal in $wanted; do
			grep -qE "\.$signal(\[.*\])?\$" shown.txt || echo "$signal is not shown"
		done
		[ "$(ls -A | grep -c ftc-trace)" = 0 ] || echo 'temporary files are left'
	} >wrong.txt
	[ ! -s wrong.txt ]
	report "$name"
}

printf 'network: fat-tree\nname: tiny\nleaves: 8\ncapacities: [4, 2, 1]\npayload-bits: 16\n' >tree.yaml
printf 'network: sorter\nwires: 5\nkey-bits: 4\npayload-bits: 3\n' >sorter.yaml
printf 'network: link\npayload-bits: 8\n' >link.yaml
printf 'network: rotor\nleaves: 12\npayload-bits: 8\n' >rotor.yaml
printf 'network: xgft\nchildren: [3, 2]\nparents: [1, 2]\npayload-bits: 8\n' >xgft.yaml
printf 'network: fat-tree\nname: played\nleaves: 5\ncapacities: [4, 4, 2]\nconnections: 2\npayload-bits: 8\nswitching: off-line\n' >off.yaml
printf '0 4\n1 3\n4 0\n2 2\n' >messages.txt
"$ftc" schedule off.yaml messages.txt -o schedule.json --set settings-port=true \
	--set schedule-cycles=64 >out.txt 2>&1 || cat out.txt

shown='s_axis_tvalid s_axis_tdata m_axis_tvalid m_axis_tdata'
traced 'a tree' "$shown s_axis_tdest m_axis_tuser tree.left_up tree.right_down tree.left.left_up left.left.left_leaf.up" tree.yaml --frames 5 --warmup 0
traced 'leaves with two wires' "$shown tree.left_up" tree.yaml --set capacities='[4,4,2]' --set connections=2 \
	--set leaves=5 --frames 5
traced 'a sorter, with probes' 'start in out_start out probe' sorter.yaml --set probe=true --frames 5
# Batcher's network sorts five words with nine comparators, each of which has two outputs.
grep -qx 'simulation.ftc_model.sorter.probe\[17:0\]' shown.txt
report 'what each comparator puts out' shown.txt
traced 'a generalized fat tree' "$shown s_axis_tdest tree.child_1_up child_0.child_2_down" xgft.yaml --frames 5
chips='first.link_tx_pins first.link_rx_clk second.link_tx_clk second.link_rx_pins second.link_up'
traced 'two chips that a link joins' "$shown $chips first.tree.left_up second.tree.right_down" tree.yaml --set external=true --set capacities='[4,4,2,1]' \
	--set root-interface=link --set pins=8 --frames 5
[ "$(grep -c '^-leaf 15$' wave.gtkw)" = 2 ]
report 'leaves of the second chip have the numbers of the run' wave.gtkw
traced 'two ends of a link' 'first.tx_pins first.rx_clk second.rx_pins second.up' link.yaml --frames 5
traced 'a rotor, whose leaves share a template' "$shown s_axis_tdest m_axis_tuser rotor.rotor.s_axis_tready" rotor.yaml --frames 5
# Bits 15 to 8 of 96.
grep -qF '#{s_axis_tdata[7:0]} (80)simulation.ftc_model.rotor.rotor.s_axis_tdata[95:0] (81)' wave.gtkw
report 'what leaf 1 sends' wave.gtkw
traced 'an off-line fat-tree, with probes' \
	"$shown play playing tree.left_up left.right_down probe_up probe_down" off.yaml \
	--set schedule=schedule.json --set probe=true
finish
