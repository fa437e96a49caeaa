// many_core_4.v: the four cores on a board with an iCE40 HX8K, as many_core.v.
//
//   sh examples/many-core/build.sh hx8k-breakout out
`default_nettype none
module many_core_4 #(
    parameter CLOCK_HZ = 24000000
) (
    input  wire       clk,
    input  wire       rst,
    output wire       uart_tx,
    output wire [1:0] led
);
    wire [3:0] stopped, fault;

    four_cores #(.PROGRAM("mandelbrot-4.hex"), .BIT_CLOCKS((CLOCK_HZ + 57600) / 115200)) cores (
        .clk(clk), .rst(rst), .tx(uart_tx), .stopped(stopped), .fault(fault)
    );
    assign led = {|fault, &stopped};
endmodule
`default_nettype wire
