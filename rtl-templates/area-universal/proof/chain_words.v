// chain_words: the words that have been shifted into the chain of a mesh of four elements are in the elements.
//
//   The chain moves in the first ELEMENTS * BITS clocks. Word e is what was shifted in as the e-th of BITS bits, bit 0
//   first. In the clock behind them the chain stands still, and in the clock behind that the words are still there.
//! proves mesh as words
//! given BITS
//! subject "small_mesh"
//! what "mesh of {SIDE} x {SIDE} elements"
//! claim "after 64 shifts each has its word, and without shifts keeps it"
//! steps SIDE * SIDE * BITS + 2
//! skip SIDE * SIDE * BITS + 1
//! any-state
//! cells 30 * SIDE * SIDE
//! reads element
//! expose rows*.columns*.here.control
//! bind ELEMENTS = SIDE * SIDE
//! show parts "elements that have their word, of 0 to 3"
`default_nettype none

module chain_words #(
    parameter ELEMENTS = 4,
    parameter BITS     = 16
) (
    input  wire                clk,
    // free in every clock
    input  wire                chain_in,
    input  wire                step,
    input  wire [7:0]          border_in,
    input  wire                still,       // the clock behind all others: nothing is shifted
    // the claim, for the last clock
    output wire                ok,
    output wire [ELEMENTS-1:0] parts
);
    wire [BITS-1:0] first, second, third, fourth;
    wire            chain_out;

    circuit circuit (
        .clk(clk), .load(!still), .step(step), .chain_in(chain_in), .chain_out(chain_out), .border_in(border_in),
        .border_out(), .latches(), .sides(),
        .\rows[0].columns[0].here.control (first),
        .\rows[0].columns[1].here.control (second),
        .\rows[1].columns[0].here.control (third),
        .\rows[1].columns[1].here.control (fourth)
    );

    // The bits that have been shifted in, the last one first, and in which of these clocks the chain has moved.
    reg [ELEMENTS*BITS:0] bits, moved;

    always @(posedge clk) begin
        bits  <= {bits, chain_in};
        moved <= {moved, !still};
    end

    wire as_said = &moved[ELEMENTS*BITS:1] && !moved[0];

    genvar e, b;
    generate
        for (e = 0; e < ELEMENTS; e = e + 1) begin : words
            wire [BITS-1:0] due;
            wire [BITS-1:0] is = e == 0 ? first : e == 1 ? second : e == 2 ? third : fourth;

            for (b = 0; b < BITS; b = b + 1) begin : places
                assign due[b] = bits[ELEMENTS*BITS - (e*BITS + b)];
            end
            assign parts[e] = !as_said || is == due;
        end
    endgenerate

    assign ok = &parts;
endmodule

`default_nettype wire
