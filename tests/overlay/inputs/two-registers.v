module two_registers(input clk, input a, input b, output reg q);
    always @(posedge clk) q <= a;
    always @(posedge clk) q <= b;
endmodule
