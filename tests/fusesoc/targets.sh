#!/bin/sh
# A target for every board; and the results of synth and of two boards.
#
#   targets.sh FTC CORE SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
core=$(realpath "$2")
root=$(realpath "$3")
. "$root/tests/fusesoc/play.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }
PATH=$PATH:${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin
. "$(dirname "$0")/../common/tap.sh"
printf 'network: fat-tree\nleaves: 2\ncapacities: [1]\npayload-bits: 8\n' >tree2.yaml

# The library of cells against which a top is checked; the constraints must name its ports, all of them and no others
# but uart_rx and those of the board's `pins`, which a self test does not have.
cells_of() {
	case $1 in icestorm) echo +/ice40/cells_sim.v ;; trellis) echo '+/ecp5/cells_sim.v +/ecp5/cells_bb.v' ;; esac
}
constrained() {
	case $1 in
	*.pcf) sed -n 's/^set_io  *\(-[a-z_]*  *[a-z0-9]*  *\)*\([a-z_0-9]*\) .*/\2/p' "$1" ;;
	*.lpf) sed -n 's/^LOCATE COMP "\([a-z_0-9]*\)".*/\1/p' "$1" ;;
	esac | grep -vx uart_rx | sort -u
}
# Ports that only a user's own top module has.
for_own_tops() {
	sed -n '/^pins:/,$ s/^ *- \([a-z_0-9]*\).*/\1/p' "$1"
	echo none
}
ports_of() {
	sed -n '/^module/,/^);/s/^ *\(input\|output\|inout\)  *wire  *\(\[.*\] *\)*\([a-z_0-9]*\).*/\3/p' "$1" | sort
}
for description in "$root"/boards/*.yaml; do
	board=$(basename "$description" .yaml)
	{
		"$ftc" generate tree2.yaml --board "$board" -o "$board" && "$core" check "$board/fat_tree.core" &&
			[ "$("$core" word "$board/fat_tree.core" "$board" toplevel)" = fat_tree_board ] &&
			tool=$("$core" word "$board/fat_tree.core" "$board" default_tool) &&
			yosys -q -p "read_verilog -lib $(cells_of "$tool"); read_verilog $(files_of "$board/fat_tree.core" "$board" \
				verilogSource-2005 | tr '\n' ' '); hierarchy -check -top fat_tree_board" &&
			for_own_tops "$description" >own && constrained "$board"/board/*.[pl][cp]f | grep -vxFf own | grep . >pins &&
			ports_of "$board/board/fat_tree_board.v" >ports && diff ports pins
	} >said 2>&1
	result $? "target $board"
done

# The network is that of `ftc build`: same family, same clock.
"$ftc" generate tree2.yaml --board icebreaker -o made >said 2>&1 && grep -q 'family: ice40up' made/rtl/fat_tree.v &&
	grep -q 'clock: 48' made/rtl/fat_tree.v
result $? 'family and clock are those of the board'
grep -qF 'yosys_synth_options: ["-dffe_min_ce_use", "32", "-device", "u", "-spram"]' made/fat_tree.core &&
	grep -qF 'nextpnr_options: ["--up5k", "--package", "sg48", "--freq", "48.000"]' made/fat_tree.core
result $? 'and so are the options of the tools'
"$ftc" generate tree2.yaml --board icebreaker --set clock=300 -o refused >said 2>&1
[ $? -eq 2 ] && grep -qxF 'try: --set clock=183' said && [ ! -e refused ]
result $? 'a clock that no PLL makes is refused'
"$ftc" generate tree2.yaml --board icebraker -o refused >said 2>&1
[ $? -eq 2 ] && grep -qxF 'try: --board icebreaker' said && [ ! -e refused ]
result $? 'a board that there is not is refused'

run_target made/fat_tree.core synth work >said 2>&1
result $? 'synth'
if command -v nextpnr-ice40 >/dev/null && command -v icepack >/dev/null; then
	run_target made/fat_tree.core icebreaker work-icebreaker >said 2>&1 &&
		[ "$(wc -c <work-icebreaker/design.bin)" -gt 100000 ]
	result $? 'bitstream for icebreaker'
else
	skip 'bitstream for icebreaker' 'no nextpnr-ice40 or icepack'
fi
if command -v nextpnr-ecp5 >/dev/null && command -v ecppack >/dev/null; then
	run_target ulx3s-25f/fat_tree.core ulx3s-25f work-ulx3s >said 2>&1 &&
		[ "$(wc -c <work-ulx3s/design.bit)" -gt 100000 ]
	result $? 'bitstream for ulx3s-25f'
else
	skip 'bitstream for ulx3s-25f' 'no nextpnr-ecp5 or ecppack'
fi
finish
