#!/bin/sh
# own_top_pins.sh FTC SOURCE-DIRECTORY [BOARD..]: the pins of each board in `ftc simulate --top`. Every input, pressed alone, lights all
# outputs that it drives, and no others; and a pin that is wrong is noticed. TAP.
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
shift 2
. "$root/tests/common/tap.sh"
[ $# -gt 0 ] || set -- $(cd "$root/boards" && ls *.yaml | sed 's/\.yaml$//')
printf 'network: fat-tree\nleaves: 2\npayload-bits: 8\nlanes: auto\n' >two.yaml

# ports BOARD: "NAME WIDTH KIND" for each line of its pins
ports() {
	awk '/^pins:/ { inside = 1; next } inside && !/^  - / { exit }
		inside {
			width = 1
			if (match($2, /\[[0-9]+:0\]/)) {
				width = substr($2, RSTART + 1, RLENGTH - 4) + 1
				sub(/\[.*/, "", $2)
			}
			print $2, width, $3
		}' "$root/boards/$1.yaml"
}

# top NETWORK-PORTS: pins.v and pins.pins of the lines in `chosen`: output j is input j modulo their number, or without inputs 0 or 1 by turns
top() {
	awk -v rest="$1" '{
		direction[NR] = $3 == "led" || $3 == "output" ? "output" : "input"
		name[NR] = $1; width[NR] = $2
	} END {
		print "module pins (\n    input wire clk, input wire rst"
		for (i = 1; i <= NR; i++) {
			printf "    , %s wire [%d:0] %s\n", direction[i], width[i] - 1, name[i]
			for (k = 0; k < width[i]; k++) {
				bit = width[i] > 1 ? name[i] "[" k "]" : name[i]
				if (direction[i] == "input") in_bit[inputs++] = bit; else out_bit[outputs++] = bit
			}
		}
		print ");"
		for (j = 0; j < outputs; j++)
			print "    assign " out_bit[j] " = " (inputs ? in_bit[j % inputs] : "1\047d" j % 2) ";"
		print "    fat_tree network (.clk(clk), .rst(rst)" rest ");\nendmodule"
		for (k = 0; k < (inputs ? inputs : 1); k++) {
			if (inputs) printf "@%d %s 1\n", 100 * k + 50, in_bit[k] >"pins.pins"
			for (j = 0; j < outputs; j++)
				printf "@%d %s %d\n", 100 * k + 90, out_bit[j], (inputs ? j % inputs == k : j % 2) >"pins.pins"
			if (inputs) printf "@%d %s 0\n", 100 * k + 95, in_bit[k] >"pins.pins"
		}
	}' chosen >pins.v
}

# run BOARD [OPTION..]
run() {
	"$ftc" simulate two.yaml --top pins.v --pins pins.pins --clocks 20000 --board "$@" >said 2>&1
}

# Of pins that are at one place of the part only the first takes part.
choose() {
	: >pins.pins
	while
		top ", .s_axis_tdata(16'd0), .s_axis_tdest(2'd0), .s_axis_tvalid(2'd0), .m_axis_tready(2'd3)"
		run "$1"
		double=$(sed -n "s/.*is given to \([a-z0-9_]*\).*: it is .*/\1/p" said)
		[ -n "$double" ]
	do
		grep -v "^$double " chosen >fewer
		mv fewer chosen
	done
}

for board; do
	ports "$board" >chosen
	choose "$board"
	outputs=$(awk '$3 == "led" || $3 == "output"' chosen | wc -l)
	{ [ "$outputs" -eq 0 ] && grep -q 'engine  *rtl' said; } || grep -q ' checked, 0 failed' said
	report "$board: $(awk '{ printf "%s%s[%d]", (NR > 1 ? ", " : ""), $1, $2 }' chosen)"
	[ "$board" = icebreaker ] || continue
	sed -i '/assign/{s/= /= ~/;:a;n;ba}' pins.v
	! run "$board" && grep -q '^pins.pins:.*expected' said
	report "$board: noticed: an output that is inverted"
done

# What a top module hears, and what it says itself.
cat >line.v <<'END'
module line (input wire clk, input wire rst, input wire uart_rx, output wire uart_tx);
    assign uart_tx = uart_rx;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'd0), .s_axis_tvalid(2'd0), .m_axis_tready(2'd3));
endmodule
END
cat >line.pins <<'END'
@100us uart_rx "go \"home\"\\ \x00\xff#\r\n"
@5ms uart_tx "go \"home\"\\ \x00\xff#\r\n"   # the same
END
"$ftc" simulate two.yaml --top line.v --pins line.pins >said 2>&1 && grep -qF 'uart_tx         "go \"home\"\\ \x00\xff#\r\n"' said &&
	grep -q '1 line checked, 0 failed' said
report 'bytes are heard and sent'
printf '@5ms uart_tx "go home"\n' >>line.pins
! "$ftc" simulate two.yaml --top line.v --pins line.pins >said 2>&1 && grep -q 'uart_tx has sent "" until clock .*: expected "go home"' said
report 'noticed: bytes that are not sent'

# Files that a file includes, or reads for a memory, lie beside it, wherever the command runs.
mkdir 'a b[1]'
cat >'a b[1]/memory.v' <<'END'
`include "level.vh"
module memory (input wire clk, input wire rst, output reg led);
    reg [7:0] words [0:1];
    initial $readmemh("words.hex", words);
    always @(posedge clk) led <= #1 words[1] == `LEVEL;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'd0), .s_axis_tvalid(2'd0), .m_axis_tready(2'd3));
endmodule
END
echo '`define LEVEL 8'"'"'h5a' >'a b[1]/level.vh'
printf '00\n5a\n' >'a b[1]/words.hex'
echo '@100 led 1' >memory.pins
"$ftc" simulate two.yaml --top 'a b[1]/memory.v' --pins memory.pins --clocks 200 --trace wave.fst >said 2>&1 && [ -s wave.fst ] && [ -s wave.gtkw ]
report 'files beside a file; a waveform'
echo '`define LEVEL 8'"'"'h5b' >'a b[1]/level.vh'
! "$ftc" simulate two.yaml --top 'a b[1]/memory.v' --pins memory.pins --clocks 200 >said 2>&1
report 'a changed file is read again'
echo '`define LEVEL 8'"'"'h5a' >'a b[1]/level.vh'
"$ftc" simulate two.yaml --top 'a b[1]/memory.v' --clocks 200 --json -o out >said 2>&1 && grep -q '"passed": true' said &&
	grep -q '"pin": "led",$' out/simulate.json
report 'JSON, and its file'
finish
