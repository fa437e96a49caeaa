// sorting_phases: what a node of a sorting fat-tree is about, from commands and batches on.
//
//   sort_now -> fills -> sorts -> laying -> down; without passes, `sorts` is left out. ROUND ends `down`.
//   holds     a batch has come, and is sent in the next stage
//   sends     the words in the banks leave, until `all` are sent
//   waits     `down`: a batch comes from above; the node's own words follow
//   feeds     they do, until `all` are fed
//   A batch of which waves are sent is announced two clocks behind `stage`. The root gets no batch: in each other
//   stage it begins one with its own words, until `over`.
`default_nettype none

module sorting_phases #(
    parameter ROOT = 0
) (
    input  wire clk,
    input  wire rst,            // synchronous, active high
    // commands and channels
    input  wire round,
    input  wire stage,
    input  wire sort_now,
    input  wire batches,        // one comes, on any channel
    input  wire above_sends,    // waves of the batch may come
    output reg  up_batch,
    output reg  down_batch,
    output reg  down_sending,
    // what ends a phase
    input  wire filled,         // all places without a word are marked
    input  wire sorted,         // they were marked, and no pass is needed
    input  wire pass_ends,      // over all columns
    input  wire last_pass,
    input  wire rests,          // no step is under way
    input  wire more,           // words are to be sent
    input  wire some,           // words are to be fed
    input  wire over,           // root: all batches have been fed
    // the phases
    output reg  down,
    output reg  begun,          // to send, for a clock
    output reg  sends,
    output reg  waits,
    output reg  feeds,
    output reg  fills,
    output reg  sorts,
    output reg  laying,
    output wire feeds_next,     // no wave comes from above any more
    output reg  all             // are sent, or fed
);
    reg  holds;                 // a batch
    reg  begun_sending;         // for a clock at least

    wire sends_batch = stage & holds;
    wire own_batch   = (ROOT != 0) & stage & down & ~holds & ~over;
    wire comes       = batches | own_batch;
    wire sort_ends   = pass_ends & sorts & last_pass;
    wire laid        = pass_ends & laying;

    assign feeds_next = waits & ~above_sends;

    // the sort
    always @(posedge clk) begin
        fills  <= ~rst & (sort_now | (fills & ~filled));
        if (rst | sort_ends)
            sorts <= 1'b0;
        else if (filled)
            sorts <= ~sorted;
        if (rst | laid)
            laying <= 1'b0;
        else if (sort_ends)
            laying <= 1'b1;
        else if (filled)
            laying <= sorted;
        down <= ~(rst | round) & (laid | down);
    end

    // batches
    always @(posedge clk) begin
        begun         <= ~rst & sends_batch;
        begun_sending <= sends;
        holds         <= ~(rst | round | sort_now) & (comes | (holds & ~stage));
        sends         <= ~rst & (sends_batch | (sends & ~all));
        waits         <= ~rst & (comes ? down : waits & above_sends);
        feeds         <= ~rst & (feeds_next | (feeds & ~all));
        all           <= ~rst & rests & ~all & ((feeds & ~some) | (sends & begun_sending & ~more));
        up_batch      <= ~rst & begun & ~down;
        down_batch    <= ~rst & begun & down;
        down_sending  <= ~rst & down & (sends | sends_batch);
    end
endmodule

`default_nettype wire
