#!/bin/sh
# A build with a user's own top module is reused if nothing has changed, and only then: what a file includes, a memory's file and
# a branch that only the board's clock chooses count. Yosys is the real one; what follows it is not.
#
#   own_top_again.sh FTC SOURCE-DIRECTORY
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
root=$(realpath "$2")
need_tools yosys
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
sh "$root/tests/docs/tools.sh" "$scratch/tools" "$(dirname "$ftc")"
rm tools/yosys
PATH=$scratch/tools:$PATH
FTC_CACHE=$scratch/cache
export PATH FTC_CACHE
mkdir user
cat >user/top.v <<'END_OF_TOP'
module top #(parameter CLOCK_HZ = 1) (input wire clk, input wire rst, output wire led);
    wire [1:0] valid;
    reg  [1:0] memory [0:3];
    reg  [1:0] at = 2'd0;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'b11), .s_axis_tvalid(2'b01),
        .m_axis_tready(2'b11), .m_axis_tvalid(valid));
    initial $readmemh("memory.hex", memory);
    always @(posedge clk)
        at <= at + {1'b0, valid[1]};
    generate
        if (CLOCK_HZ > 5) begin
`include "fast.vh"
        end else assign led = 1'b0;
    endgenerate
endmodule
END_OF_TOP
echo 'assign led = ^memory[at];' >user/fast.vh
printf '0\n1\n2\n3\n' >user/memory.hex

# build OPTION...: prints whether the synthesis was an earlier one
build() {
	"$ftc" build "$root/examples/tree8.yaml" --set leaves=2 --set capacities=[1] --set payload-bits=8 --board icebreaker \
		--top user/top.v --json -o out "$@" >said 2>errors || cat errors
	value synthesis_earlier
}
is 'the first is new' [ "$(build)" = false ]
is 'the same is not' [ "$(build)" = true ]
echo 'assign led = memory[at][1];' >user/fast.vh
is 'with another included file it is new' [ "$(build)" = false ]
printf '0\n1\n2\n0\n' >user/memory.hex
is 'with another memory, too' [ "$(build)" = false ]
sed -i "s/else assign led = 1'b0/else assign led = 1'b1/" user/top.v
is 'with another branch, too' [ "$(build)" = false ]
is 'and again the same is not' [ "$(build)" = true ]

# A declaration of the network, an array of instances and a spare module do not disturb synthesis.
cat >user/top.v <<'END_OF_TOP'
module fat_tree (input wire clk, input wire rst, input wire [15:0] s_axis_tdata, input wire [1:0] s_axis_tdest,
    input wire [1:0] s_axis_tvalid, output wire [1:0] s_axis_tready, output wire [15:0] m_axis_tdata,
    output wire [1:0] m_axis_tuser, output wire [1:0] m_axis_tvalid, input wire [1:0] m_axis_tready);
endmodule
module spare (input wire a, output wire b);
    assign b = a;
endmodule
module inverter (input wire a, output wire y);
    assign y = ~a;
endmodule
module top (input wire clk, input wire rst, output wire [1:0] led);
    wire [1:0] valid;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'b11), .s_axis_tvalid(2'b01),
        .m_axis_tready(2'b11), .m_axis_tvalid(valid));
    inverter inverters [1:0] (.a(valid), .y(led));
endmodule
END_OF_TOP
is 'a declared network is synthesised' [ "$(build)" = false ]
is 'and has flip-flops' holds "$(value ff) > 20"

# The network's ports have the names that the parameters give them.
cat >user/top.v <<'END_OF_TOP'
module top (input wire clk, input wire rst, output wire [1:0] led);
    wire [1:0] valid, id, keep;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(16'd0), .s_axis_tdest(2'b11), .s_axis_tvalid(2'b01),
        .m_axis_tready(2'b11), .m_axis_tvalid(valid), .m_axis_tid(id), .m_axis_tkeep(keep));
    assign led = id & keep & valid;
endmodule
END_OF_TOP
is 'm_axis_tid and m_axis_tkeep' [ "$(build --set stream-source=tid --set stream-keep=true)" = false ]
is 'of a network with flip-flops' holds "$(value ff) > 20"
exit $failed
