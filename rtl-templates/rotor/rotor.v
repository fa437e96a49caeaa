// rotor: joins LEAVES leaves by a switch that turns: sources --[ rotor ]--> banks of queues --> buses.
//
//   Leaf {place, bin} takes words from the bus of its bin, and sends by source `bin ^ place`. A source has one word a clock
//   for the rotor. In turn t the rotor joins source s to bin s - t, so every source meets every bin once in BINS clocks, and
//   no two sources meet the same bin. A bin has a queue for each of its leaves. It visits them one by one, and gives the leaf
//   a word if the leaf has room.
//
//   A word stays on s_axis until its queue has answered: it is taken, or it asks again when its bin comes round. Nothing on
//   the way stores or blocks, so all words from one leaf to another pass one queue, in order, each once.
//
//   Clock 0: the word asks; 1: the source decides; 2: the head, {place, valid}, is picked; 3 to 2 + STAGES: it turns, and
//   behind it by one clock turns the body, {sender, payload}; 3 + STAGES: the bank decides; 5 + STAGES: s_axis_tready.
//
//   A reset of one clock is enough. Then every queue is emptied, which takes the network some clocks (rotor_timer.v).
//
//   A word for a leaf that does not exist is taken, and lost.
//! cost let BINS   = 1 << BIN_BITS
//! cost let STAGES = (BIN_BITS + 1) / 2
//! cost let HEAD   = PLACE_BITS + 1
//! cost let BODY   = PLACE_BITS + PAYLOAD_BITS
//! cost let PICK   = (2 * PLACES + 1) / 3
//! cost let TURN   = 3 * (BIN_BITS / 2) + BIN_BITS % 2
//! cost let ROWS   = 1 << (PLACE_BITS + QUEUE_BITS)
//! cost let TILES  = (BIN_BITS + BODY + 3) / 4 * ((ROWS + 15) / 16)
//! cost lut4: BINS * (PAYLOAD_BITS + PLACE_BITS) * PICK, BINS * PLACES * BIN_BITS, BINS * PLACES, BINS * (HEAD + BODY) * TURN
//! cost lut4: !BLOCK_RAM * BINS * TILES * 6, !BLOCK_RAM * BINS * (BIN_BITS + BODY) * (ROWS / 16)
//! cost lut4: BINS * (QUEUE_BITS + 1) << PLACE_BITS, LEAVES, BINS * PLACES * PLACE_BITS
//! cost lut4: BINS * BIN_BITS, BINS * QUEUE_BITS, BINS, 1
//! cost ff: LEAVES * (PAYLOAD_BITS + PLACE_BITS + BIN_BITS), BINS * PLACES, BINS * BODY * (STAGES + 1), BINS * PLACE_BITS * STAGES
//! cost ff: (BIN_BITS == 2) * BINS * PLACES, !BLOCK_RAM * BINS * (BIN_BITS + BODY), BINS * (QUEUE_BITS + 1) << PLACE_BITS
//! cost ff: BINS * (BIN_BITS + PLACE_BITS + QUEUE_BITS), BINS, 1
//! cost lone: LEAVES * (PAYLOAD_BITS + PLACE_BITS + BIN_BITS), BINS * BODY, BINS * PLACES, BINS
`default_nettype none

module rotor #(
    parameter LEAVES       = 16,            // at least 2 * BINS + 1
    parameter BIN_BITS     = 2,             // 2 or more
    parameter PLACES       = 4,             // 3 or more: LEAVES / BINS, rounded up
    parameter PLACE_BITS   = 2,             // $clog2(PLACES)
    parameter QUEUE_BITS   = 1,             // log2 of the words of a queue
    parameter PAYLOAD_BITS = 32,            // 1 or more
    parameter PREFER_BITS  = 4,             // favourites go first in one of 2^PREFER_BITS turns
    parameter BLOCK_RAM    = 0,             // 1: words wait in block RAM, 0: in the RAM that LUTs make
    parameter LABEL_BITS   = BIN_BITS + PLACE_BITS
) (
    input  wire                           clk,
    input  wire                           rst,              // synchronous, active high
    input  wire [LEAVES*PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LEAVES*LABEL_BITS-1:0]   s_axis_tdest,
    input  wire [LEAVES-1:0]              s_axis_tvalid,
    output wire [LEAVES-1:0]              s_axis_tready,
    output wire [LEAVES*PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [LEAVES*LABEL_BITS-1:0]   m_axis_tuser,
    output wire [LEAVES-1:0]              m_axis_tvalid,
    input  wire [LEAVES-1:0]              m_axis_tready,
    output wire [((2*PLACE_BITS+PAYLOAD_BITS+1)<<BIN_BITS)-1:0] probe   // {bodies, heads} that come to the bins
);
    localparam BINS   = 1 << BIN_BITS;
    localparam STAGES = (BIN_BITS + 1) / 2;
    localparam HEAD   = PLACE_BITS + 1;
    localparam BODY   = PLACE_BITS + PAYLOAD_BITS;

    wire                       clear, prefer, rests;
    wire [15:0]                random;
    wire                       unused_random = |random;     // where few sources draw from it
    wire [BINS-1:0]            answers;                     // of all banks
    wire [(STAGES+1)*BINS*HEAD-1:0] heads;                  // [k * BINS + b]: behind k stages of the rotor, for bin b
    wire [(STAGES+1)*BINS*BODY-1:0] bodies;

    rotor_timer #(.BIN_BITS(BIN_BITS), .PLACE_BITS(PLACE_BITS), .STAGES(STAGES), .PREFER_BITS(PREFER_BITS)) timer (
        .clk(clk), .rst(rst), .clear(clear), .prefer(prefer), .rests(rests), .random(random)
    );

    assign probe = {bodies[STAGES*BINS*BODY +: BINS*BODY], heads[STAGES*BINS*HEAD +: BINS*HEAD]};

    genvar g, p, k;
    generate
        for (g = 0; g < BINS; g = g + 1) begin : of_source
            wire [PLACES*PAYLOAD_BITS-1:0] data;
            wire [PLACES*LABEL_BITS-1:0]   destination;
            wire [PLACES-1:0]              valid, ready;

            for (p = 0; p < PLACES; p = p + 1) begin : places
                localparam LEAF = p * BINS + (g ^ (p % BINS));

                if (LEAF < LEAVES) begin : leaf
                    assign data[p*PAYLOAD_BITS +: PAYLOAD_BITS]  = s_axis_tdata[LEAF*PAYLOAD_BITS +: PAYLOAD_BITS];
                    assign destination[p*LABEL_BITS +: LABEL_BITS] = s_axis_tdest[LEAF*LABEL_BITS +: LABEL_BITS];
                    assign valid[p]            = s_axis_tvalid[LEAF];
                    assign s_axis_tready[LEAF] = ready[p];
                end else begin : none
                    wire unused = ready[p];

                    assign data[p*PAYLOAD_BITS +: PAYLOAD_BITS]    = {PAYLOAD_BITS{1'b0}};
                    assign destination[p*LABEL_BITS +: LABEL_BITS] = {LABEL_BITS{1'b0}};
                    assign valid[p] = 1'b0;
                end
            end
            rotor_source #(
                .BIN_BITS(BIN_BITS), .PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .STAGES(STAGES),
                .SOURCE(g)
            ) source (
                .clk(clk), .rst(rst), .clear(clear), .prefer(prefer), .rests(rests),
                .random(random[(g*3)%(16-PLACE_BITS) +: PLACE_BITS]), .data(data), .destination(destination), .valid(valid),
                .ready(ready), .answers(answers), .head(heads[g*HEAD +: HEAD]), .body(bodies[g*BODY +: BODY])
            );
        end
        for (k = 0; k < STAGES; k = k + 1) begin : of_stage
            rotor_turn #(.BIN_BITS(BIN_BITS), .STAGE(k), .HEAD(HEAD), .BODY(BODY)) stage (
                .clk(clk), .rst(rst), .heads(heads[k*BINS*HEAD +: BINS*HEAD]), .bodies(bodies[k*BINS*BODY +: BINS*BODY]),
                .turned_heads(heads[(k+1)*BINS*HEAD +: BINS*HEAD]), .turned_bodies(bodies[(k+1)*BINS*BODY +: BINS*BODY])
            );
        end
        for (g = 0; g < BINS; g = g + 1) begin : of_bin
            wire [PLACES*PAYLOAD_BITS-1:0] data;
            wire [PLACES*LABEL_BITS-1:0]   source;
            wire [PLACES-1:0]              valid, ready;
            wire [PLACE_BITS-1:0]          visited, popped;
            wire                           free, pop;
            wire [BIN_BITS+BODY-1:0]       word;

            rotor_bank #(
                .BIN_BITS(BIN_BITS), .PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .QUEUE_BITS(QUEUE_BITS),
                .PAYLOAD_BITS(PAYLOAD_BITS), .BLOCK_RAM(BLOCK_RAM), .STAGES(STAGES), .BIN(g)
            ) bank (
                .clk(clk), .rst(rst), .clear(clear), .head(heads[(STAGES*BINS+g)*HEAD +: HEAD]),
                .body(bodies[(STAGES*BINS+g)*BODY +: BODY]), .answer(answers[g]),
                .visited(visited), .free(free), .pop(pop), .popped(popped), .word(word)
            );
            rotor_bus #(
                .BIN_BITS(BIN_BITS), .PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
            ) bus (
                .clk(clk), .clear(clear), .visited(visited), .free(free), .pop(pop), .popped(popped), .word(word),
                .data(data), .source(source), .valid(valid), .ready(ready)
            );
            for (p = 0; p < PLACES; p = p + 1) begin : places
                localparam LEAF = p * BINS + g;

                if (LEAF < LEAVES) begin : leaf
                    assign m_axis_tdata[LEAF*PAYLOAD_BITS +: PAYLOAD_BITS] = data[p*PAYLOAD_BITS +: PAYLOAD_BITS];
                    assign m_axis_tuser[LEAF*LABEL_BITS +: LABEL_BITS]     = source[p*LABEL_BITS +: LABEL_BITS];
                    assign m_axis_tvalid[LEAF] = valid[p];
                    assign ready[p]            = m_axis_tready[LEAF];
                end else begin : none
                    wire unused = valid[p] | (|data[p*PAYLOAD_BITS +: PAYLOAD_BITS]) | (|source[p*LABEL_BITS +: LABEL_BITS]);

                    assign ready[p] = 1'b1;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
