// sorting_receiver: takes a word bit by bit and hands it over whole.
//
//   No counter: the register is cleared when the word has been taken, and full when the 1 that came first is at its top. `room` is
//   low from the clock behind `begins` until then.
`default_nettype none

module sorting_receiver #(
    parameter BITS = 36
) (
    input  wire            clk,
    input  wire            rst,         // synchronous, active high
    input  wire            begins,      // the word's bits come from the next clock on
    input  wire            bit_in,
    output reg             room,        // for a word
    output wire [BITS-1:0] word,
    output wire            valid,
    input  wire            ready
);
    reg  [BITS:0] bits;
    wire          taken = valid & ready;

    assign {valid, word} = bits;
    always @(posedge clk) begin
        room <= rst | taken | (room & ~begins);
        if (rst | taken)
            bits <= {BITS+1{1'b0}};
        else if (begins | ~(room | valid))
            bits <= {bits[BITS-1:0], begins | bit_in};
    end
endmodule

`default_nettype wire
