// takes: packet_leaf_acknowledged.v gives its processor each word once, in order, and says rightly whether it has taken one.
//
//   Purges and resets at any time, any packets once the network is open, a processor that reads when it likes. By induction
//   over the clocks, with the adapter's registers in view: the words of one source, any, are followed, each by its byte
//   `place`, any. A word has come before if its sequence bit does not say whether the number of those taken is odd. If it has
//   not, and no other word waits behind the one that m_axis shows, it is taken, and only then: m_axis shows it as it came,
//   once, behind those taken before, until the processor reads it. In clock 3 the answer comes: accepted, if the word has been
//   taken now or before. That this answer is sent: monitor replies.v.
`default_nettype none

module takes #(
    parameter PAYLOAD_BITS = 64,
    parameter OUTSTANDING = 1,
    parameter SEQUENCE  = 1,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4,
    parameter NODES     = 127,
    parameter BYTE_BITS = 3,            // of a byte's place in a slot
    parameter CLOCKS    = 2,            // of the induction
    parameter WIDTH     = OUTSTANDING > 2 ? 5 : OUTSTANDING > 1 ? 4 : 2
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    soon,        // the reset, for what m_axis shows; `rst` comes a clock later
    input  wire                    rst,
    input  wire                    any_purge, any_comes, any_answer, any_read,
    input  wire [7:0]              any_data,
    input  wire [6:0]              any_source,
    input  wire [3:0]              any_row,
    // to the circuit
    output wire                    silent,
    output wire [ROW_BITS-1:0]     row, write_row,
    output wire                    first, head, third, look, last,
    output wire [7:0]              data_out,
    // from the circuit: ports, and registers
    input  wire                    shows,       // m_axis_tvalid
    input  wire [PAYLOAD_BITS-1:0] shown,
    input  wire [6:0]              shown_source,
    input  wire                    word_comes, answer_comes, coming, waiting, word_ends, accepted,
    input  wire [6:0]              source,
    input  wire [8*((PAYLOAD_BITS + 7) / 8)+7:0] come,
    input  wire [6:0]              newest,
    input  wire [WIDTH*128-1:0]    bits,
    input  wire [WIDTH-1:0]        found,
    input  wire [6:0]              from,
    input  wire                    swept, is_open, sent_bit,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [7:0]              parts,
    output wire [6:0]              clock_shown
);
    localparam BYTES   = (PAYLOAD_BITS + 7) / 8;
    localparam B       = BYTES + 3;
    localparam PADDING = 8 * BYTES - PAYLOAD_BITS;

    wire       begun, fresh, starts, purges, in_step;
    wire [6:0] clock;

    beats #(.FRAME(FRAME), .BYTES(B), .PURGES(1), .ROW_BITS(ROW_BITS)) beat (
        .clk(clk), .rst(rst), .any_purge(any_purge), .begun(begun), .fresh(fresh), .clock(clock), .starts(starts),
        .purges(purges), .silent(silent), .first(first), .head(head), .third(third), .look(look), .last(last), .row(row),
        .write_row(write_row), .in_time(in_step)
    );

    // ---- what comes
    wire comes = any_comes && !silent && is_open;
    assign data_out = first ? {comes, any_data[6:5], any_answer, any_data[3:0]} 
                    : third && any_data[6:0] > NODES ? {any_data[7], 7'd1} : any_data;

    // ---- the contract
    reg  [6:0] goal;                    // the source that is followed
    reg  [3:0] place;                   // and its byte, of all words
    reg        word;                    // one comes in this frame ..
    reg        bit_sent;                // .. with this sequence bit ..
    reg  [6:0] sender;                  // .. of this source ..
    reg  [7:0] octet;                   // .. with this byte ..
    reg        room;                    // .. and there is room for it
    reg        odd;                     // the number of words taken
    reg        taken;                   // the word of this frame has been, and comes in
    reg        behind, ahead;           // a word waits; m_axis shows one
    reg  [7:0] octet_behind, octet_ahead;
    wire       mine     = look && word && sender == goal;
    wire       repeated = bit_sent != odd;
    wire       taken_now    = mine && !repeated && room;
    wire       moves    = waiting && (!shows || any_read);
    wire       at_place = clock == place + 4'd3;
    wire [7:0] used     = place == BYTES - 1 ? 8'hff << PADDING : 8'hff;
    wire [7:0] now      = (at_place ? data_out : octet) & used;

    always @(posedge clk) begin
        if (first)
            word <= comes && !any_answer;
        if (head) begin
            bit_sent <= data_out[7];
            room     <= !waiting;
        end
        if (third)
            sender <= data_out[6:0];
        if (at_place)
            octet <= now;
        if (taken_now)
            odd <= !odd;
        taken <= (taken_now || taken) && !last;
        if (moves) begin
            ahead       <= behind;
            octet_ahead <= octet_behind;
            behind      <= 1'b0;
        end else if (any_read) begin
            ahead <= 1'b0;
        end
        if (last && (taken_now || taken)) begin
            behind       <= 1'b1;
            octet_behind <= now;
        end
        // What has come is forgotten a clock before the rest.
        if (soon) begin
            room   <= 1'b0;
            taken  <= 1'b0;
            behind <= 1'b0;
            ahead  <= 1'b0;
        end
        if (rst) begin
            word   <= 1'b0;
            taken  <= 1'b0;
            odd    <= 1'b0;
            behind <= 1'b0;
            ahead  <= 1'b0;
            goal   <= any_source;
            place  <= any_row < BYTES ? any_row : 4'd0;
        end
    end

    // ---- both agree
    function [7:0] byte_of;
        input [PAYLOAD_BITS-1:0] word;
        input [3:0]              place;
        reg   [8*16+PAYLOAD_BITS+7:0] all;
        begin
            all = {word, {8*16+8{1'b0}}};
            byte_of = all >> (PAYLOAD_BITS + 8*16 - 8*place);
        end
    endfunction

    // As far as the word has come: its source, and what follows, the newest byte lowest.
    wire [8*BYTES+7:0] its_source = come >> {clock - 7'd3, 3'd0};
    wire [8*BYTES+7:0] its_octet  = come >> {clock - 7'd4 - place, 3'd0};
    wire [1:0]         its_bits   = bits[WIDTH*goal +: 2];

    wire in_time = in_step && place < BYTES;
    wire frame   = fresh || first || word == word_comes && (is_open || !word && !answer_comes) && !(word && answer_comes)
                   && (clock < 7'd2 || bit_sent == sent_bit || !word) && (!look || sender == from || !word);
    wire numbers = fresh && newest == 0 && !swept && !is_open && !odd
                   || !fresh && (!starts || !swept && newest == clock) && (swept || newest <= goal || !its_bits[1])
                      && (!swept || its_bits[1] == odd) && (!is_open || swept) && (is_open || !odd)
                      && (!look && !head || from != goal || !is_open || found[1] == its_bits[1]);
    wire keeps   = fresh || (!coming || starts && clock < 7'd2 && !waiting || word && clock >= 7'd2 && clock < B && room && !waiting)
                   && (!taken || coming && clock > 7'd3 && sender == goal)
                   && (!(coming && clock > 7'd3) || (sender == goal) == taken)
                   && (!(word && clock == 7'd2) || coming == room) && (!rst || !coming && !waiting && !behind);
    wire comes_in = fresh || !coming || clock < 7'd3
                    || its_source[6:0] == sender && (clock <= place + 4'd3 || (its_octet[7:0] & used) == octet);
    wire waits   = fresh && !behind && !waiting
                   || !fresh && (!behind || waiting && (byte_of(come[8*BYTES-1:PADDING], place) & used) == octet_behind)
                      && (!waiting || (come[8*BYTES +: 7] == goal) == behind);
    // What users need.
    wire on_axis = fresh ? !shows && !ahead
                         : (shows && shown_source == goal) == ahead && (!ahead || (byte_of(shown, place) & used) == octet_ahead);
    wire verdict = fresh || word_ends == (look && word) && (!word_ends || source == sender)
                   && (!mine || accepted == (taken_now || repeated) && (!taken_now || coming));

    assign clock_shown = clock;
    assign parts = {verdict, on_axis, waits, comes_in, keeps, numbers, frame, in_time};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
    wire unused = &{SEQUENCE, BYTE_BITS, 1'b0};
endmodule

`default_nettype wire
