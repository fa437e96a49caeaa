#!/bin/sh
# cost.sh FTC TREE8: the cost of a host bridge beside its network on an iCEBreaker, in LUTs as counted by Yosys; and the
# whole design meets the board's clock.
set -eu
ftc=$(realpath "$1")
example=$(realpath "$2")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
most=700

cd "$here"
cp "$example" tree8.yaml
"$ftc" build tree8.yaml --board icebreaker --app host -o out --json >out.json
whole=$(sed -n 's/^ *"lut4": \([0-9]*\),/\1/p' out.json)
# The network by itself, made by the same synthesis.
script=$(sed -n 's/.*; \(synth_ice40 .*\) -top.*/\1/p' out/log/yosys.log | head -1)
yosys -q -p "read_verilog out/rtl/*.v; $script -top fat_tree; tee -q -o cells stat" >/dev/null
network=$(awk '$1 == "SB_LUT4" { n = $2 } $2 == "SB_LUT4" { n = $1 } END { print n }' cells)
bridge=$((whole - network))
echo "# network $network LUT4, with bridge and reset $whole: $bridge more; at most $most"
[ "$network" -gt 300 ] && [ "$bridge" -gt 100 ] || { echo "not ok 1 - counts"; exit 1; }
[ "$bridge" -le $most ] && echo "ok 1 - cost" || { echo "not ok 1 - cost"; exit 1; }
[ -s out/fat_tree.bin ] && echo "ok 2 - bitstream" || { echo "not ok 2 - bitstream"; exit 1; }
echo 1..2
