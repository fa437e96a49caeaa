// self_test_control: runs a self test in rounds, counts events, and judges each round.
//
//   rest --quiet--> run (go) --quiet--> judge --quiet--> print --printed--> rest
//
// In a round every sender sends its share, EXPECTED messages in all. The round ends when nothing has happened for
// 2^QUIET_BITS clocks. It is good if EXPECTED messages were sent, equally many delivered, and none of them wrong. A
// lost message, a duplicate and a stalled network all fail. A count that reaches half its range also ends the round,
// which is then never good: this stops a network that delivers without end.
`default_nettype none
module self_test_control #(
    parameter EXPECTED = 524280,        // messages of a round, below 2^(COUNT_BITS-1)
    parameter COUNT_BITS = 20,
    parameter QUIET_BITS = 12           // 2^QUIET_BITS clocks exceed any gap between two events of a round
) (
    input  wire                  clk,
    input  wire                  rst,           // synchronous, active high

    output reg                   go,            // send
    input  wire                  sent,          // events, at most one of each per clock
    input  wire                  delivered,
    input  wire                  wrong,         // delivered with wrong contents or to the wrong leaf

    output wire [15:0]           round,         // rounds begun so far
    output wire [COUNT_BITS-1:0] sent_count,    // of this round
    output wire [COUNT_BITS-1:0] delivered_count,
    output wire [COUNT_BITS-1:0] wrong_count,
    output reg                   good,          // the round being printed was good
    output reg                   print,         // pulse: print the line
    input  wire                  printing,

    output wire                  running,       // lights up in every other round
    output reg                   passed,        // at least one round, and all of them good
    output reg                   failed         // at least one round was not good
);

    localparam [31:0] EXPECTED_WIDE = EXPECTED;
    localparam [COUNT_BITS-1:0] WANTED = EXPECTED_WIDE[COUNT_BITS-1:0];

    reg event_seen;
    reg clear;
    reg runaway;
    reg step;                           // on to the next state
    wire quiet;
    /* verilator lint_off PINCONNECTEMPTY */    // unused totals and overflows
    accumulator #(.WIDTH(QUIET_BITS)) since_event (
        .clk(clk), .clear(event_seen), .step(1'b1), .total(), .overflow(quiet));
    always @(posedge clk) begin
        event_seen <= sent || delivered || wrong || step;
        runaway <= !clear && (sent_count[COUNT_BITS-1] || delivered_count[COUNT_BITS-1]);
        step <= !step && (quiet || runaway);
        if (rst) begin
            event_seen <= 1'b1;
            step <= 1'b0;
        end
    end

    wire [3*COUNT_BITS-1:0] off = {sent_count ^ WANTED, delivered_count ^ WANTED, wrong_count};
    wire bad;
    reduce_tree #(.WIDTH(3*COUNT_BITS)) compare (.clk(clk), .in(off), .out(bad));

    localparam [1:0] REST = 2'd0, RUN = 2'd1, JUDGE = 2'd2, PRINT = 2'd3;
    reg [1:0] state;
    assign running = round[0];
    accumulator #(.WIDTH(16)) rounds (
        .clk(clk), .clear(rst), .step(state == REST && step), .total(round), .overflow());
    always @(posedge clk) begin
        clear <= rst || (step && (state == REST || (state == PRINT && !printing)));
        go <= state == RUN;
        print <= state == JUDGE && step;
        case (state)
        REST:
            if (step)
                state <= RUN;
        RUN:
            if (step)
                state <= JUDGE;
        JUDGE:
            if (step) begin
                state <= PRINT;
                good <= !bad && !runaway;
                failed <= failed || bad || runaway;
                passed <= !failed && !bad && !runaway;
            end
        PRINT:
            if (step && !printing)
                state <= REST;
        endcase
        if (rst) begin
            state <= REST;
            go <= 1'b0;
            print <= 1'b0;
            failed <= 1'b0;
            passed <= 1'b0;
        end
    end

    accumulator #(.WIDTH(COUNT_BITS)) count_sent (
        .clk(clk), .clear(clear), .step(sent), .total(sent_count), .overflow());
    accumulator #(.WIDTH(COUNT_BITS)) count_delivered (
        .clk(clk), .clear(clear), .step(delivered), .total(delivered_count), .overflow());
    accumulator #(.WIDTH(COUNT_BITS)) count_wrong (
        .clk(clk), .clear(clear), .step(wrong), .total(wrong_count), .overflow());
    /* verilator lint_on PINCONNECTEMPTY */

endmodule
`default_nettype wire
