// power_on_reset.v: a reset without a button.
//
// `rst` is high from configuration until 32 clocks after `locked` rises, and again whenever the PLL loses its lock. The
// device's configuration sets all flip-flops to the initial values below.
// `rst` is itself a flip-flop, not the inverse of one. Where reset pins want the inverse, Yosys 0.23 would otherwise
// give every flip-flop of an ECP5 its own inverter.
// `locked` may belong to another clock domain: it passes a synchronizer of two flip-flops.
`default_nettype none
module power_on_reset (
    input  wire clk,
    input  wire locked,                 // 1 where there is no PLL
    output reg  rst                     // synchronous to clk, active high
);

    reg [1:0] synchronous = 2'b00;
    reg [4:0] waited = 5'd0;
    initial rst = 1'b1;

    always @(posedge clk) begin
        synchronous <= {synchronous[0], locked};
        waited <= synchronous[1] ? waited + 5'd1 : 5'd0;
        rst <= !synchronous[1] || (rst && waited != 5'd31);
    end

endmodule
`default_nettype wire
