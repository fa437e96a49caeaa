// self_test_sorter: the self test of a sorter of bit-serial words, for a board.
//
//   shift register --> a word on each wire --> [ the sorter (outside) ] --> in order? parity right? --> wrong
//                          |                                                    |
//                          +--> signature of all words sent                     +--> signature of all words received
//   control --> report --> tx
//
// A set of WIRES random words is sent every max(WORD, 8) clocks, 2^STEP_BITS - 1 sets a round. The last bit of a word
// is the parity of the others, which detects half of the payloads that left their key. A set is delivered when its last
// bits are out, and wrong if two neighbours are out of order or a parity is wrong. At the end of the round the
// signatures must agree: the sorter has only permuted the words. If they do not, one more set counts as wrong.
`default_nettype none
module self_test_sorter #(
    parameter WIRES = 8,                // of the sorter, at least 2
    parameter WORD = 16,                // bits of a word, 1 .. 131072; a single bit has no parity
    parameter STEP_BITS = 16,           // 6, 8, 10, 12 or 16: a round is 2^STEP_BITS - 1 sets
    parameter COUNT_BITS = 20,          // 4 * 2 .. 4 * 8, above STEP_BITS
    parameter QUIET_BITS = 10,          // see self_test_control.v
    parameter NAME_LENGTH = 7,          // see self_test_judge.v
    parameter [8*NAME_LENGTH-1:0] NAME = "network",
    parameter STEP = 10066              // see self_test_judge.v
) (
    input  wire             clk,
    input  wire             rst,        // synchronous, active high

    output reg              start,      // one clock before the first, most significant bits
    output reg  [WIRES-1:0] in,         // of the sorter
    input  wire             out_start,
    input  wire [WIRES-1:0] out,

    output wire             running,    // see self_test_control.v
    output wire             passed,
    output wire             failed,
    output wire             tx          // a line after each round
);

    // ---- when sets are sent --------------------------------------------------------------------------------

    localparam PERIOD = WORD < 8 ? 8 : WORD;
    localparam REST_BITS = $clog2(PERIOD);
    localparam [31:0] REST_WIDE = PERIOD - 1;
    wire go;
    wire [STEP_BITS-1:0] sets;          // begun in this round; valid seven clocks after `fire`, before the next one
    wire more;                          // sets are left: the count is not all ones
    reg  [REST_BITS-1:0] rest;          // clocks until the next set
    reg  rested;
    wire fire = go && more && rested;
    /* verilator lint_off PINCONNECTEMPTY */    // the round ends before the count overflows
    accumulator #(.WIDTH(STEP_BITS)) count_sets (
        .clk(clk), .clear(!go), .step(start), .total(sets), .overflow());
    /* verilator lint_on PINCONNECTEMPTY */
    reduce_tree #(.WIDTH(STEP_BITS)) look_for_more (.clk(clk), .in(~sets), .out(more));
    always @(posedge clk) begin
        start <= fire;
        if (fire)
            rest <= REST_WIDE[REST_BITS-1:0];
        else if (!rested)
            rest <= rest - 1'b1;
        rested <= !fire && (rested || rest == 1);
        if (rst) begin
            start <= 1'b0;
            rest <= REST_WIDE[REST_BITS-1:0];
            rested <= 1'b0;
        end
    end

    // ---- words ---------------------------------------------------------------------------------------------

    wire active_in;
    wire last_next;
    /* verilator lint_off PINCONNECTEMPTY */    // only the other end needs some marks
    self_test_span #(.BITS(WORD)) mark_in (
        .clk(clk), .rst(rst), .start(start), .first(), .last_next(last_next), .last(), .active(active_in));

    wire active_out;
    wire last_out;
    wire first_out;
    self_test_span #(.BITS(WORD)) mark_out (
        .clk(clk), .rst(rst), .start(out_start), .first(first_out), .last_next(), .last(last_out),
        .active(active_out));
    /* verilator lint_on PINCONNECTEMPTY */

    // Each wire gets its own pair of bits of one full-period shift register; there are 465 pairs.
    reg [30:0] x;
    always @(posedge clk)
        if (rst)
            x <= 31'h2a31b9c5;
        else
            x <= {x[29:0], x[30] ^ x[27]};

    reg [WIRES-1:0] parity_in;
    reg [WIRES-1:0] parity_out;
    reg [WIRES-1:0] off_parity;
    reg [WIRES-1:1] off_order;          // relative to the wire before
    reg [WIRES-1:1] less;               // decided by an earlier bit
    genvar i;
    generate
        for (i = 0; i < WIRES; i = i + 1) begin : wires
            wire drawn = x[i % 31] ^ x[(i % 31 + 1 + i / 31 % 15) % 31];
            always @(posedge clk) begin
                parity_in[i] <= start ? drawn : parity_in[i] ^ drawn;
                in[i] <= last_next && WORD > 1 ? parity_in[i] : drawn;
                parity_out[i] <= first_out ? out[i] : parity_out[i] ^ out[i];
                off_parity[i] <= last_out && WORD > 1 && (parity_out[i] ^ out[i]);
            end
        end
        for (i = 1; i < WIRES; i = i + 1) begin : neighbours
            always @(posedge clk) begin
                less[i] <= (less[i] && !first_out) || (!out[i-1] && out[i]);
                off_order[i] <= out[i-1] && !out[i] && (first_out || !less[i]);
            end
        end
    endgenerate

    // ---- verdict -------------------------------------------------------------------------------------------

    // An error in a bit is known LATE clocks after it; the marks are delayed equally.
    function integer depth;             // of reduce_tree
        input integer width;
        integer gathered;
        begin
            depth = 1;
            for (gathered = 4; gathered < width; gathered = 4 * gathered)
                depth = depth + 1;
        end
    endfunction
    localparam LATE = 1 + depth(2 * WIRES - 1);
    wire off;
    reduce_tree #(.WIDTH(2*WIRES-1)) gather (.clk(clk), .in({off_order, off_parity}), .out(off));
    reg [LATE-1:0] active_late;
    reg [LATE-1:0] last_late;
    reg off_before;                     // in this set
    reg delivered;
    reg wrong;
    wire differ;
    reg  going;
    always @(posedge clk) begin
        active_late <= active_late << 1;
        active_late[0] <= active_out;
        last_late <= last_late << 1;
        last_late[0] <= last_out;
        off_before <= !last_late[LATE-1] && (off_before || (off && active_late[LATE-1]));
        delivered <= last_late[LATE-1];
        going <= go;
        wrong <= (last_late[LATE-1] && (off_before || off)) || (going && !go && differ);
        if (rst) begin
            off_before <= 1'b0;
            going <= 1'b0;
        end
    end

    // Signatures: a shift register with feedback takes the parity of all wires, bit by bit.
    localparam LATE_PARITY = depth(WIRES);
    wire parity_of_in;
    wire parity_of_out;
    reduce_tree #(.WIDTH(WIRES), .PARITY(1)) sum_in (.clk(clk), .in(in), .out(parity_of_in));
    reduce_tree #(.WIDTH(WIRES), .PARITY(1)) sum_out (.clk(clk), .in(out), .out(parity_of_out));
    reg [LATE_PARITY-1:0] sign_in;
    reg [LATE_PARITY-1:0] sign_out;
    reg [15:0] signature_in;
    reg [15:0] signature_out;
    always @(posedge clk) begin
        sign_in <= sign_in << 1;
        sign_in[0] <= active_in;
        sign_out <= sign_out << 1;
        sign_out[0] <= active_out;
        if (sign_in[LATE_PARITY-1])
            signature_in <= {signature_in[14:0], parity_of_in} ^ (signature_in[15] ? 16'h1021 : 16'h0000);
        if (sign_out[LATE_PARITY-1])
            signature_out <= {signature_out[14:0], parity_of_out} ^ (signature_out[15] ? 16'h1021 : 16'h0000);
        if (!going) begin
            signature_in <= 16'd0;
            signature_out <= 16'd0;
        end
    end
    reduce_tree #(.WIDTH(16)) compare (.clk(clk), .in(signature_in ^ signature_out), .out(differ));

    self_test_judge #(
        .EXPECTED((1 << STEP_BITS) - 1), .COUNT_BITS(COUNT_BITS), .QUIET_BITS(QUIET_BITS),
        .NAME_LENGTH(NAME_LENGTH), .NAME(NAME), .STEP(STEP)
    ) judge (
        .clk(clk), .rst(rst), .go(go), .sent(start), .delivered(delivered), .wrong(wrong),
        .running(running), .passed(passed), .failed(failed), .tx(tx));

endmodule
`default_nettype wire
