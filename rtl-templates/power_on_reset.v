// power_on_reset.v: a reset that needs no button.
//
// `rst` is high from configuration until 32 clocks after `locked` rose, and again whenever the PLL loses its lock. The
// device's configuration clears all flip-flops: the initial values below are what the silicon does.
// `locked` may come from another clock: it passes two flip-flops that nothing else looks at.
`default_nettype none
module power_on_reset (
    input  wire clk,
    input  wire locked,                 // 1 where there is no PLL
    output wire rst                     // synchronous to clk, active high
);

    reg [1:0] synchronous = 2'b00;
    reg [4:0] waited = 5'd0;
    reg       running = 1'b0;
    assign rst = !running;

    always @(posedge clk) begin
        synchronous <= {synchronous[0], locked};
        waited <= synchronous[1] ? waited + 5'd1 : 5'd0;
        running <= synchronous[1] && (running || waited == 5'd31);
    end

endmodule
`default_nettype wire
