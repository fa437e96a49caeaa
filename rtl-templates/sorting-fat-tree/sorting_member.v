// sorting_member: a terminal in a block of a sorting fat-tree: AXI4-Stream in, AXI4-Stream out.
//
//   s_axis --> [ none | far | number | climb | dst | src | payload ] --> up, and on to the place before it
//   m_axis <-- [ 1 | src | payload ] <-- buses
//
//   The register has the word of s_axis till the block puts all words in order; then it is a place in a chain. From its top:
//   none (1: there is no word); far (0: the word stays in its block); its number's last bits, the batch; a climb bit for each node
//   from below: 1 on, 0 turns. `climb_bit` is the first of these, `label_bit` the first one that distinguishes the block's terminals.
//   Ranks: behind each `opens`, `climb` turns by a bit at each `step`, once around.
`default_nettype none

module sorting_member #(
    parameter LABEL_BITS   = 4,
    parameter SIDE_BITS    = 1,             // log2 of the buses; LABEL_BITS - 2 SIDE_BITS nodes are above
    parameter PAYLOAD_BITS = 32,
    parameter BATCH_BITS   = 1              // 0: there is one batch
) (
    input  wire                      clk,
    input  wire                      rst,           // synchronous, active high
    input  wire [LABEL_BITS-1:0]     address,       // of this terminal, constant
    // strobes
    input  wire                      round,
    input  wire                      rises,         // words are in the round: no other one is accepted
    input  wire                      order,         // bits move from the next clock on
    input  wire                      step,          // the next level
    input  wire                      opens,         // the first level
    input  wire                      prefix,        // a bit of the number, lowest first
    output wire                      sum,           // a clock behind a step: the word turns at its level
    // the chain
    input  wire                      moves,
    input  wire                      from,
    output wire [BATCH_BITS+1:0]     key,           // none, far, number
    output wire                      climb_bit,
    output wire                      label_bit,
    // the buses
    input  wire [(1<<SIDE_BITS)-1:0] asks,          // a word is there, and its label in `labels`
    input  wire [(2*SIDE_BITS<<SIDE_BITS)-1:0] labels,
    input  wire [(1<<SIDE_BITS)-1:0] bits,          // from two clocks later on: source, payload
    output wire [(1<<SIDE_BITS)-1:0] takes,         // a clock later
    // the leaf
    input  wire [PAYLOAD_BITS-1:0]   s_axis_tdata,
    input  wire [LABEL_BITS-1:0]     s_axis_tdest,
    input  wire                      s_axis_tvalid,
    output reg                       s_axis_tready,
    output wire [PAYLOAD_BITS-1:0]   m_axis_tdata,
    output wire [LABEL_BITS-1:0]     m_axis_tuser,
    output wire                      m_axis_tvalid,
    input  wire                      m_axis_tready
);
    localparam CLIMB  = LABEL_BITS - 2 * SIDE_BITS;
    localparam NEAR   = 2 * SIDE_BITS;         // bits that distinguish the block's terminals
    localparam REST   = 2 * LABEL_BITS + PAYLOAD_BITS;
    localparam BUSES  = 1 << SIDE_BITS;
    genvar k;

    // ---- the word that is sent -----------------------------------------------------------------------------------

    reg                   none, far;
    reg  [CLIMB-1:0]      climb;                // [k]: the bit for the node of level k
    reg  [REST-1:0]       rest;
    wire [CLIMB-1:0]      differs = s_axis_tdest[LABEL_BITS-1:NEAR] ^ address[LABEL_BITS-1:NEAR];
    wire [CLIMB-1:0]      climbs;
    wire                  accepts = s_axis_tvalid & s_axis_tready;
    wire                  turns_here = ~climb[CLIMB-1];
    wire                  into_climb = moves ? rest[REST-1] : climb[CLIMB-1];
    wire                  into_far;

    assign climb_bit = climb[CLIMB-1];
    assign label_bit = rest[REST-1-CLIMB];
    assign climbs[0] = 1'b0;
    generate
        for (k = 1; k < CLIMB; k = k + 1) begin : level
            assign climbs[k] = |differs[CLIMB-1:CLIMB-k];
        end
        if (CLIMB > 1) begin : several
            always @(posedge clk)
                if (accepts | moves | step)
                    climb <= accepts ? climbs : {climb[CLIMB-2:0], into_climb};
        end else begin : lone
            always @(posedge clk)
                if (accepts | moves | step)
                    climb <= accepts ? climbs : into_climb;
        end
    endgenerate

    always @(posedge clk) begin
        s_axis_tready <= ~(accepts | ~none | round | rises | rst);
        none          <= rst | (accepts ? 1'b0 : moves ? far : none);
        if (accepts | moves)
            far <= accepts ? |differs : into_far;
        if (accepts | moves)
            rest <= accepts ? {s_axis_tdest, address, s_axis_tdata} : {rest[REST-2:0], from};
    end

    // ---- its batch -----------------------------------------------------------------------------------------------

    generate
        if (BATCH_BITS > 0) begin : ranked
            wire [BATCH_BITS-1:0] number;
            reg  [BATCH_BITS-1:0] batch;

            sorting_number #(.BATCH_BITS(BATCH_BITS)) counter (
                .clk(clk), .rst(rst), .round(round), .opens(opens), .step(step), .prefix(prefix), .counts(far & ~none),
                .turns_here(turns_here), .sum(sum), .number(number)
            );
            assign into_far = batch[BATCH_BITS-1];
            assign key      = {none, far, batch};
            if (BATCH_BITS > 1) begin : bits
                always @(posedge clk)
                    if (order | moves)
                        batch <= order ? number : {batch[BATCH_BITS-2:0], climb_bit};
            end else begin : single
                always @(posedge clk)
                    if (order | moves)
                        batch <= order ? number : climb_bit;
            end
        end else begin : unranked
            wire unused = &{order, opens, prefix, turns_here, 1'b0};

            assign sum      = 1'b0;
            assign into_far = climb_bit;
            assign key      = {none, far};
        end
    endgenerate

    // ---- the word that comes -------------------------------------------------------------------------------------

    reg  [BUSES-1:0] hits;                      // words for this terminal
    reg  [BUSES-1:0] bus;                       // whose word comes
    wire             room;

    assign takes = hits & (~hits + 1'b1);       // the lowest one
    generate
        for (k = 0; k < BUSES; k = k + 1) begin : each
            always @(posedge clk)
                hits[k] <= asks[k] & room & labels[k*NEAR +: NEAR] == address[NEAR-1:0];
        end
    endgenerate
    always @(posedge clk)
        if (|hits)
            bus <= takes;

    sorting_receiver #(.BITS(LABEL_BITS + PAYLOAD_BITS)) receiver (
        .clk(clk), .rst(rst), .begins(|hits), .bit_in(|(bus & bits)), .room(room), .word({m_axis_tuser, m_axis_tdata}),
        .valid(m_axis_tvalid), .ready(m_axis_tready)
    );
endmodule

`default_nettype wire
