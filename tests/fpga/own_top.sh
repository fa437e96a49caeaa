#!/bin/sh
# A user's own top module in a bitstream: examples/buttons on a board. The bench of the example presses the buttons and looks at
# the LEDs: on an iCEBreaker in what is in the bitstream, which is turned back into Verilog, on others in the Verilog of the
# board's top module. A planted fault must be found.
#
#   own_top.sh FTC SOURCE-DIRECTORY BOARD
# Ends with 77 (skipped) where the tools of the board's family are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
root=$(realpath "$2")
board=$3
case $board in
icebreaker) need_tools yosys nextpnr-ice40 icepack icebox_vlog python3 iverilog ;;
ulx3s*) need_tools yosys nextpnr-ecp5 ecppack iverilog ;;
*) need_tools yosys nextpnr-ice40 icepack iverilog ;;
esac
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE="$scratch/cache"
cp "$root/examples/tree8.yaml" "$root/tests/fpga/buttons_test.v" .

# A look at the buttons every 100 clocks, as in the bench, instead of 100 in a second.
sed 's,CLOCK_HZ / LOOK_HZ,100,' "$root/examples/buttons/buttons.v" >buttons.v
is 'it looks more often' grep -q 'CLOCKS = 100;' buttons.v

# What is in the bitstream. icebox_vlog prints ports of a PLL that its model need not have, and no wire to its pad.
unpack() {
	iceunpack out/fat_tree.bin chip.asc
	python3 -W ignore "$(command -v icebox_vlog)" -s -c -d sg48 -p out/fat_tree.pcf chip.asc |
		sed -E '/^  \.(DELAY_ADJUST|PLLOUT_SELECT|SHIFTREG|FDA_|ENABLE_ICEGATE|TEST_MODE|PLLOUTCORE|EXTFEEDBACK)/d
			/^  \.(DYNAMICDELAY|LATCHINPUT|SDO|SDI|SCLK)/d
			/^  \.(FILTER_RANGE|RESETB)\(/s/,$//
			s/^  \.PACKAGEPIN\(.*\)/  .PACKAGEPIN(clk_pin)/' >chip.v
}

# The board's top module, with the level that a pressed button gives: wrap LEVEL
wrap() {
	{
		echo 'module chip (input wire clk_pin, input wire [2:0] button, output wire [4:0] led);'
		echo "    fat_tree_board board (.clk_pin(clk_pin), .button(button ^ {3{1'b$((1 - $1))}}), .led(led));"
		echo 'endmodule'
	} >chip.v
}

# press FILE...: the bench, on those files of Verilog
press() {
	iverilog -g2005 -o chip.vvp buttons_test.v "$@" "$root/sim/pll_models.v" && vvp -n chip.vvp >pressed
	cat pressed
}

"$ftc" build tree8.yaml --board "$board" --top buttons.v -o out >said 2>&1
is 'it is built' [ $? -eq 0 ]
cat said
is 'its buttons pass two flip-flops' grep -q 'button__second <= button__first' out/rtl/fat_tree_board.v
is 'its clock is reported' grep -q 'CLOCK_HZ([1-9][0-9]*000000)' out/rtl/fat_tree_board.v
is 'nothing of the user is copied' [ ! -e out/rtl/buttons.v ]

if [ "$board" = icebreaker ]; then
	is 'its ports have pins, and no others' [ "$(grep -c '^set_io' out/fat_tree.pcf)" -eq 9 ]
	is 'which are those of the buttons' grep -q '^set_io button\[2\] 18$' out/fat_tree.pcf
	unpack
	press chip.v
	is 'its LEDs show what arrives' grep -q '^passed: 12 presses' pressed

	# Two buttons in each other's place are found.
	sed -i 's/button\[1\] 19/button[1] 18/; t; s/button\[2\] 18/button[2] 19/' out/fat_tree.pcf
	is 'a fault is planted' grep -q 'button\[2\] 19' out/fat_tree.pcf
	unpack
	press chip.v
	is 'the fault is found' grep -q '^failed: ' pressed
	exit $failed
fi

case $board in
hx8k-breakout) level=0 ;;
*) level=1 ;;
esac
wrap $level
press chip.v buttons.v out/rtl/*.v
is 'its LEDs show what arrives' grep -q '^passed: 12 presses' pressed
wrap $((1 - level))
press chip.v buttons.v out/rtl/*.v
is 'the other polarity is found' grep -q '^failed: ' pressed
exit $failed
