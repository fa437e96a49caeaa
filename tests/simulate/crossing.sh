#!/bin/sh
# crossing.sh FTC [FRAMES]: leaves with clocks of their own, 0.3 to 3 times as fast as the network's, in each kind of network
# (./check: in one): every word arrives once, in order, and every access of a bus is as it should be; and what goes wrong. TAP.
set -u
ftc=$(realpath "$1")
frames=${2:-60}
. "$(dirname "$0")/../common/tap.sh"
telling='out.txt error.txt'

# arrives FILE ARGUMENTS...: each word once, in order, intact
arrives() {
	"$ftc" simulate "$@" --frames "$frames" >out.txt 2>error.txt && grep -q 'each once, in order, intact' out.txt
}

# right FILE ARGUMENTS...: each access is performed and answered once
right() {
	"$ftc" simulate "$@" --bus --accesses $((frames * 50)) >out.txt 2>error.txt && grep -q ' 0 wrong, 0 lost, 0 doubled' out.txt
}

printf 'network: fat-tree\nleaves: 8\npayload-bits: 16\nasync-leaves: all\n' >serial.yaml
printf 'network: fat-tree\nleaves: 8\nlanes: auto\npayload-bits: 16\nasync-leaves: [0-2, 5]\n' >lanes.yaml
printf 'network: rotor\nleaves: 16\npayload-bits: 16\nasync-leaves: all\n' >rotor.yaml
printf 'network: hypertree-1\nnodes: 7\npayload-bits: 16\nasync-leaves: [1, 4-7]\n' >hypertree.yaml
printf 'network: pruned-butterfly\nleaves: 8\nrouting: deterministic\npayload-bits: 8\nasync-leaves: all\n' >batched.yaml
cat >bus.yaml <<'END'
network: fat-tree
leaves: 8
lanes: auto
bus: wishbone
map:
  - {leaf: 0, role: master, clock: async}
  - {leaf: 1-2, role: both, base: 0x3000, size: 1K, clock: async}
  - {leaf: 3, role: master}
  - {leaf: 4-6, role: slave, base: 0x40c00000, size: 256}
  - {leaf: 7, role: slave, base: 0x80000000, size: 1K, clock: async}
END
for network in serial lanes rotor hypertree batched; do
	takes 5 || continue
	arrives $network.yaml --load 0.8 --back-pressure 0.2 --seed 3
	report "$network"
done
arrives lanes.yaml --set packet=true --load 0.9
report "packets of several words"
right bus.yaml && right bus.yaml --set order=relaxed --set posted=true --memory-clocks 0..15 --errors 0.05 --seed 2
report "a bus"

# refused MESSAGE ARGUMENTS...
refused() {
	message=$1
	shift
	"$ftc" "$@" >out.txt 2>error.txt
	[ $? -eq 2 ] && [ "$(cat error.txt)" = "$message" ]
	report "refused: $(echo "$message" | head -1)"
}

refused "ftc: error: --engine model: leaves with clocks of their own are simulated in Verilog only
try: --engine rtl" simulate serial.yaml --engine model
refused "ftc: error: --pieces is given, but leaves have clocks of their own: they are simulated as one
try: without --pieces" simulate serial.yaml --pieces 1
finish
