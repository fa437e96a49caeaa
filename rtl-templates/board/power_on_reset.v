// power_on_reset: a reset without a button.
//
// `rst` is high from configuration until 2^WAIT_BITS clocks, and a few more, after `locked` rises, and again whenever the
// PLL loses its lock. The device's configuration sets all flip-flops to the initial values below, but block RAMs may come
// later: those of an iCE40 read 0 for some microseconds, which WAIT_BITS covers. Only clocks with a lock are counted: what
// a clock lasts before is unknown.
// `rst` is itself a flip-flop, not the inverse of one. Where reset pins want the inverse, Yosys 0.23 would otherwise
// give every flip-flop of an ECP5 its own inverter.
// `locked` may belong to another clock domain: it passes a synchronizer of two flip-flops.
`default_nettype none
module power_on_reset #(
    parameter WAIT_BITS = 5             // at least 5
) (
    input  wire clk,
    input  wire locked,                 // 1 where there is no PLL
    output reg  rst                     // synchronous to clk, active high
);

    reg [1:0] synchronous = 2'b00;
    reg [4:0] waited = 5'd0;
    wire      done;
    initial rst = 1'b1;

    always @(posedge clk) begin
        synchronous <= {synchronous[0], locked};
        waited <= synchronous[1] ? waited + 5'd1 : 5'd0;
        rst <= !synchronous[1] || (rst && !done);
    end

    // Beyond 32 clocks, their number is counted. One long counter would be the slowest path of a fast network.
    generate
        if (WAIT_BITS > 5) begin : many
            reg                 more = 1'b0;
            reg [WAIT_BITS-5:0] times = {WAIT_BITS-4{1'b0}};    // its first bit ends the reset; the others go on

            always @(posedge clk) begin
                more  <= synchronous[1] && waited == 5'd31;
                times <= synchronous[1] ? times + {{WAIT_BITS-5{1'b0}}, more} : {WAIT_BITS-4{1'b0}};
            end
            assign done = times[WAIT_BITS-5];
        end else begin : few
            assign done = waited == 5'd31;
        end
    endgenerate

endmodule
`default_nettype wire
