// power_on_reset.v: a reset that needs no button.
//
// `rst` is high from configuration until 32 clocks after `locked` rose, and again whenever the PLL loses its lock. The
// device's configuration sets all flip-flops: the initial values below are what the silicon does.
// `rst` is itself a flip-flop, not the inverse of one: where reset pins want the inverse, Yosys 0.23 would give every
// flip-flop of an ECP5 an inverter of its own.
// `locked` may come from another clock: it passes two flip-flops that nothing else looks at.
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
