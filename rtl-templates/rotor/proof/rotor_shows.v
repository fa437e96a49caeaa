// rotor_shows: rotor_bus.v shows each word that its banks give, to its leaf, whole, until it is taken, as AXI4-Stream demands.
//
//   The banks promise what rotor_queue.v proves: they visit no place twice in four clocks, and give a word to a place that they
//   visited two clocks ago, if the leaf there was free then. From any state; `clear` comes at any time. `who` is any
//   place, always the same. Where a promise is broken, nothing is claimed.
//
//   With DROP a word is thrown away if, and only if, the leaf still waits with an earlier one; and it was visited when it had not
//   taken that between two ticks.
//! proves rotor_bus as shows
//! within rotor
//! subject "bus"
//! what "bus of {PLACES} leaves"
//! claim "each word given is shown to its leaf until it is taken"
//! steps 8
//! skip 7
//! cells 3 * PLACES * (PAYLOAD_BITS + GROUP_BITS + PLACE_BITS)
//! reads rotor_select
//! expose old
//! expose stopped
//! show parts "claims that held, of 0 to 6"
`default_nettype none

module rotor_shows #(
    parameter GROUP_BITS   = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter PAYLOAD_BITS = 32,
    parameter DROP         = 0,
    parameter LABEL_BITS   = GROUP_BITS + PLACE_BITS
) (
    input  wire                               clk,
    // free in every clock
    input  wire                               clear, any_pop, idle, tick,
    input  wire [PLACE_BITS-1:0]              visited, who,
    input  wire [LABEL_BITS+PAYLOAD_BITS-1:0] word,
    input  wire [PLACES-1:0]                  ready,
    // the claim, and values to show if it fails
    output wire                               ok,
    output wire [6:0]                         parts
);
    reg  [PLACE_BITS-1:0]          visited_1, visited_2;
    reg                            idle_1, idle_2, free_1, free_2;  // idle: no place is visited
    wire                           free;
    wire [PLACES*PAYLOAD_BITS-1:0] data;
    wire [PLACES*LABEL_BITS-1:0]   source;
    wire [PLACES-1:0]              valid, dropped, old, stopped;
    wire [LABEL_BITS-1:0]          lost;
    wire                           pop = any_pop && free_2 && !idle_2;
    wire [(1<<PLACE_BITS)-1:0]     popped = 1 << visited_2;

    circuit circuit (
        .clk(clk), .clear(clear), .tick(tick), .visited(visited), .free(free), .idle(!pop), .popped(popped[PLACES-1:0]), .word(word), .data(data),
        .source(source), .valid(valid), .ready(ready), .dropped(dropped), .lost(lost), .old(old), .stopped(stopped)
    );

    // The last clocks in which `who` was visited.
    wire       visits = !idle && visited == who;
    reg  [2:0] visited_who;
    reg  [7:0] kept;                                        // the promises, in the last clocks
    reg  [PLACE_BITS-1:0] who_1;

    // Ticks for which it has waited; and whether it was stopped when it was visited.
    reg        waited, waited_1, tick_1, agreed;
    reg  [3:0] was_stopped;
    wire       agrees = waited == old[who];

    // What is due.
    reg                                given_1, given_2, waits_1, clear_1;
    reg  [LABEL_BITS+PAYLOAD_BITS-1:0] word_1;
    reg  [PAYLOAD_BITS-1:0]            data_1;
    reg  [LABEL_BITS-1:0]              source_1;
    wire                               shown   = valid[who];
    wire [PAYLOAD_BITS-1:0]            payload = data[who*PAYLOAD_BITS +: PAYLOAD_BITS];
    wire [LABEL_BITS-1:0]              from    = source[who*LABEL_BITS +: LABEL_BITS];
    wire [PLACE_BITS-1:0]              sender  = word_1[PAYLOAD_BITS +: PLACE_BITS];
    wire [GROUP_BITS-1:0]              shift   = sender;
    wire [LABEL_BITS-1:0]              sent_by = {sender, word_1[PAYLOAD_BITS+PLACE_BITS +: GROUP_BITS] ^ shift};

    always @(posedge clk) begin
        who_1       <= who;
        visited_1   <= visited;
        visited_2   <= visited_1;
        idle_1      <= idle;
        idle_2      <= idle_1;
        free_1      <= free;
        free_2      <= free_1;
        visited_who <= {visited_who[1:0], visits};
        kept        <= {kept[6:0], !(visits && |visited_who) && who == who_1};
        given_1     <= pop && visited_2 == who;
        given_2     <= given_1;
        word_1      <= word;
        waits_1     <= shown && !ready[who];
        data_1      <= payload;
        source_1    <= from;
        clear_1     <= clear;
        tick_1      <= tick;
        waited      <= DROP != 0 && shown && !ready[who] && (waited || tick);
        waited_1    <= waited;
        agreed      <= agrees || !(shown && !ready[who]);
        was_stopped <= {was_stopped[2:0], stopped[who]};
    end

    assign parts = {
        !agreed || agrees,
        !agreed || stopped[who] == (DROP != 0 && waits_1 && (was_stopped[0] || waited_1 && tick_1)),
        dropped[who] == (DROP != 0 && given_2 && waits_1 && !clear_1) && (!dropped[who] || was_stopped[3] && lost == sent_by),
        !clear_1 || !shown,
        clear_1 || !waits_1 || shown && payload == data_1 && from == source_1,
        clear_1 || !given_2 || dropped[who]
            || shown && payload == word_1[PAYLOAD_BITS-1:0]
               && from == sent_by,
        !shown || waits_1 || given_2
    };
    assign ok = !(&kept) || who != who_1 || who >= PLACES || (&parts);
endmodule

`default_nettype wire
