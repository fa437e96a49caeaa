// sorting_buses: of the words on the buses of a block, each is taken once, by its terminal if that has room, and shown once, whole.
//
//   All terminals of a block see the same buses: `asks`, `labels`, `bits`. Here are any two of them, and beside each the word that
//   comes to it.
//     takes      a clock behind `asks` a terminal takes the lowest bus with its label if it has room, and no other. So nobody
//                takes what is not asked, and no two terminals, whose labels differ, take the same word
//     receiving  from the next clock on come source and payload of that bus; then m_axis is valid, and shows them until they are
//                taken. There is no room from the clock behind `takes` until then
//   Assumed is what the block does: it asks in no two clocks that follow each other, nor in a reset. All else is free: what the
//   terminals send, strobes, readers. By induction over the clocks: nothing is claimed before the first reset, so a claim that
//   holds still holds (still.v). The registers of the terminals that words come to are in view.
//! proves sorting_member as buses
//! what "terminals of a block: {1 << SIDE_BITS} buses"
//! claim "each word on a bus is taken once, by its terminal, and shown once"
//! steps 2
//! skip 1
//! cells 20 + 2 * (1 << SIDE_BITS) + 3 * (4 * LABEL_BITS + 2 * PAYLOAD_BITS)
//! reads sorting_receiver
//! reads sorting_number when BATCH_BITS > 0
//! watches still
//! expose hits
//! expose bus
//! expose receiver.bits
//! expose receiver.room
//! show parts "claims that held, of 0 to 4"
//! show asks_shown "buses that ask"
//! show takes_shown "buses that each terminal takes"
//! fixed PAIR
`default_nettype none

module sorting_buses #(
    parameter LABEL_BITS   = 4,
    parameter SIDE_BITS    = 1,
    parameter PAYLOAD_BITS = 8,
    parameter BATCH_BITS   = 1,
    parameter NEAR         = 2 * SIDE_BITS,
    parameter BUSES        = 1 << SIDE_BITS,
    parameter PAIR         = 2
) (
    input  wire                       clk,
    // free in every clock
    input  wire                       rst, round, rises, order, step, opens, any_moves,
    input  wire [PAIR-1:0]            prefix, from, s_valid, m_ready,
    input  wire [BUSES-1:0]           any_asks, bits,
    input  wire [NEAR*BUSES-1:0]      labels,
    input  wire [PAIR*NEAR-1:0]       any_near,
    input  wire [LABEL_BITS-NEAR-1:0] any_far,
    input  wire [LABEL_BITS-1:0]      s_dest,
    input  wire [PAYLOAD_BITS-1:0]    s_data,
    // the claim, and values to show if it fails
    output wire                       ok,
    output wire [4:0]                 parts,
    output wire [BUSES-1:0]           asks_shown,
    output wire [PAIR*BUSES-1:0]      takes_shown
);
    localparam       BODY = LABEL_BITS + PAYLOAD_BITS;
    localparam [1:0] ROOM = 2'd0, COMES = 2'd1, SHOWN = 2'd2;
    genvar           i;

    reg                       begun;
    reg [PAIR*NEAR-1:0]       near;                     // labels, in the block
    reg [LABEL_BITS-NEAR-1:0] far;                      // of the block
    reg [BUSES-1:0]           asked;                    // a clock ago
    wire                      once;
    wire [BUSES-1:0]          asks = any_asks & {BUSES{!rst && asked == {BUSES{1'b0}}}};
    wire [PAIR*BUSES-1:0]     takes;
    wire [PAIR-1:0]           takes_good, room_good, filled_good, shown_good;

    always @(posedge clk) begin
        asked <= asks;
        if (rst) begin
            begun <= 1'b1;
            near  <= any_near;
            far   <= any_far;
        end
    end

    generate
        for (i = 0; i < PAIR; i = i + 1) begin : member
            wire [NEAR-1:0]       own = near[i*NEAR +: NEAR];
            reg  [1:0]            coming;
            reg  [15:0]           come;                 // bits, at most BODY
            reg  [BODY-1:0]       body;
            reg  [BUSES-1:0]      wanted;               // words for this terminal, a clock ago
            reg  [BUSES-1:0]      source;               // the bus of the word that comes
            reg  [BUSES-1:0]      first;                // of those wanted
            wire [BUSES-1:0]      hits, bus;
            wire [BODY:0]         register;
            wire [LABEL_BITS-1:0] user;
            wire [PAYLOAD_BITS-1:0] data;
            wire                  valid, room;
            wire                  bit_in = (source & bits) != {BUSES{1'b0}};
            wire [BODY:0]         filled = coming == ROOM ? {BODY+1{1'b0}}
                                           : ({{BODY{1'b0}}, 1'b1} << come) | (body & ~({BODY{1'b1}} << come));
            integer               k, b;

            circuit circuit (
                .clk(clk), .rst(rst), .address({far, own}), .round(round), .rises(rises), .order(order), .step(step),
                .opens(opens), .prefix(prefix[i]), .sum(), .moves(any_moves), .from(from[i]), .key(), .climb_bit(), .label_bit(),
                .asks(asks), .labels(labels), .bits(bits), .takes(takes[i*BUSES +: BUSES]), .s_axis_tdata(s_data),
                .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid[i]), .s_axis_tready(), .m_axis_tdata(data), .m_axis_tuser(user),
                .m_axis_tvalid(valid), .m_axis_tready(m_ready[i]), .hits(hits), .bus(bus), .\receiver.bits (register),
                .\receiver.room (room)
            );

            always @* begin
                first = {BUSES{1'b0}};
                for (k = BUSES - 1; k >= 0; k = k - 1)
                    if (wanted[k])
                        first = {{BUSES-1{1'b0}}, 1'b1} << k;
            end
            always @(posedge clk) begin
                for (b = 0; b < BUSES; b = b + 1)
                    wanted[b] <= asks[b] && coming == ROOM && labels[b*NEAR +: NEAR] == own;
                if (coming == COMES) begin
                    body   <= {body, bit_in};
                    come   <= come + 16'd1;
                    coming <= come == BODY - 1 ? SHOWN : COMES;
                end
                if (first != {BUSES{1'b0}})
                    {coming, come, source} <= {COMES, 16'd0, first};
                if (coming == SHOWN && m_ready[i])
                    coming <= ROOM;
                if (rst)
                    {coming, come} <= {ROOM, 16'd0};
            end

            assign takes_good[i]  = hits == wanted && takes[i*BUSES +: BUSES] == first
                                    && (wanted & ~asked) == {BUSES{1'b0}} && (wanted == {BUSES{1'b0}} || coming == ROOM);
            assign room_good[i]   = coming != 2'd3 && (coming != COMES || come < BODY && bus == source)
                                    && room == (coming == ROOM) && valid == (coming == SHOWN);
            assign filled_good[i] = register == filled && (coming != SHOWN || come == BODY);
            assign shown_good[i]  = coming != SHOWN || {user, data} == body;
        end
    endgenerate

    assign asks_shown  = asks;
    assign takes_shown = takes;
    assign once  = near[0 +: NEAR] == near[NEAR +: NEAR] || (takes[0 +: BUSES] & takes[BUSES +: BUSES]) == {BUSES{1'b0}};
    assign parts = {&takes_good, once, &room_good, &filled_good, &shown_good};
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
