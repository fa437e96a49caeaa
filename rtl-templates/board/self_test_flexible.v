// self_test_flexible: the self test of a flexible sorter of bit-serial words, for a board.
//
//   shift register --> waves of words --> [ the sorter (outside) ] --> in order? parity right? --> wrong
//                          |                                               |
//                          +---------------> sum of a batch <--------------+
//   control --> report --> tx
//
// A round is 2^STEP_BITS - 1 batches. A batch has 1 .. WAVES waves; in every other batch any lines may be without a word. The
// receiver is not ready in some clocks. The last bit of a word is the parity of the others. A batch is wrong if
//   - two words that follow each other are out of order, in a wave or from wave to wave, or a wave behind the first is empty
//   - a parity is wrong
//   - the sums differ: the exclusive or of all words that were sent, and of all that came, bit by bit
//   - a wave has come before the batch, without one
// The next batch is sent when the last wave has come. A line without a word carries a 1 and then any bits.
`default_nettype none
module self_test_flexible #(
    parameter LINES = 16,               // a power of two, at least 2
    parameter WAVES = 4,                // likewise, at least 1
    parameter WORD = 64,                // bits of key and payload; a single bit has no parity
    parameter STEP_BITS = 10,           // 4 .. 16
    parameter COUNT_BITS = 12,          // 4 * 2 .. 4 * 8, above STEP_BITS
    parameter QUIET_BITS = 10,          // see self_test_control.v
    parameter NAME_LENGTH = 7,          // see self_test_judge.v
    parameter [8*NAME_LENGTH-1:0] NAME = "network",
    parameter STEP = 10066              // see self_test_judge.v
) (
    input  wire             clk,
    input  wire             rst,        // synchronous, active high

    input  wire             ready,
    output reg              start,      // one clock before the first bits
    output reg              last,
    output reg  [LINES-1:0] in,         // of the sorter
    output reg              out_ready,
    input  wire             out_start,
    input  wire             out_last,
    input  wire [LINES-1:0] out,

    output wire             running,    // see self_test_control.v
    output wire             passed,
    output wire             failed,
    output wire             tx          // a line after each round
);
    // Each line gets its own pair of bits of one full-period shift register; there are 465 pairs.
    reg [30:0] x;
    always @(posedge clk)
        if (rst)
            x <= 31'h2a31b9c5;
        else
            x <= {x[29:0], x[30] ^ x[27]};

    // ---- when waves are sent -------------------------------------------------------------------------------

    localparam WAVE_BITS = WAVES < 2 ? 1 : $clog2(WAVES);
    wire go;
    wire [STEP_BITS-1:0] batches;       // begun in this round
    wire more;                          // batches are left: the count is not all ones
    reg  sent;                          // a batch begins
    reg  busy;                          // until its last wave has come
    reg  sending;                       // waves are left
    reg  full;                          // all lines have words
    reg  [WAVE_BITS-1:0] waves;         // left behind the next one
    wire [WAVE_BITS-1:0] drawn_waves = WAVES < 2 ? {WAVE_BITS{1'b0}} : x[8 +: WAVE_BITS];
    wire finished;
    /* verilator lint_off PINCONNECTEMPTY */    // the round ends before the count overflows
    accumulator #(.WIDTH(STEP_BITS)) count_batches (
        .clk(clk), .clear(!go), .step(sent), .total(batches), .overflow());
    /* verilator lint_on PINCONNECTEMPTY */
    reduce_tree #(.WIDTH(STEP_BITS)) look_for_more (.clk(clk), .in(~batches), .out(more));
    always @(posedge clk) begin
        sent <= !busy && go && more && !sent && x[19];
        start <= sending && ready && !start && (x[3] || x[14]);
        out_ready <= x[5] || x[22];
        if (sent)
            {busy, sending, full, waves} <= {2'b11, x[25], drawn_waves};
        if (sending && ready && !start && (x[3] || x[14])) begin
            last <= waves == {WAVE_BITS{1'b0}};
            sending <= waves != {WAVE_BITS{1'b0}};
            waves <= waves - 1'b1;
        end
        if (finished)
            busy <= 1'b0;
        if (rst) begin
            sent <= 1'b0;
            start <= 1'b0;
            busy <= 1'b0;
            sending <= 1'b0;
        end
    end

    // ---- words ---------------------------------------------------------------------------------------------

    localparam BITS = WORD + 1;
    wire active_in;
    wire last_next;
    wire first_out;
    wire last_out;
    wire active_out;
    reg  shows_first;                   // the first bits are on `in`
    reg  final_wave;
    reg  first_wave;
    /* verilator lint_off PINCONNECTEMPTY */    // only the other end needs some marks
    self_test_span #(.BITS(BITS)) mark_in (
        .clk(clk), .rst(rst), .start(start), .first(), .last_next(last_next), .last(), .active(active_in));
    self_test_span #(.BITS(BITS)) mark_out (
        .clk(clk), .rst(rst), .start(out_start), .first(first_out), .last_next(), .last(last_out), .active(active_out));
    /* verilator lint_on PINCONNECTEMPTY */
    always @(posedge clk) begin
        shows_first <= start;
        if (out_start)
            final_wave <= out_last;
        if (sent)
            first_wave <= 1'b1;
        else if (last_out)
            first_wave <= 1'b0;
    end

    reg  [LINES-1:0] parity_in;
    reg  [LINES-1:0] without_in;
    reg  [LINES-1:0] summed;            // bits of the sum: of a word on its way in or out
    reg  [LINES-1:0] parity_out;
    reg  [LINES-1:0] without_out;
    reg  [LINES-1:0] off_parity;
    reg  [LINES-1:0] off_order;         // relative to the word before
    reg  [LINES-1:0] less;              // decided by an earlier bit
    reg  [BITS-1:0]  former;            // the last word of the wave before
    wire [LINES-1:0] word_out = out | (first_out ? {LINES{1'b0}} : without_out);
    wire [LINES-1:0] word_before = {word_out[LINES-2:0], former[BITS-1] & ~first_wave};
    genvar i;
    generate
        for (i = 0; i < LINES; i = i + 1) begin : lines
            wire drawn = x[i % 31] ^ x[(i % 31 + 1 + i / 31 % 15) % 31];
            always @(posedge clk) begin
                in[i] <= start ? drawn && !full : last_next && WORD > 1 ? parity_in[i] : drawn;
                parity_in[i] <= !start && (shows_first ? drawn : parity_in[i] ^ drawn);
                if (shows_first)
                    without_in[i] <= in[i];
                if (first_out)
                    without_out[i] <= out[i];
                parity_out[i] <= !first_out && (parity_out[i] ^ out[i]);
                off_parity[i] <= last_out && WORD > 1 && !without_out[i] && (parity_out[i] ^ out[i]);
                less[i] <= (less[i] && !first_out) || (!word_before[i] && word_out[i]);
                off_order[i] <= active_out && word_before[i] && !word_out[i] && (first_out || !less[i]);
                summed[i] <= active_out ? (first_out ? !out[i] : out[i] && !without_out[i])
                             : active_in && (shows_first ? !in[i] : in[i] && !without_in[i]);
            end
        end
    endgenerate
    always @(posedge clk) begin
        if (active_out)
            former <= {former[BITS-2:0], word_out[LINES-1]};
    end

    // ---- verdict -------------------------------------------------------------------------------------------

    function integer depth;             // of reduce_tree
        input integer width;
        integer gathered;
        begin
            depth = 1;
            for (gathered = 4; gathered < width; gathered = 4 * gathered)
                depth = depth + 1;
        end
    endfunction
    localparam LATE_PARITY = 1 + depth(LINES);      // clocks from a bit to its place in the sum
    localparam LATE = depth(2 * LINES) + LATE_PARITY + 3;   // .. until all is known
    wire off;
    wire parity;
    reg  off_waves;                     // an empty wave behind the first, or one without a batch
    reg  off_sum;
    reg  bad;                           // something, since the batch before
    reg  delivered;
    reg  wrong;
    reg  [LATE_PARITY-1:0] sums;        // marks of the bits that are added
    reg  [LATE_PARITY-1:0] ends;        // of these, those of a batch's last wave
    reg  [LATE-1:0] last_late;
    reg  [BITS-1:0] sum;
    wire added = sum[BITS-1] ^ parity;
    reduce_tree #(.WIDTH(2*LINES)) gather (.clk(clk), .in({off_order, off_parity}), .out(off));
    reduce_tree #(.WIDTH(LINES), .PARITY(1)) add (.clk(clk), .in(summed), .out(parity));
    assign finished = last_late[LATE-1];
    always @(posedge clk) begin
        sums <= sums << 1;
        sums[0] <= active_in || active_out;
        ends <= ends << 1;
        ends[0] <= active_out && final_wave;
        last_late <= last_late << 1;
        last_late[0] <= last_out && final_wave;
        off_waves <= (first_out && out[0] && !first_wave) || (out_start && !busy);
        off_sum <= ends[LATE_PARITY-1] && added;
        if (sums[LATE_PARITY-1] || !go)
            sum <= {sum[BITS-2:0], go && added};
        bad <= !(finished || rst) && (bad || off || off_waves || off_sum);
        delivered <= finished;
        wrong <= finished && bad;
        if (rst) begin
            last_late <= {LATE{1'b0}};
            delivered <= 1'b0;
            wrong <= 1'b0;
        end
    end

    self_test_judge #(
        .EXPECTED((1 << STEP_BITS) - 1), .COUNT_BITS(COUNT_BITS), .QUIET_BITS(QUIET_BITS),
        .NAME_LENGTH(NAME_LENGTH), .NAME(NAME), .STEP(STEP)
    ) judge (
        .clk(clk), .rst(rst), .go(go), .sent(sent), .delivered(delivered), .wrong(wrong),
        .running(running), .passed(passed), .failed(failed), .tx(tx));

endmodule
`default_nettype wire
