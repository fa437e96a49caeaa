#!/bin/sh
# cost.sh FTC TREE8 BOARD MOST [--set KEY=VALUE ...]: the cost of a host bridge beside its network, in LUTs as counted by
# Yosys, is at most MOST; and the whole design meets the board's clock with the first seed.
set -eu
ftc=$(realpath "$1")
example=$(realpath "$2")
board=$3
most=$4
shift 4
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

cd "$here"
cp "$example" tree8.yaml
if [ "$board" = icebreaker ]; then
	family=ice40
else
	family=ecp5
	PATH=$PATH:${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin command -v nextpnr-ecp5 >/dev/null \
		|| { echo '1..0 # SKIP nextpnr-ecp5 is not installed'; exit 0; }
fi
"$ftc" build tree8.yaml --board "$board" --app host -o out --json "$@" >out.json || { echo 'not ok 1 - build'; exit 1; }
whole=$(sed -n 's/^ *"lut4": \([0-9]*\),/\1/p' out.json)
# The network by itself, made by the same synthesis. A carry cell of an ECP5 counts as two LUTs, a LUT-RAM as six.
script=$(sed -n "s/.*; \(synth_$family.*\) -top.*/\1/p" out/log/yosys.log | head -1)
yosys -q -p "read_verilog out/rtl/*.v; $script -top fat_tree; tee -q -o cells stat" >/dev/null
network=$(awk '
	function luts(type) {
		return type ~ /^(SB_)?LUT4$/ ? 1 : type == "CCU2C" ? 2 : type == "TRELLIS_DPR16X4" ? 6 : 0
	}
	/===/ { n = 0 }			# yosys counts each module, then the whole
	{ n += luts($1) * $2 + luts($2) * $1 }
	END { print n }' cells)
bridge=$((whole - network))
echo "# network $network LUT4, with bridge and reset $whole: $bridge more; at most $most"
[ "$network" -gt 300 ] && [ "$bridge" -gt 100 ] || { echo "not ok 1 - counts"; exit 1; }
[ "$bridge" -le "$most" ] && echo "ok 1 - cost" || { echo "not ok 1 - cost"; exit 1; }
ls out/fat_tree.bi[nt] >/dev/null && echo "ok 2 - bitstream" || { echo "not ok 2 - bitstream"; exit 1; }
echo 1..2
