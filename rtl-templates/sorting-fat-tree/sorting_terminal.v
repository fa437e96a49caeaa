// sorting_terminal: a terminal of a sorting fat-tree that has a channel of its own: AXI4-Stream in, AXI4-Stream out.
//
//   s_axis --> [ climb | rest ] --> up      climb: a bit for each node from below: 1 on, 0 turns. rest: dst, src, payload
//                   \--loop--\
//   m_axis <-- [ 1 | src | payload ] <-- down
//
//   A word is waiting until a round begins; then it is mine until its batch goes up, and goes until the next stage. A
//   word to the terminal itself goes into the word register, until it is there. That register is cleared when m_axis has
//   taken the word, and is full when the M bit has come to its top. No counters: `room` is low from the M bit until then.
//   Ranks: behind each `opens`, `climb` turns by a bit at each `step`, once around. The first 0 is the level at which the
//   word turns: the first time the terminal counts itself there, the second time it gets its batch.
`default_nettype none

module sorting_terminal #(
    parameter LABEL_BITS   = 4,             // and as many climb bits
    parameter PAYLOAD_BITS = 32,
    parameter BATCH_BITS   = 2              // 0: there is one batch
) (
    input  wire                                         clk,
    input  wire                                         rst,        // synchronous, active high
    input  wire [LABEL_BITS-1:0]                        address,    // of this terminal, constant
    // strobes
    input  wire                                         round,
    input  wire                                         stage,
    input  wire                                         send,       // the M bits of batch `batch` are due in the next clock
    input  wire                                         step,       // the next level
    input  wire                                         opens,      // the first level
    input  wire [(BATCH_BITS > 0 ? BATCH_BITS : 1)-1:0] batch,
    input  wire                                         prefix,     // a bit of the number, lowest first
    output wire                                         sum,        // a word turns at this level
    output reg                                          wish,       // a word is waiting
    // the network
    output reg                                          up,
    output reg                                          up_start,   // the M bit is on `up`
    input  wire                                         down,
    input  wire                                         down_start, // likewise
    output wire                                         room,       // for a word
    // the leaf
    input  wire [PAYLOAD_BITS-1:0]                      s_axis_tdata,
    input  wire [LABEL_BITS-1:0]                        s_axis_tdest,
    input  wire                                         s_axis_tvalid,
    output reg                                          s_axis_tready,
    output wire [PAYLOAD_BITS-1:0]                      m_axis_tdata,
    output wire [LABEL_BITS-1:0]                        m_axis_tuser,
    output wire                                         m_axis_tvalid,
    input  wire                                         m_axis_tready
);
    localparam BODY = LABEL_BITS + PAYLOAD_BITS;            // source and payload

    // ---- the word that is sent -----------------------------------------------------------------------------------

    reg                        mine, goes;
    reg                        own;                         // it is for this terminal
    reg  [LABEL_BITS-1:0]      climb;                       // [k]: the bit for the node of level k
    reg  [LABEL_BITS+BODY-1:0] rest;
    wire [LABEL_BITS-1:0]      differs = s_axis_tdest ^ address;
    wire [LABEL_BITS-1:0]      climbs;
    wire                       accepts = s_axis_tvalid & s_axis_tready;
    wire                       top = climb[LABEL_BITS-1];
    wire                       due;                         // the word's batch is
    wire                       go   = send & mine & due;
    wire                       gone = goes & (own ? m_axis_tvalid : stage);
    wire                       turn = step & mine;          // a word that comes meanwhile must not
    genvar                     k;

    assign climbs[0] = 1'b0;
    generate
        for (k = 1; k < LABEL_BITS; k = k + 1) begin : level
            assign climbs[k] = |differs[LABEL_BITS-1:LABEL_BITS-k];
        end
    endgenerate

    always @(posedge clk) begin
        s_axis_tready <= ~(accepts | wish | mine | goes) | gone;
        wish          <= accepts | (wish & ~round);
        mine          <= (wish & round) | (mine & ~go);
        goes          <= go | (goes & ~gone);
        if (accepts | goes | turn)
            climb <= accepts ? climbs : {climb[LABEL_BITS-2:0], goes ? rest[LABEL_BITS+BODY-1] : top};
        if (accepts | goes)
            rest <= accepts ? {s_axis_tdest, address, s_axis_tdata} : {rest[LABEL_BITS+BODY-2:0], 1'b0};
        if (accepts)
            own <= ~|differs;
        up       <= (go | (goes & top)) & ~own;
        up_start <= go & ~own;
        if (rst)
            {s_axis_tready, wish, mine, goes, own, up, up_start} <= 7'd0;
    end

    // ---- its batch -----------------------------------------------------------------------------------------------

    generate
        if (BATCH_BITS > 0) begin : ranked
            wire [BATCH_BITS-1:0] number;

            sorting_number #(.BATCH_BITS(BATCH_BITS)) counter (
                .clk(clk), .rst(rst), .round(round), .opens(opens), .step(step), .prefix(prefix), .counts(mine & ~own), .turns_here(~top),
                .sum(sum), .number(number)
            );
            assign due = number == batch;
        end else begin : single
            assign sum = 1'b0;
            assign due = 1'b1;
        end
    endgenerate

    // ---- the word that comes -------------------------------------------------------------------------------------

    wire loops = go & own;

    sorting_receiver #(.BITS(BODY)) receiver (
        .clk(clk), .rst(rst), .begins(loops | (down_start & down)), .bit_in((goes & own & rest[BODY-1]) | down), .room(room),
        .word({m_axis_tuser, m_axis_tdata}), .valid(m_axis_tvalid), .ready(m_axis_tready)
    );
    wire unused = &{step, opens, prefix, batch, 1'b0};
endmodule

`default_nettype wire
