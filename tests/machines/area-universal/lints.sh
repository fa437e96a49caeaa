#!/bin/sh
# Other tools accept devices without a word, and after a reset nothing in them is undefined.
#
#   lints.sh FTC
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/silent.sh"
. "$(dirname "$0")/../../common/tap.sh"

# Each line: a name, meshes, mesh-side, pins, settings-depth, capacities.
cat >devices <<'END'
one          1 4 4 16
one-closed   1 3 0 16
two          2 4 4 16 [8]
two-wide     2 3 3 5 [40]
four         4 5 5 16 [8,8]
four-tapered 4 4 1 33 [3,12]
four-grown   4 4 4 16 [20,2]
eight-narrow 8 3 2 7 [2,3,1]
END

# A tool must say nothing.
accepted_by() {
	silent "$1" "$@"
	report "$name: $1"
}

# Drives random inputs into the device, which has probes, and looks for undefined outputs.
cat >bench.v <<'END'
`default_nettype none
module bench;
    reg clk = 0, rst = 1;
    always #1 clk = !clk;
    reg run = 0, configure = 0, configure_in = 0, settings_write = 0;
    reg [31:0] settings_data = 0;
    reg [15:0] where = 0;
`ifdef PINS
    reg  [`PINS-1:0] pin_in = 0;
    wire [`PINS-1:0] pin_out;
`endif
    wire pins_taken, step_done, configure_out, configure_valid;
    wire [`LATCHES-1:0] latches;
    wire [4*`LATCHES-1:0] sides;
    wire [`BORDERS-1:0] borders;
`ifdef TREE
    wire [`TREE-1:0] probe_up, probe_down;
`endif
    device device (.*);
    integer clock, steps = 0, odd = 0, undefined = 0;
    initial begin
        repeat (32) @(negedge clk);
        rst = 0;
        for (clock = 0; clock < 1500; clock = clock + 1) begin
            @(negedge clk);
            if (^{pins_taken, step_done, configure_out, configure_valid, latches, sides, borders
`ifdef PINS
                , pin_out
`endif
`ifdef TREE
                , probe_up, probe_down
`endif
                } === 1'bx)
                undefined = undefined + 1;
            steps = steps + step_done;
            odd = odd + |latches;
            // settings first, then control words, then steps
            settings_write = clock < 300;
            where          = clock < 2 ? clock : $random;
            settings_data  = clock < 2 ? 3 : $random;
            if (where < 2 && clock >= 2)
                where = 2;
            configure      = clock >= 300 && clock < 1000;
            configure_in   = $random;
            run            = clock >= 1000;
`ifdef PINS
            pin_in         = {`PINS{1'b1}} & {8{$random}};
`endif
        end
        $display("%0d undefined, %0d steps, %0d clocks with a latch", undefined, steps, odd);
        $finish(0);
    end
    wire [`BANK_BITS-1:0]  settings_bank  = where[`BANK_BITS-1:0] < 2 && where >= 2 ? 2 : where[`BANK_BITS-1:0];
    wire [`CYCLE_BITS-1:0] settings_cycle = where[8 +: `CYCLE_BITS];
endmodule
END

# width PORT: of the generated top
width() {
	sed -n "s/^ *\(input \|output\) wire \[\([0-9]*\):0\] $1,*\$/\2/p; s/^ *\(input \|output\) wire $1,*\$/0/p" out/rtl/device.v | { read -r top && echo $((top + 1)); }
}

while read -r name meshes side pins depth capacities; do
	takes 4 || continue
	printf 'network: area-universal\nname: device\nmeshes: %s\nmesh-side: %s\npins: %s\nsettings-depth: %s\n' \
		"$meshes" "$side" "$pins" "$depth" >device.yaml
	[ -z "$capacities" ] || echo "capacities: $capacities" >>device.yaml
	rm -rf out
	"$ftc" generate device.yaml -o out >said 2>&1
	report "$name: generated"
	accepted_by verilator --lint-only -Wall --top-module device -F out/device.f
	accepted_by iverilog -Wall -g2005 -s device -o compiled out/rtl/*.v
	accepted_by yosys -q -p "read_verilog $(echo out/rtl/*.v); hierarchy -check -top device; proc; check -assert"
	rm -rf out
	"$ftc" generate device.yaml --set probe=true -o out >said 2>&1
	set -- -DLATCHES=$((meshes * side * side)) -DBORDERS=$((meshes * 4 * side)) -DBANK_BITS="$(width settings_bank)" \
		-DCYCLE_BITS="$(width settings_cycle)"
	[ "$pins" = 0 ] || set -- "$@" -DPINS=$((meshes * pins))
	[ "$meshes" = 1 ] || set -- "$@" -DTREE="$(width probe_up)"
	iverilog -g2012 "$@" -s bench -o compiled bench.v out/rtl/*.v >said 2>&1 && vvp -n compiled >said &&
		grep -q '^0 undefined, [1-9][0-9]* steps, [1-9][0-9]* clocks' said
	report "$name: defined after a reset"
done <devices
finish
