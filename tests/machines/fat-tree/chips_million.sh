#!/bin/sh
# chips_million.sh FTC: a million words through two chips that a link joins, in Verilog, with a bit in 10,000 wrong: each once and in order,
# and how much of the pins' rate they take, at saturation. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
command -v verilator >/dev/null || { echo '1..0 # SKIP no verilator'; exit 0; }

# figure KEY [FILE]: the first one of that name
figure() { awk -v key="\"$1\":" '$1 == key { print $2 + 0; exit }' "${2-said.json}"; }

# million NAME KEYS OPTION...: words of 40 bits, two labels and the payload, over 4 pins
million() {
	name=$1 keys=$2
	shift 2
	{ printf 'network: fat-tree\nleaves: 16\npayload-bits: 32\npins: 4\nexternal: true\nroot-interface: link\n'; printf '%s\n' $keys | sed 's/=/: /'; } >chip.yaml
	"$ftc" simulate chip.yaml --json --bit-errors 1e-4 "$@" >said.json 2>messages
	[ $? -eq 0 ] && [ "$(figure delivered)" -ge 1000000 ] && [ "$(figure delivered)" = "$(figure sent)" ] && [ "$(figure sessions_lost)" = 0 ] &&
		[ "$(figure frames_again)" -gt 1000 ]
	report "$name: $(figure delivered) words, each once, in order, in $(figure clocks) clocks; $(figure frames_again) frames again"
	rate=$(awk -v accepted="$(figure accepted)" -v slot="$(figure slot_clocks)" 'BEGIN { printf "%.3f", accepted * 16 * 40 / slot / 4 }')
	awk -v rate="$rate" 'BEGIN { exit !(rate >= 0.8) }'
	report "$name: $rate of the pins' rate, at least 0.8"
}

million 'lanes, to any leaf' 'root-capacity=8 lanes=4' --load 0.07 --to-outside 1 --frames 430000
million 'serial wires, to the mirror image' 'root-capacity=16' --load 0.5 --pattern bit-complement --frames 73000
finish
