// addressed: what the port with a certain address must get: messages without the address bits that name the port.
//
//            clock    0   1 ..  BITS    BITS+1
//            start    1   any   any     any
//            in       M   address       payload     most significant bit first
//            to       any any   M'      payload     M' = M and (the address is ADDRESS or `copy`)
`default_nettype none

module addressed #(
    parameter W       = 1,          // wires
    parameter BITS    = 1,          // of the address, at least 1
    parameter ADDRESS = 0           // of the port
) (
    input  wire         clk,
    input  wire         start,      // strobe: M bits are on `in`
    input  wire         copy,       // messages go to all ports
    input  wire [W-1:0] in,
    output wire [W-1:0] to
);
    localparam [BITS-1:0] NAME = ADDRESS;

    wire                  last;     // the last bit of the address is on `in`
    wire [(BITS+1)*W-1:0] bits;     // the wires now, a clock ago ..
    reg  [W-1:0]          named;    // the address is ADDRESS
    integer               k;

    later #(.CLOCKS(BITS)) strobe (.clk(clk), .in(start), .out(last));

    genvar i;
    generate
        for (i = 0; i <= BITS; i = i + 1) begin : clocks_ago
            later #(.W(W), .CLOCKS(i)) wires (.clk(clk), .in(in), .out(bits[i*W +: W]));
        end
    endgenerate

    always @* begin
        named = {W{1'b1}};
        for (k = 0; k < BITS; k = k + 1)
            named = named & (bits[k*W +: W] ^ {W{~NAME[k]}});
    end

    assign to = last ? bits[BITS*W +: W] & (named | {W{copy}}) : in;
endmodule

`default_nettype wire
