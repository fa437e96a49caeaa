// rotor: joins LEAVES leaves by a switch that turns: sources --[ rotor ]--> banks of queues --> buses.
//
//   Leaf {place, bin} takes words from the bus of its bin, and sends by source `bin ^ place`. A source has one word a clock
//   for the rotor. In turn t the rotor joins source s to bin s - t, so every source meets every bin once in BINS clocks, and
//   no two sources meet the same bin. A bin has a queue for each of its leaves. It visits them one by one, and gives the leaf
//   a word if the leaf has room.
//
//   With two banks there are twice as many sources, {bank, bin}, and two rotors. Each bin has a bank, with queues for all its
//   leaves, behind each rotor, and two buses: leaf {place, bus, bin} sends by source `{bus, bin} ^ place`.
//
//   A word stays on s_axis until its queue has answered: it is taken, or it asks again when its bin comes round. Nothing on
//   the way stores or blocks, so all words from one leaf to another pass one queue, in order, each once.
//
//   Clock 0: the word asks; 1: the source decides; 2: the head, {place, valid}, is picked; 3 to 2 + STAGES: it turns, and two
//   clocks behind it the body, {sender, payload}, which leaves the last stage a clock early; 3 + STAGES: the bank decides;
//   5 + STAGES: s_axis_tready.
//
//   A reset of one clock is enough. Then every queue is emptied, which takes the network some clocks (rotor_timer.v).
//
//   A word for a leaf that does not exist is taken, and lost.
//! cost let BINS   = 1 << (BIN_BITS + BANK_BITS)
//! cost let STAGES = (BIN_BITS + 1) / 2
//! cost let TO     = PLACE_BITS + BANK_BITS
//! cost let HEAD   = TO + 1
//! cost let BODY   = PLACE_BITS + PAYLOAD_BITS
//! cost let PICK   = (2 * PLACES + 1) / 3
//! cost let TURN   = 3 * (BIN_BITS / 2) + BIN_BITS % 2
//! cost let ROWS   = 1 << (TO + QUEUE_BITS)
//! cost let ROW    = (QUEUE_BITS + 1 - BLOCK_RAM) << TO
//! cost let TILES  = (BIN_BITS + BODY + 3) / 4 * ((ROWS + 15) / 16)
//! cost lut4: BINS * (PAYLOAD_BITS + TO) * PICK, BINS * (PAYLOAD_BITS + TO) * (PLACES / 8), BINS * (HEAD + BODY) * TURN
//! cost lut4: BINS * PLACES * BIN_BITS, BINS * PLACES
//! cost lut4: !BLOCK_RAM * BINS * TILES * 6, !BLOCK_RAM * BINS * (BIN_BITS + BODY) * (ROWS / 16)
//! cost lut4: BINS * ROW, (ROW < 16) * BINS * ROW, LEAVES, BINS * PLACES * PLACE_BITS
//! cost lut4: BINS * BIN_BITS, BINS * QUEUE_BITS, BINS, 1, BANK_BITS * BINS * (PAYLOAD_BITS + PLACE_BITS + BIN_BITS)
//! cost lut4: (0 < STOP_BITS) * LEAVES, BANK_BITS * BINS, BANK_BITS * BINS << PLACE_BITS
//! cost ff: STOP_BITS + (0 < STOP_BITS) * (3 * LEAVES + BINS * (TO + BIN_BITS) + 1)
//! cost ff: LEAVES * (PAYLOAD_BITS + TO + BIN_BITS + 2), BINS * PLACES, (BIN_BITS == 2) * BINS * PLACES
//! cost ff: BINS * BODY * STAGES, BINS * TO * (STAGES + 8), BINS * BIN_BITS, BINS * QUEUE_BITS, BINS, 1
//! cost ff: !BLOCK_RAM * BINS * (TO + QUEUE_BITS), BINS * ROW
//! cost ff: (ROW < 16) * BINS * ROW
//! cost lone: (0 < STOP_BITS) * BINS * (TO + BIN_BITS)
//! cost lone: LEAVES * (PAYLOAD_BITS + TO + BIN_BITS), BINS * BODY, BINS * PLACES, BINS
`default_nettype none

module rotor #(
    parameter LEAVES       = 16,            // at least 2 * BINS + 1
    parameter BIN_BITS     = 2,             // 2 or more
    parameter BANK_BITS    = 0,             // log2 of the banks of a bin: 0 or 1
    parameter PLACES       = 4,             // LEAVES / (banks of all bins), rounded up: 3 or more, with two banks 5
    parameter PLACE_BITS   = 2,             // $clog2(PLACES)
    parameter QUEUE_BITS   = 1,             // log2 of the rows of a queue
    parameter PAYLOAD_BITS = 32,            // 1 or more
    parameter PREFER_BITS  = 4,             // favourites go first in one of 2^PREFER_BITS turns
    parameter BLOCK_RAM    = 0,             // 1: words wait in block RAM, 0: in the RAM that LUTs make
    parameter STOP_BITS    = 0,             // words for a leaf that took none for 2^STOP_BITS clocks are thrown away; 0: never
    parameter GROUP_BITS   = BIN_BITS + BANK_BITS,
    parameter LABEL_BITS   = GROUP_BITS + PLACE_BITS
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
    output wire [LEAVES-1:0]              m_axis_dropped,   // a word for the leaf was thrown away ..
    output wire [LEAVES*LABEL_BITS-1:0]   m_axis_lost,      // .. that this leaf had sent
    output wire [((2*PLACE_BITS+BANK_BITS+PAYLOAD_BITS+1)<<GROUP_BITS)-1:0] probe   // {bodies, heads} that come to the bins
);
    localparam BINS   = 1 << BIN_BITS;
    localparam BANKS  = 1 << BANK_BITS;
    localparam GROUPS = 1 << GROUP_BITS;        // sources, and banks of all bins: {bank, bin}
    localparam STAGES = (BIN_BITS + 1) / 2;
    localparam TO     = PLACE_BITS + BANK_BITS; // of a place in a bin
    localparam HEAD   = TO + 1;
    localparam BODY   = PLACE_BITS + PAYLOAD_BITS;

    wire                       clear, prefer, rests, tick, yields, stop_tick;
    wire [BIN_BITS-1:0]        turn;
    wire [BANKS*TO-1:0]        visited, visited_1, visited_2;   // of the banks of each bin
    wire [PLACES-1:0]          popped;
    wire                       exists;
    wire [15:0]                random;
    wire                       unused_random = |random;     // where few sources draw from it
    wire [GROUPS-1:0]          answers;                     // of all banks
    wire [(STAGES+1)*GROUPS*HEAD-1:0] heads;                // [k * GROUPS + g]: behind k stages of the rotor, for bank g
    wire [(STAGES+1)*GROUPS*BODY-1:0] bodies;

    rotor_timer #(
        .BIN_BITS(BIN_BITS), .PLACE_BITS(TO), .STAGES(STAGES), .PREFER_BITS(PREFER_BITS), .STOP_BITS(STOP_BITS)
    ) timer (
        .clk(clk), .rst(rst), .clear(clear), .turn(turn), .prefer(prefer), .rests(rests), .tick(tick), .yields(yields),
        .stop_tick(stop_tick), .random(random)
    );

    rotor_visits #(.PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .BANK_BITS(BANK_BITS)) visits (
        .clk(clk), .rst(rst), .clear(clear), .visited(visited), .exists(exists), .visited_1(visited_1), .visited_2(visited_2),
        .popped(popped)
    );

    assign probe = {bodies[STAGES*GROUPS*BODY +: GROUPS*BODY], heads[STAGES*GROUPS*HEAD +: GROUPS*HEAD]};

    genvar g, p, k;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : of_source
            wire [PLACES*PAYLOAD_BITS-1:0] data;
            wire [PLACES*LABEL_BITS-1:0]   destination;
            wire [PLACES-1:0]              valid, ready;

            for (p = 0; p < PLACES; p = p + 1) begin : places
                localparam LEAF = p * GROUPS + (g ^ (p % GROUPS));

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
                .SOURCE(g % BINS), .TO_BITS(TO)
            ) source (
                .clk(clk), .rst(rst), .clear(clear), .prefer(prefer), .rests(rests), .tick(tick), .turn(turn),
                .random(random[(g*3)%(16-PLACE_BITS) +: PLACE_BITS]), .data(data), .destination(destination), .valid(valid),
                .ready(ready), .answers(answers[g/BINS*BINS +: BINS]), .head(heads[g*HEAD +: HEAD]), .body(bodies[g*BODY +: BODY])
            );
        end
        for (k = 0; k < STAGES * BANKS; k = k + 1) begin : of_stage
            localparam FROM = k * BINS, TURNED = k * BINS + GROUPS;

            rotor_turn #(.BIN_BITS(BIN_BITS), .STAGE(k / BANKS), .HEAD(HEAD), .BODY(BODY)) stage (
                .clk(clk), .rst(rst), .heads(heads[FROM*HEAD +: BINS*HEAD]), .bodies(bodies[FROM*BODY +: BINS*BODY]),
                .turned_heads(heads[TURNED*HEAD +: BINS*HEAD]), .turned_bodies(bodies[TURNED*BODY +: BINS*BODY])
            );
        end
        for (g = 0; g < BINS; g = g + 1) begin : of_bin
            wire [BANKS-1:0]                 frees, free, has, idles, idle;   // of buses; banks, banks, banks; buses
            wire [BANKS*(BIN_BITS+BODY)-1:0] words;
            wire [BANKS*(GROUP_BITS+BODY)-1:0] word;

            for (k = 0; k < BANKS; k = k + 1) begin : of_bank
                localparam GROUP = k * BINS + g;

                rotor_bank #(
                    .BIN_BITS(BIN_BITS), .PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .BANK_BITS(BANK_BITS),
                    .QUEUE_BITS(QUEUE_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .BLOCK_RAM(BLOCK_RAM), .STAGES(STAGES), .BIN(g)
                ) bank (
                    .clk(clk), .clear(clear), .turn(turn), .head(heads[(STAGES*GROUPS+GROUP)*HEAD +: HEAD]),
                    .body(bodies[(STAGES*GROUPS+GROUP)*BODY +: BODY]), .answer(answers[GROUP]), .visited(visited[k*TO +: TO]),
                    .visited_1(visited_1[k*TO +: TO]), .visited_2(visited_2[k*TO +: TO]), .exists(exists),
                    .free(free[k]), .has(has[k]), .idle(idles[k]),
                    .word(words[k*(BIN_BITS+BODY) +: BIN_BITS+BODY])
                );
            end
            rotor_exit #(.BANK_BITS(BANK_BITS), .PLACE_BITS(PLACE_BITS), .WIDTH(BIN_BITS + BODY)) exit (
                .clk(clk), .clear(clear), .yields(yields), .visited(visited[TO-1:0]), .visited_1(visited_1[TO-1:0]),
                .frees(frees), .free(free), .has(has), .idles(idles), .idle(idle), .words(words), .word(word)
            );
            for (k = 0; k < BANKS; k = k + 1) begin : of_bus
                wire [PLACES*PAYLOAD_BITS-1:0] data;
                wire [PLACES*LABEL_BITS-1:0]   source;
                wire [PLACES-1:0]              valid, ready, dropped;
                wire [LABEL_BITS-1:0]          lost;

                rotor_bus #(
                    .GROUP_BITS(GROUP_BITS), .PLACES(PLACES), .PLACE_BITS(PLACE_BITS), .PAYLOAD_BITS(PAYLOAD_BITS),
                    .DROP(STOP_BITS > 0)
                ) bus (
                    .clk(clk), .clear(clear), .tick(stop_tick), .visited(visited[TO-1:BANK_BITS]), .free(frees[k]), .idle(idle[k]),
                    .popped(popped), .word(word[k*(GROUP_BITS+BODY) +: GROUP_BITS+BODY]),
                    .data(data), .source(source), .valid(valid), .ready(ready),
                    .dropped(dropped), .lost(lost)
                );
                for (p = 0; p < PLACES; p = p + 1) begin : places
                    localparam LEAF = p * GROUPS + k * BINS + g;

                    if (LEAF < LEAVES) begin : leaf
                        assign m_axis_tdata[LEAF*PAYLOAD_BITS +: PAYLOAD_BITS] = data[p*PAYLOAD_BITS +: PAYLOAD_BITS];
                        assign m_axis_tuser[LEAF*LABEL_BITS +: LABEL_BITS]     = source[p*LABEL_BITS +: LABEL_BITS];
                        assign m_axis_tvalid[LEAF]  = valid[p];
                        assign m_axis_dropped[LEAF] = dropped[p];
                        assign m_axis_lost[LEAF*LABEL_BITS +: LABEL_BITS]      = lost;
                        assign ready[p]             = m_axis_tready[LEAF];
                    end else begin : none
                        wire unused = valid[p] | dropped[p] | (|data[p*PAYLOAD_BITS +: PAYLOAD_BITS])
                                    | (|source[p*LABEL_BITS +: LABEL_BITS]);

                        assign ready[p] = 1'b1;
                    end
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
