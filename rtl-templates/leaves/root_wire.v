// root_wire: a wire each way between the root of a fat-tree and the outside, as two AXI4-Streams (docs/reference/protocol.md).
//
//   s_root --> [ M | leaf | zeros | 1 | 1 source number | payload ] --> down     until the leaf has acknowledged it
//   m_root <-- [ rest | 1 | 0 source number | payload ] <---------- up           acknowledged in the same slot
//                             \--> [ M | leaf | zeros | 1 | number ] --> down
//
//   `down` shows the M bit before the strobe. A word stays on s_root until `s_root_tready`, which says that it has been
//   acknowledged, or is for no leaf. A word to the outside is taken, and acknowledged, only if none waits on any wire: so
//   words come out in the order of their slots, and those of a leaf in theirs.
`default_nettype none

module root_wire #(
    parameter LABEL_BITS   = 4,
    parameter NUMBER_BITS  = 3,             // of a lane or a wire, at least 1
    parameter PAYLOAD_BITS = 32,
    parameter LAST_LEAF    = 15             // 2 ** LABEL_BITS - 1: all labels name leaves
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    start,   // M bits pass
    input  wire                    start_data,  // from root_timer
    input  wire                    receive,
    input  wire                    received,
    input  wire                    load_answer,
    input  wire                    decide,
    input  wire                    load_word,
    input  wire                    skip,
    input  wire                    busy,    // some wire has a word that the outside has not taken
    input  wire                    acknowledged,    // the word of this slot
    input  wire [NUMBER_BITS-1:0]  number,  // of this wire, constant
    input  wire                    up,
    output wire                    down,
    output wire                    tag_bit, // for leaf_tags: M bit, start bit, tag
    input  wire [PAYLOAD_BITS-1:0] s_root_tdata,
    input  wire [LABEL_BITS-1:0]   s_root_tdest,
    input  wire [LABEL_BITS-1:0]   s_root_tuser,    // the source, as the leaf sees it below a 1
    input  wire                    s_root_tvalid,
    output reg                     s_root_tready,
    output wire [PAYLOAD_BITS-1:0] m_root_tdata,
    output wire [LABEL_BITS-1:0]   m_root_tdest,    // the rest of the label
    output wire [LABEL_BITS-1:0]   m_root_tuser,
    output reg                     m_root_tvalid,
    input  wire                    m_root_tready
);
    localparam L = LABEL_BITS, B = NUMBER_BITS, P = PAYLOAD_BITS;
    localparam LINE = 3 + 3 * L + B + P, GOT = 2 + 2 * L + B + P, ANSWER = 2 + 2 * L + B;
    localparam [L-1:0] LAST = LAST_LEAF;

    reg [LINE-1:0] line;
    reg [GOT-1:0]  got;
    reg            sending;                 // `line` moves
    reg            sent;                    // in this slot, the word
    reg            taking;                  // in this slot, a message
    wire [B-1:0]   its;                     // the number in its source
    wire           nowhere;                 // the word is for no leaf
    wire [1:0]     unused;

    assign down    = line[LINE-1];
    assign tag_bit = up & ~skip;
    assign {m_root_tdest, unused[1], unused[0], m_root_tuser, its, m_root_tdata} = got;

    generate
        if (LAST_LEAF + 1 < 1 << L) begin : gap
            assign nowhere = s_root_tdest > LAST;
        end else begin : all
            wire never = &{LAST, 1'b0};

            assign nowhere = never;
        end
    endgenerate

    always @(posedge clk) begin
        if (load_word)
            line <= {s_root_tvalid & ~nowhere, s_root_tdest, {L{1'b0}}, 2'b11, s_root_tuser, number, s_root_tdata};
        else if (load_answer)
            line[LINE-1 -: ANSWER] <= {taking, m_root_tuser, {L{1'b0}}, 1'b1, its};
        else if (start | sending)
            line <= {line[LINE-2:0], 1'b0};
        sending <= start | sending & ~load_word & ~load_answer;

        if (load_word)
            sent <= s_root_tvalid & ~nowhere;
        s_root_tready <= decide & s_root_tvalid & (sent & acknowledged | nowhere);

        if (start_data)
            taking <= up & ~busy;
        if (receive & taking)
            got <= {got[GOT-2:0], up};
        m_root_tvalid <= m_root_tvalid & ~m_root_tready | received & taking;
        if (rst) begin
            line          <= {LINE{1'b0}};
            got           <= {GOT{1'b0}};
            sending       <= 1'b0;
            sent          <= 1'b0;
            taking        <= 1'b0;
            m_root_tvalid <= 1'b0;
            s_root_tready <= 1'b0;
        end
    end
endmodule

`default_nettype wire
