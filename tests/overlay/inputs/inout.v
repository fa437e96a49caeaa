module inout_port(input clk, inout d, output reg q);
    always @(posedge clk) q <= d;
endmodule
