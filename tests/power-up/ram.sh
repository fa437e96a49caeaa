#!/bin/sh
# Block RAMs of an iCE40 read 0 for some microseconds after configuration. Does every application wait for them, on boards with and
# without a PLL, and a user's own top module too? Yosys says which memories are block RAMs; they are dead for 15 us of the
# board's clock. Dead for 60 us, beyond any reset, they must be noticed; a rotor's only once its self test has begun.
#
#   ram.sh FTC BOARD_FILES SOURCE_ROOT
set -u
LC_ALL=C
export LC_ALL
for tool in iverilog yosys; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
ftc=$(realpath "$1")
board_files=$(realpath "$2")
root=$3
here=$root/tests/power-up
. "$(dirname "$0")/../common/tap.sh"
beyond=60

# map TOP FILE...: into mapped.v
map() {
	top=$1
	shift
	yosys -q -p "read_verilog $*; read_verilog -lib $root/sim/pll_models.v; hierarchy -top $top; proc; opt; memory_dff;
		memory_collect; opt_clean; memory_libmap -lib +/ice40/brams.txt -lib +/ice40/spram.txt -no-auto-huge;
		write_verilog -noattr mapped.v" >said 2>&1 && grep -q '__ICE40_RAM4K_ ' mapped.v
}

# bench MHZ MICROSECONDS APPLICATION FILE...: says passed or failed, with RAMs that are dead for so long
bench() {
	dead=$(awk "BEGIN { print $2 * $1 }") application=$3
	shift 3
	iverilog -g2005 -DDEAD="$dead" -s bench -o run "$@" mapped.v "$here/ice40_ram.v" "$root/sim/pll_models.v" >said 2>&1 &&
		vvp -n run "+application=$application" >said 2>&1
}

# judge NAME MHZ APPLICATION FILE...
judge() {
	name=$1
	shift
	mhz=$1
	shift
	bench "$mhz" 15 "$@" && grep -q '^passed' said
	report "$name"
	bench "$mhz" "$beyond" "$@" && grep -q '^failed' said
	report "$name: without contents it fails"
}

clock_of() {
	sed -n 's,^// clk_pin (.* MHz) --> clk (\(.*\) MHz).*,\1,p' "$1"
}

# try NAME APPLICATION BENCH BOARD NETWORK KEY=VALUE..
try() {
	name=$1 application=$2 bench=$3 board=$4 network=$5
	shift 5
	takes 3 || return 0
	rm -rf net
	"$board_files" "$application" "$board" net "$network" "$@" >said 2>&1
	report "$name: the files"
	design=$(basename net/*.f .f)
	around=net/board/${design}_board.v
	awk -f "$here/ports.awk" "$around" >ports
	awk -v module="${design}_board" -f "$here/board.awk" ports >bench.v
	map "${design}_board" net/*/*.v
	report "$name: block RAMs"
	judge "$name" "$(clock_of "$around")" "$bench" bench.v "$here/board.v"
}

printf '%s\n' 'network: area-universal' 'meshes: 2' 'mesh-side: 4' 'pins: 4' 'capacities: [4]' >device.yaml
try 'settings of a schedule' self-test self-test icoboard "$root/examples/offline16.yaml"
try 'a bridge' host host hx8k-breakout "$root/examples/tree8.yaml" leaves=2 'capacities=[1]' payload-bits=6
try 'the bridge of a device' host device icebreaker device.yaml
beyond=250
try 'queues of a rotor' self-test self-test icoboard "$root/tests/machines/rotor/rotor.yaml" payload-bits=8
beyond=60

# A user's own top module sums up its table once, at once. The board has no PLL, whose lock might hide a short reset.
cat >here.yaml <<'END'
title: board without a PLL
device: hx8k
package: ct256
oscillator-mhz: 100
pll: none
clock-mhz: 100
leds: [running, passed, failed]
uart: no
constraints: icoboard
programmer: [iceprog, "{file}"]
programmer-package: fpga-icestorm
END
cat >led.pcf <<'END'
set_io led[0] B5
set_io led[1] B4
END
cat >top.v <<'END'
module top (input wire clk, input wire rst, output wire [1:0] led);
    reg [15:0] table_ [0:255];
    reg [15:0] read;
    reg [8:0]  at;
    reg [1:0]  there;
    reg [15:0] sum;
    wire       over = at[8] && there == 2'b00;
    initial $readmemh("table.hex", table_);
    always @(posedge clk) begin
        read  <= table_[at[7:0]];
        at    <= at[8] ? at : at + 9'd1;
        there <= {there[0], !at[8]};
        if (there[0])
            sum <= sum + read;
        if (rst)
            {at, there, sum} <= 27'd0;
    end
    assign led = {over && sum != 16'h7f80, over && sum == 16'h7f80};
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'b10), .s_axis_tvalid(2'b00),
        .s_axis_tready(), .m_axis_tdata(), .m_axis_tuser(), .m_axis_tvalid(), .m_axis_tready(2'b11));
endmodule
END
awk 'BEGIN { for (k = 0; k < 256; k++) printf "%04x\n", k }' >table.hex
cat >own.v <<'END'
module bench;
    reg        clk_pin = 1'b0;
    wire [1:0] led;
    integer    clocks = 0;
    fat_tree_board board (.clk_pin(clk_pin), .led(led));
    always #5 clk_pin = ~clk_pin;
    always @(posedge clk_pin) begin
        clocks <= clocks + 1;
        if (!board.rst && led != 2'b00 || clocks > 10000) begin
            if (led == 2'b01)
                $display("passed in %0d clocks", clocks);
            else
                $display("failed: %b after %0d clocks", led, clocks);
            $finish(0);
        end
    end
endmodule
END
sh "$root/tests/docs/tools.sh" "$scratch/tools" "$(dirname "$ftc")"
PATH=$scratch/tools:$PATH FTC_CACHE=$scratch/cache "$ftc" build "$root/examples/tree8.yaml" --set leaves=2 --set 'capacities=[1]' \
	--set payload-bits=8 --board ./here.yaml --top top.v --constraints led.pcf -o out >said 2>&1
report 'a top module with a table: the files'
map fat_tree_board top.v out/rtl/*.v
report 'a top module with a table: block RAMs'
judge 'a top module with a table' "$(clock_of out/rtl/fat_tree_board.v)" none own.v
finish
