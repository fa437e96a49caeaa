// Bits that do not begin at 0, or run upwards; a register that a port shows; initial values.
module offset(input clk, input [7:4] a, output [0:3] y, output z);
    reg [7:4] r = 4'b01x1;
    reg [0:3] s = 4'b1100;
    always @(posedge clk) begin
        r <= a;
        s <= {r[4], s[0:2]};
    end
    assign y = s;
    assign z = ^r;
endmodule
