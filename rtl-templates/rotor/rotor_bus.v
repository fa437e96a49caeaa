// rotor_bus: the leaves of a bin, or of half of it, which share a bus from its banks.
//
//   A leaf is free if its register is empty at its visit; it stays empty until the word comes, three clocks later.
//
//   With DROP a leaf that has not taken its word between two ticks has stopped, until it takes that word. It is free at every
//   visit, and what comes while it still shows its word is thrown away: so no sender waits for a reader that has stopped.
`default_nettype none

module rotor_bus #(
    parameter GROUP_BITS   = 2,                             // of a source's number: {bank, bin}
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter PAYLOAD_BITS = 32,
    parameter DROP         = 0,
    parameter LABEL_BITS   = GROUP_BITS + PLACE_BITS
) (
    input  wire                               clk,
    input  wire                               clear,
    input  wire                               tick,         // with DROP
    input  wire [PLACE_BITS-1:0]              visited,      // a place that is visited now
    output wire                               free,         // its leaf has room
    input  wire                               idle,         // no word is given; else to ..
    input  wire [PLACES-1:0]                  popped,       // .. this place, one of them, ..
    input  wire [LABEL_BITS+PAYLOAD_BITS-1:0] word,         // .. {source, sender, payload}, a clock later
    output reg  [PLACES*PAYLOAD_BITS-1:0]     data,
    output reg  [PLACES*LABEL_BITS-1:0]       source,       // the leaf that sent it
    output reg  [PLACES-1:0]                  valid,
    input  wire [PLACES-1:0]                  ready,
    output reg  [PLACES-1:0]                  dropped,      // a word for this place was thrown away ..
    output reg  [LABEL_BITS-1:0]              lost          // .. that this leaf had sent
);
    localparam BOTH = GROUP_BITS < PLACE_BITS ? GROUP_BITS : PLACE_BITS;

    wire [PLACE_BITS-1:0] sender = word[PAYLOAD_BITS +: PLACE_BITS];
    reg  [GROUP_BITS-1:0] group;                // leaf {place, group} sends by source group ^ place
    reg  [(1<<PLACE_BITS)-1:0] waits;           // of every place: its leaf has a word
    reg  [PLACES-1:0]     load;
    wire                  held;                 // the leaf there has a word
    wire [PLACES-1:0]     stays = valid & ~ready;
    reg  [PLACES-1:0]     old, stopped;         // its word was there at the last tick; and at the one before
    genvar                p;

    always @* begin
        group = word[PAYLOAD_BITS+PLACE_BITS +: GROUP_BITS];
        group[BOTH-1:0] = group[BOTH-1:0] ^ sender[BOTH-1:0];
        waits = {(1<<PLACE_BITS){1'b0}};
        waits[PLACES-1:0] = valid & ~stopped;
    end
    rotor_select #(.INPUTS(1 << PLACE_BITS), .SELECT_BITS(PLACE_BITS), .WIDTH(1)) of_visited (
        .in(waits), .select(visited), .out(held)
    );
    assign free = ~held;
    always @(posedge clk) begin
        valid   <= clear ? {PLACES{1'b0}} : load | stays;
        old     <= {PLACES{DROP != 0}} & stays & (old | {PLACES{tick}});
        stopped <= {PLACES{DROP != 0}} & stays & (stopped | (old & {PLACES{tick}}));
        dropped <= {PLACES{DROP != 0 && !clear}} & load & stays;
        if (idle)                               // the flip-flops' reset
            load <= {PLACES{1'b0}};
        else
            load <= popped;
        lost    <= {LABEL_BITS{DROP != 0}} & {sender, group};
    end
    generate
        for (p = 0; p < PLACES; p = p + 1) begin : of_place
            always @(posedge clk)
                if (load[p] && (DROP == 0 || !stays[p])) begin
                    data[p*PAYLOAD_BITS +: PAYLOAD_BITS] <= word[PAYLOAD_BITS-1:0];
                    source[p*LABEL_BITS +: LABEL_BITS]   <= {sender, group};
                end
        end
    endgenerate
endmodule

`default_nettype wire
