// counter: counts the clocks in which `enable` is high, from 0 to 15 and again from 0.
`default_nettype none

module counter(
    input wire clk,
    input wire reset,            // to 0, whatever `enable` is
    input wire enable,
    output reg [3:0] count
);
    always @(posedge clk)
        if (reset)
            count <= 4'd0;
        else if (enable)
            count <= count + 4'd1;
endmodule

`default_nettype wire
