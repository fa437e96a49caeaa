// many_core.v: the sixteen cores on a board. Its serial line, 115,200 baud, shows the picture at each reset; led[0]: all cores have
// stopped, led[1]: one of them with a fault.
//
//   sh examples/many-core/build.sh ulx3s-85f out
`default_nettype none
module many_core #(
    parameter CLOCK_HZ = 25000000
) (
    input  wire       clk,
    input  wire       rst,
    output wire       uart_tx,
    output wire [1:0] led
);
    wire [15:0] stopped, fault;

    sixteen_cores #(.PROGRAM("mandelbrot.hex"), .BIT_CLOCKS((CLOCK_HZ + 57600) / 115200)) cores (
        .clk(clk), .rst(rst), .tx(uart_tx), .stopped(stopped), .fault(fault)
    );
    assign led = {|fault, &stopped};
endmodule
`default_nettype wire
