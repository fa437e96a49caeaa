// balance: the row of a rank-based butterfly deals messages out evenly: of k, ceil(k/2) go to the even half and
// floor(k/2) to the odd one.
//
//   The circuit is the row without its halves; its outputs are the inputs of the halves, the even half's first. It
//   starts in any state; in clock 0 comes the strobe with any M bits. Pair by pair, in the order of the ranks, the even
//   half's lead over the odd half is the parity of the messages so far: 0 or 1, never another number.
//
//   Consequence: if both halves lose messages only when they are full, and the row loses none, then the butterfly loses
//   messages only when it is full. Let the halves have e = ceil(s/2) and o = floor(s/2) outputs. If the even half loses
//   one, it got more than e messages, and the odd half at least e >= o: both are full. If the odd half loses one, it
//   got more than o messages, and the even half at least o + 1 >= e: both are full.
`default_nettype none

module balance #(
    parameter R       = 2,          // wires into the row, and out of it
    parameter LATENCY = 1           // clocks between
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    // the claim, for clock LATENCY + 1, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] messages,
    output wire [R-1:0] arrived
);
    wire         start;
    wire [R-1:0] in;
    wire [R-1:0] out;

    circuit circuit (.clk(clk), .start(start), .chance(any_chance), .in(in), .out(out));

    localparam PAIRS   = R / 2;
    localparam LEADING = (PAIRS + 1) / 2;   // pairs that lead a block of two
    localparam EVEN    = R - PAIRS;         // wires to the even half; an input without a partner is the last of them

    reg first = 1'b1;

    assign start = first | any_start;
    assign in    = any;

    always @(posedge clk) begin
        first <= 1'b0;
        if (first)
            messages <= in;
    end

    // [i]: the even half leads by one message before pair i, by rank; fair[i]: its lead was never another number.
    wire [PAIRS:0] ahead;
    wire [PAIRS:0] fair;

    assign ahead[0] = (R % 2 != 0) & out[EVEN-1];
    assign fair[0]  = 1'b1;

    genvar i;
    generate
        for (i = 0; i < PAIRS; i = i + 1) begin : pair
            localparam PLACE = i / 2 + (i % 2) * LEADING;

            wire even = out[PLACE];
            wire odd  = out[EVEN + PLACE];

            assign ahead[i+1] = ahead[i] ^ even ^ odd;
            assign fair[i+1]  = fair[i] & (even == odd | even != ahead[i]);
        end
    endgenerate

    assign arrived = out;
    assign ok = fair[PAIRS];
endmodule

`default_nettype wire
