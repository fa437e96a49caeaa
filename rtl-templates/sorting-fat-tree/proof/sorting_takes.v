// sorting_takes: in a block, with all its terminals, no word on a bus is taken twice, nor by another terminal than its own.
//
//   From any state and for any inputs:
//     looks      the buses do not ask in two clocks that follow each other
//     takes      of each bus at most one terminal takes the word, that of its label, a clock behind the one in which it asked
//     waits      a word asks from its wave on until it has been taken, and not again
//   The registers of the buses are in view, and what terminals take.
//! proves sorting_block as takes
//! what "block: {1 << 2 * SIDE_BITS} terminals, {1 << SIDE_BITS} buses"
//! claim "a word on a bus asks until its own terminal has taken it, and no longer"
//! steps 3
//! skip 2
//! cells (1 << 2 * SIDE_BITS) * (20 + 5 * LABEL_BITS + 3 * PAYLOAD_BITS)
//! any-state
//! reads sorting_member sorting_receiver
//! reads sorting_number sorting_ranks when BATCH_BITS > 0
//! expose look
//! expose waits
//! expose turned
//! expose turned_start
//! expose labels
//! expose takes
//! show parts "claims that held, of 0 to 2"
//! show asks_shown "buses that ask"
//! show takes_shown "buses that each terminal takes"
`default_nettype none

module sorting_takes #(
    parameter LABEL_BITS   = 4,
    parameter SIDE_BITS    = 1,
    parameter PAYLOAD_BITS = 8,
    parameter BATCH_BITS   = 1,
    parameter NEAR         = 2 * SIDE_BITS,
    parameter SIDE         = 1 << SIDE_BITS,
    parameter ALL          = 1 << NEAR
) (
    input  wire                                      clk,
    // free in every clock
    input  wire                                      rst, round, rises, order, send, step, opens, count_first, prefix, prefix_first,
    input  wire                                      down_start,
    input  wire [LABEL_BITS-NEAR-1:0]                address,
    input  wire [(BATCH_BITS > 0 ? BATCH_BITS : 1)-1:0] batch,
    input  wire [SIDE-1:0]                           down,
    input  wire [ALL-1:0]                            sorted, s_valid, m_ready,
    input  wire [ALL*LABEL_BITS-1:0]                 s_dest,
    input  wire [ALL*PAYLOAD_BITS-1:0]               s_data,
    // the claim, and values to show if it fails
    output wire                                      ok,
    output wire [2:0]                                parts,
    output wire [SIDE-1:0]                           asks_shown,
    output wire [ALL*SIDE-1:0]                       takes_shown
);
    genvar                i, w;
    wire                  look, turned_start;
    wire [SIDE-1:0]       waits, turned;
    wire [SIDE*NEAR-1:0]  labels;
    wire [ALL*SIDE-1:0]   takes;
    wire [SIDE-1:0]       taken, good;
    wire [SIDE-1:0]       asks = waits & {SIDE{look}};
    // a clock ago
    reg                   looked;
    reg  [SIDE-1:0]       asked, waited;
    reg  [SIDE*NEAR-1:0]  asked_labels;

    circuit circuit (
        .clk(clk), .rst(rst), .address(address), .round(round), .rises(rises), .order(order), .send(send), .batch(batch), .step(step),
        .opens(opens), .done(), .wish(), .count_first(count_first), .sum(), .sum_first(), .prefix(prefix), .prefix_first(prefix_first),
        .up(), .up_start(), .down(down), .down_start(down_start), .room(), .sorter_start(), .fed(), .sorted(sorted),
        .s_axis_tdata(s_data), .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid), .s_axis_tready(), .m_axis_tdata(), .m_axis_tuser(),
        .m_axis_tvalid(), .m_axis_tready(m_ready), .look(look), .waits(waits), .turned(turned), .turned_start(turned_start),
        .labels(labels), .takes(takes)
    );

    always @(posedge clk) begin
        looked       <= look;
        asked        <= asks;
        asked_labels <= labels;
        waited       <= rst ? {SIDE{1'b0}} : down_start || turned_start ? down | turned : waits & ~taken;
    end
    generate
        for (w = 0; w < SIDE; w = w + 1) begin : bus
            wire [ALL-1:0] takers;

            for (i = 0; i < ALL; i = i + 1) begin : by
                assign takers[i] = takes[i*SIDE+w];
            end
            assign taken[w] = takers != {ALL{1'b0}};
            assign good[w]  = !taken[w] || asked[w] && takers == {{ALL-1{1'b0}}, 1'b1} << asked_labels[w*NEAR +: NEAR];
        end
    endgenerate
    assign asks_shown  = asks;
    assign takes_shown = takes;
    assign parts = {&good, waits == waited, !(look && looked)};
    assign ok = &parts;
endmodule

`default_nettype wire
