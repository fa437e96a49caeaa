#!/bin/sh
# Which kind of PLL can a pin drive? ftc's answer before it runs a tool agrees with nextpnr's.
#
#   pll_pads.sh FTC SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
source=$(realpath "$2")
for tool in yosys nextpnr-ice40; do
	command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
mkdir none
cp "$source/examples/tree8.yaml" .

cat >top.v <<'END'
module top(input clk_pin, input uart_rx, output uart_tx, output led_status);
wire clk;
reg bit = 0;
`KIND #(.FEEDBACK_PATH("SIMPLE"), .DIVR(0), .DIVF(63), .DIVQ(4), .FILTER_RANGE(1))
    pll(.`PIN(clk_pin), .PLLOUTGLOBAL(clk), .RESETB(1'b1), .BYPASS(1'b0));
always @(posedge clk) bit <= !bit;
assign led_status = bit, uart_tx = uart_rx;
endmodule
END
yosys -q -p 'read_verilog -DKIND=SB_PLL40_PAD -DPIN=PACKAGEPIN top.v; synth_ice40 -top top -json pad.json' >log 2>&1 &&
	yosys -q -p 'read_verilog -DKIND=SB_PLL40_CORE -DPIN=REFERENCECLK top.v; synth_ice40 -top top -json core.json' >log 2>&1 ||
	{ cat log; exit 99; }

failed=0
cases=0
# try DEVICE PACKAGE CLOCK RECEIVER: pins of clk_pin and uart_rx, with both kinds
try() {
	for kind in pad core; do
		printf 'set_io clk_pin %s\nset_io uart_rx %s\n' "$3" "$4" >top.pcf
		nextpnr-ice40 --pack-only --$1 --package $2 --json $kind.json --pcf top.pcf --pcf-allow-unconstrained >log 2>&1
		theirs=$?
		if [ $theirs -ne 0 ] && ! grep -q "ERROR: PLL 'pll'" log; then
			echo "$1 $2 $3 $4 $kind: nextpnr fails for another reason"
			cat log
			failed=1
		fi
		sed "s/^device:.*/device: $1/; s/^package:.*/package: $2/; s/^pll:.*/pll: $kind/; s/^leds:.*/leds: [status]/; /^pins:/,\$d" \
			"$source/boards/icebreaker.yaml" >board.yaml
		# Two pins more of the package, for outputs.
		others=$(awk -v package="$2" '$1 == "package" { on = $2 == package; next } on { for (i = 1; i <= NF; i++) print $i }' \
			"$source/constraints/packages.txt" | grep -vxe "$3" -e "$4" | tail -n 2)
		printf 'set_io clk_pin %s\nset_io uart_rx %s\nset_io led_status %s\nset_io uart_tx %s\n' "$3" "$4" $others >board.pcf
		PATH=none FTC_TOOLS=none "$ftc" build tree8.yaml --board ./board.yaml -o out >said 2>&1
		ours=0
		grep -Eq "pll is|has no PLL" said && ours=1
		if [ $ours -eq 0 ] && ! grep -q 'yosys is not installed' said; then
			echo "$1 $2 $3 $4 $kind: ftc fails for another reason"
			cat said
			failed=1
		fi
		cases=$((cases + 1))
		[ $ours -eq $((theirs != 0)) ] && continue
		echo "$1 $2: clk_pin at $3, uart_rx at $4, pll $kind: nextpnr ends with $theirs, ftc says"
		cat said
		failed=1
	done
}
# One pin that is a pad, one that is none, and an input that takes a pad away.
try hx1k cb132 P7 A1
try hx1k tq144 49 1
try hx1k tq144 21 1
try hx1k tq144 21 49
try hx1k vq100 33 1
try hx1k vq100 15 1
try hx8k bg121 L5 A1
try hx8k cb132 P7 A1
try hx8k cb132 A6 P7
try hx8k cm225 D8 A1
try hx8k ct256 R9 A1
try hx8k ct256 R9 F7
try hx8k ct256 J3 A1
try hx8k ct256 J3 R9
try lp8k cm81 G4 A1
try lp8k cm81 C4 A1
try lp8k cm81 B2 A1
try lp8k cm81 B2 G4
try lp8k cm121 B6 A1
try lp8k cm225 N7 A1
try up5k sg48 35 6
try up5k sg48 20 6
try up5k sg48 20 35
try up5k uwg30 B3 A1
try up5k uwg30 F4 A1
try up5k uwg30 F4 B3
echo "$cases cases"
exit $failed
