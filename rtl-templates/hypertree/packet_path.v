// packet_path: a node's number as packets have it: the way from the root.
//
//   The root has number 1, the children of x are 2x and 2x + 1. Behind the leading 1, each bit of a number is a step from
//   the root: 0 left, 1 right. The path has these bits from bit 6 down, then a 1, then zeros: a node of level m finds the
//   step from its own level to the next always in bit 6 - m. Number 0 is no node; its path is 0.
`default_nettype none

module packet_path (
    input  wire [6:0] number,
    output reg  [6:0] path
);
    always @* begin
        casez (number)
            7'b1??????: path = {number[5:0], 1'b1};
            7'b01?????: path = {number[4:0], 2'b10};
            7'b001????: path = {number[3:0], 3'b100};
            7'b0001???: path = {number[2:0], 4'b1000};
            7'b00001??: path = {number[1:0], 5'b10000};
            7'b000001?: path = {number[0], 6'b100000};
            default:    path = {number[0], 6'b000000};
        endcase
    end
endmodule

`default_nettype wire
