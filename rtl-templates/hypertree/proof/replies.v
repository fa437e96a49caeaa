// replies: packet_leaf_acknowledged.v sends every answer that it owes once, in order, and soon.
//
//   Purges and resets at any time, any packets once the network is open, but never more words without an answer than there
//   are nodes. By induction over the clocks, with the adapter's registers in view: the answers in one place of the queue, any,
//   are followed. What word_ends puts there leaves when all before it have left, with its verdict and to its source, unless a
//   purge takes it along; nothing else leaves from there. Of two packets that enter while an answer waits, one is an answer.
`default_nettype none

module replies #(
    parameter PAYLOAD_BITS = 64,
    parameter OUTSTANDING = 1,
    parameter SEQUENCE  = 1,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4,
    parameter NODES     = 127,
    parameter BYTE_BITS = 3,            // of a byte's place in a slot
    parameter CLOCKS    = 2             // of the induction
) (
    input  wire                clk,
    // free in every clock
    input  wire                rst,
    input  wire                any_purge, any_comes, any_answer, room_in, dead,
    input  wire [7:0]          any_data,
    input  wire [6:0]          any_spot,
    // to the circuit
    output wire                silent,
    output wire [ROW_BITS-1:0] row, write_row,
    output wire                first, head, third, look, last,
    output wire [7:0]          data_out,
    output wire [6:0]          owner,           // of the answer in the place, and its path
    input  wire [6:0]          owner_path,
    // from the circuit: ports, and registers
    input  wire [7:0]          data_in,
    input  wire                enters_word, enters_answer, has_answered, gives_bit, new_word, old_word,
                               payload, accepts_now,
    input  wire                word_ends, word_comes, accepted, some, answer_waits,
    input  wire [6:0]          source, oldest, newest, path_now,
    input  wire [7:0]          read, answer,
    input  wire [8*128-1:0]    queue,
    input  wire                swept, is_open,
    // the claim, and values to show if it fails
    output wire                ok,
    output wire [5:0]          parts,
    output wire [6:0]          clock_shown
);
    localparam BYTES = (PAYLOAD_BITS + 7) / 8;
    localparam B     = BYTES + 3;

    wire       begun, fresh, starts, purges, in_step;
    wire [6:0] clock;

    beats #(.FRAME(FRAME), .BYTES(B), .PURGES(1), .ROW_BITS(ROW_BITS)) beat (
        .clk(clk), .rst(rst), .any_purge(any_purge), .begun(begun), .fresh(fresh), .clock(clock), .starts(starts),
        .purges(purges), .silent(silent), .first(first), .head(head), .third(third), .look(look), .last(last), .row(row),
        .write_row(write_row), .in_time(in_step)
    );

    // ---- what comes
    wire [6:0] count = is_open ? newest - oldest : 7'd0;
    wire       comes = any_comes && !silent && is_open && (any_answer || count < NODES);
    assign data_out = first ? {comes, any_data[6:5], any_answer, any_data[3:0]} : any_data;

    // ---- the contract
    reg  [6:0] spot;                    // the place that is followed
    reg        owed;                    // an answer is in it ..
    reg  [7:0] owes;                    // .. this: {accepted, source of the word}
    reg        leaves;                  // it leaves in this frame
    reg        word;                    // one comes in this frame
    reg        passed;                  // a word has, while an answer waited
    wire       waits  = is_open && oldest != newest;
    wire       enters = word_ends && newest == spot;

    assign owner = owes[6:0];
    always @(posedge clk) begin
        if (first) begin
            word   <= comes && !any_answer;
            leaves <= enters_answer && oldest == spot;
            if (enters_answer && oldest == spot)
                owed <= 1'b0;
            if (enters_word || enters_answer)
                passed <= enters_word && waits;
        end
        if (enters) begin
            owed <= 1'b1;
            owes <= {accepted, source};
        end
        if (silent)
            owed <= 1'b0;
        if (rst) begin
            word   <= 1'b0;
            owed   <= 1'b0;
            leaves <= 1'b0;
            passed <= 1'b0;
            spot   <= any_spot;
        end
    end

    // ---- both agree
    // The bits of numbers that no node has.
    wire [6:0] no_bits  = ~(NODES | NODES >> 1 | NODES >> 2 | NODES >> 3 | NODES >> 4 | NODES >> 5 | NODES >> 6);
    wire [6:0] its_turn = spot - oldest;
    wire [7:0] its      = queue[8*spot +: 8];
    wire       is_next  = owed && oldest == spot;
    // `read` and `answer` follow `oldest` and `newest`, which change in clocks 0 and 3, one and two clocks later.
    wire       reads    = first || clock == 7'd2 || clock == 7'd3 || clock > 7'd4;
    wire       settled  = first || clock == 7'd3 || clock > 7'd5;

    wire in_time = in_step;
    wire opening = fresh ? newest == 0 && oldest == 0 && !swept && !is_open && !owed && !word && !passed
                         : (!is_open || swept) && (is_open || oldest == 0 && (!swept || newest == 0) && !owed && !word);
    wire counts  = fresh || (!is_open || (its_turn < count) == owed) && (!owed || its == owes)
                   && (!(owed || leaves) || (owes[6:0] & no_bits) == 0) && (!look || (source & no_bits) == 0)
                   && count <= (word && !first && clock <= 7'd3 ? NODES - 1 : NODES)
                   && (!silent || first || !is_open || count == 0)
                   && (first || !silent || !word) && (first || word == word_comes);
    wire flows   = fresh || (!reads || some == waits && (!is_next || read == owes))
                   && (!settled || answer_waits == waits && (!is_next || answer == owes));
    wire frame   = fresh || (first || payload == (clock >= 7'd3 && clock < B)) && !(first && payload) && (!passed || !has_answered)
                   && (first || !leaves || path_now == owner_path && accepts_now == owes[7] && !(head && gives_bit)
                       && !new_word && !old_word || clock > 7'd3);
    // What users need.
    wire on_wire = fresh || (!first || (data_in[7] && data_in[4]) == enters_answer)
                   && (!(first && enters_answer && oldest == spot) || owed)
                   && (!(head && leaves) || data_in == {1'b0, owner_path}) && (!(third && leaves) || data_in == {owes[7], 7'd1})
                   && !(first && enters_word && passed && waits)
                   && (!(first && waits && room_in && !silent && !dead) || enters_word || enters_answer)
                   && word_ends == (look && word);

    assign clock_shown = clock;
    assign parts = {on_wire, frame, flows, counts, opening, in_time};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
    wire unused = &{OUTSTANDING, SEQUENCE, BYTE_BITS, 1'b0};
endmodule

`default_nettype wire
