// batch_sender: sends a slot's words up, one on each wire at most.
//
//   In the clock behind `slot`, `up_strobe` is high and `up` has the M bits. In a stage with `below` bits there follow the
//   rank's number, below / 2 bits, the lowest first; S; the `below` lowest bits of the destination; and the body: destination,
//   source and payload. A word of even rank is on wire 0: word a, unless the first rank is odd. Of two words' ranks the odd
//   one's number is `first` / 2, that of the even one is one more behind an odd one.
//   `delay_a` and `delay_b` hold the destinations, then, while `sends_body`, move a bit each clock: L clocks behind `word_end`
//   the last bit has come out.
`default_nettype none

module batch_sender #(
    parameter LABEL_BITS = 4,               // L
    parameter RANK_BITS  = 3                // of a rank's number
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          slot,
    input  wire [1:0]                    words,         // of this leaf in the slot
    input  wire [RANK_BITS-1:0]          first,         // the number of the first of them in its batch
    input  wire [$clog2(LABEL_BITS)-1:0] below,
    input  wire [LABEL_BITS-1:0]         delay_a,
    input  wire [LABEL_BITS-1:0]         delay_b,
    input  wire                          word_end,
    output wire                          sends_body,
    output reg  [1:0]                    up,
    output reg                           up_strobe
);
    localparam L = LABEL_BITS, LB = $clog2(L), RB = RANK_BITS;
    localparam [31:0] HIGHEST = L - 1;

    reg  [1:0]    sends;                                    // each wire
    reg           crossed;                                  // word a is on wire 1
    reg  [RB-2:0] rank;                                     // of wire 1's word, without its lowest bit
    reg           carry;                                    // of wire 0's it is one more
    reg           ranks, marks, destinations;               // parts of a message: rank, S, destination
    reg           body, flush;                              // its body; what is left in the delay lines
    reg  [LB-1:0] part;                                     // bits of it that follow
    wire          bit_a    = destinations ? delay_a[part] : delay_a[L-1];
    wire          bit_b    = destinations ? delay_b[part] : delay_b[L-1];
    wire          no_ranks = below >> 1 == 0;
    wire [1:0]    m_bits   = {words[1] | words[0] & first[0], words[1] | words[0] & ~first[0]};

    assign sends_body = body | flush;

    always @(posedge clk) begin
        up_strobe <= slot;
        if (slot) begin
            sends   <= m_bits;
            crossed <= first[0];
            rank    <= first[RB-1:1];
            carry   <= first[0];
            up      <= m_bits;
        end else begin
            up <= sends & (marks ? 2'b11
                           : ranks ? {rank[0], rank[0] ^ carry}
                           : destinations | sends_body ? (crossed ? {bit_a, bit_b} : {bit_b, bit_a})
                           : 2'b00);
            if (ranks) begin
                rank  <= rank >> 1;
                carry <= carry & rank[0];
            end
        end
        if (slot & words != 0) begin
            ranks <= ~no_ranks;
            marks <= no_ranks;
        end else begin
            if (part == 0)
                ranks <= 1'b0;
            marks <= ranks & part == 0;
        end
        destinations <= marks & below != 0 | destinations & part != 0;
        body         <= marks & below == 0 | destinations & part == 0 | body & ~word_end;
        flush        <= body & word_end | flush & part != 0;
        if (slot)
            part <= (below >> 1) - 1'b1;
        else if (marks)
            part <= below - 1'b1;
        else if (body)
            part <= HIGHEST[LB-1:0];
        else
            part <= part - 1'b1;
        if (rst) begin
            up_strobe    <= 1'b0;
            up           <= 2'b00;
            sends        <= 2'b00;
            ranks        <= 1'b0;
            marks        <= 1'b0;
            destinations <= 1'b0;
            body         <= 1'b0;
            flush        <= 1'b0;
        end
    end
endmodule

`default_nettype wire
