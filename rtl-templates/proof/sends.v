// sends: packet_leaf_acknowledged.v keeps a word until its destination has accepted it, and sends it as often as that takes.
//
//   Purges and resets at any time, and answers, each to a word that is under way. By induction over the clocks, with the
//   adapter's registers in view: words to one destination, any, are followed. Each enters with the sequence bit that says
//   whether the number of those accepted before it is odd, and with its byte `row`, any, as the processor gave it. It never
//   enters while it is under way. Once it is accepted the next one enters, and only then; the processor's tready says so
//   once. That its receiver takes each once, and answers as assumed: monitor takes.v.
`default_nettype none

module sends #(
    parameter PAYLOAD_BITS = 64,
    parameter LANES     = 1,
    parameter SEQUENCE  = 0,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4,
    parameter NODES     = 127,
    parameter BYTE_BITS = 3,            // of a byte's place in a slot
    parameter CLOCKS    = 2             // of the induction
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst,
    input  wire                    any_purge, any_comes, any_answer, any_offer,
    input  wire [LANES-1:0]        any_lane,
    input  wire [7:0]              any_data,
    input  wire [6:0]              any_goal, any_dest,
    input  wire [3:0]              any_row,
    input  wire [PAYLOAD_BITS-1:0] any_word,
    // to the circuit
    output wire                    silent,
    output wire [ROW_BITS-1:0]     row, write_row,
    output wire                    first, head, third, look, last,
    output wire [7:0]              data_out,
    output reg  [PAYLOAD_BITS-1:0] word,
    output reg  [6:0]              dest,
    output reg                     offer,
    output reg  [6:0]              goal,
    input  wire [6:0]              goal_path,
    // from the circuit: ports, and registers
    input  wire [7:0]              data_in,
    input  wire                    ready,
    input  wire                    enters_word,
    input  wire [6:0]              word_destination,
    input  wire [LANES-1:0]        pick, due, under_way, turn, slot,
    input  wire [7*LANES-1:0]      destinations,
    input  wire                    taking, new_word, old_word, payload, gives_word, answer_comes, word_comes,
    input  wire [6:0]              path_now,
    input  wire [7:0]              kept,
    input  wire [(8*LANES<<BYTE_BITS)-1:0] slots,
    input  wire [2*128-1:0]        bits,
    input  wire [1:0]              found,
    input  wire [6:0]              from, newest,
    input  wire                    swept, is_open, frees,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [7:0]              parts,
    output wire [6:0]              clock_shown
);
    localparam BYTES     = (PAYLOAD_BITS + 7) / 8;
    localparam B         = BYTES + 3;

    wire       begun, fresh, starts, purges, in_step;
    wire [6:0] clock;

    beats #(.FRAME(FRAME), .BYTES(B), .PURGES(SEQUENCE), .ROW_BITS(ROW_BITS)) beat (
        .clk(clk), .rst(rst), .any_purge(any_purge), .begun(begun), .fresh(fresh), .clock(clock), .starts(starts),
        .purges(purges), .silent(silent), .first(first), .head(head), .third(third), .look(look), .last(last), .row(row),
        .write_row(write_row), .in_time(in_step)
    );

    // ---- the processor: an offer stands until it is taken
    always @(posedge clk)
        if (!offer || ready || !begun) begin
            offer <= any_offer;
            word  <= any_word;
            dest  <= any_dest;
        end

    // ---- what comes: an answer, of a lane that is under way, or a word
    wire [LANES-1:0] answering = any_lane & under_way & ~(any_lane - 1'b1);     // one of them, or none
    wire             comes     = any_comes && !silent && (SEQUENCE == 0 || is_open) && (!any_answer || |answering);
    reg  [6:0]       answerer, answering_now;
    reg              answers;
    integer          k;

    always @* begin
        answering_now = 7'd0;
        for (k = 0; k < LANES; k = k + 1)
            answering_now = answering_now | destinations[7*k +: 7] & {7{answering[k]}};
    end
    always @(posedge clk)
        if (first) begin
            answers  <= comes && any_answer;
            answerer <= answering_now;
        end
    assign data_out = first ? {comes, any_data[6:5], any_answer, any_data[3:0]}
                    : third && answers ? {any_data[7], answerer} : any_data;

    // ---- the contract
    reg              mine;              // the word is in a slot ..
    reg  [LANES-1:0] lane;              // .. this one ..
    reg              flying;            // .. and is under way ..
    reg              recent;            // .. since this frame ..
    reg              initially;      // .. for the first time
    reg              odd;               // the number of words accepted ..
    reg              freed;             // .. which an answer has changed in the clock before
    reg  [7:0]       octet;
    reg  [3:0]       place;             // `row` of the byte, less 3
    wire             enters   = enters_word && word_destination == goal;
    wire             answered = third && answers && answerer == goal;
    wire [7:0]       its_byte = byte_of(word, place);

    function [7:0] byte_of;
        input [PAYLOAD_BITS-1:0] word;
        input [3:0]              place;
        reg   [8*16+PAYLOAD_BITS+7:0] all;
        begin
            all = {word, {8*16+8{1'b0}}};
            byte_of = all >> (PAYLOAD_BITS + 8*16 - 8*place);
        end
    endfunction

    always @(posedge clk) begin
        if (first) begin
            recent       <= enters;
            initially <= enters && !mine;
            if (enters) begin
                mine   <= 1'b1;
                flying <= 1'b1;
                lane   <= pick;
                if (!mine)
                    octet <= its_byte;
            end
        end
        freed <= answered && data_out[7];
        if (answered) begin
            flying <= 1'b0;
            if (data_out[7]) begin
                mine <= 1'b0;
                odd  <= !odd;
            end
        end
        if (SEQUENCE != 0 && silent)
            flying <= 1'b0;
        if (rst) begin
            mine         <= 1'b0;
            flying       <= 1'b0;
            recent       <= 1'b0;
            initially <= 1'b0;
            odd          <= 1'b0;
            goal         <= any_goal == 7'd0 || any_goal > NODES ? 7'd1 : any_goal;
            place        <= any_row < BYTES ? any_row : 4'd0;
        end
    end

    // ---- both agree
    reg  [6:0]  its_destination;        // of the lane that entered last
    reg         others;                 // no other lane has a word for this destination
    reg         asked;                  // who answers has a word
    integer     n;

    always @* begin
        its_destination = 7'd0;
        others = 1'b1;
        asked  = 1'b0;
        for (n = 0; n < LANES; n = n + 1) begin
            its_destination = its_destination | destinations[7*n +: 7] & {7{slot[n]}};
            if ((due[n] || under_way[n]) && !(mine && lane[n]) && destinations[7*n +: 7] == goal)
                others = 1'b0;
            if (under_way[n] && !(slot[n] && gives_word) && destinations[7*n +: 7] == answerer)
                asked = 1'b1;
        end
    end

    wire       open       = SEQUENCE == 0 || is_open;
    wire [1:0] its_number = {LANES == 4 && (lane >> 2) != 0, LANES > 1 && (lane >> (LANES - 1) & 1 | (LANES == 4 && lane[LANES > 1]))};
    wire [BYTE_BITS-1:0]   its_place = place + 4'd2;
    wire [BYTE_BITS+1:0]   address   = {its_number, its_place};
    wire [7:0]             its_slot  = slots[8*address +: 8];
    wire [1:0]             its_bits  = bits[2*goal +: 2];
    wire                   one_turn  = turn != 0 && (turn & (turn - 1'b1)) == 0;

    wire in_time = in_step && goal != 0 && goal <= NODES && place < BYTES;
    wire lanes   = fresh || one_turn && (due & under_way) == 0 && (open && !starts || (due | under_way) == 0 && !mine);
    wire kept_in = fresh || others && (mine || !flying) && (!mine || lane != 0 && (lane & (lane - 1'b1)) == 0
                        && destinations >> (7 * its_number) << (7*LANES - 7) == {goal, {7*LANES-7{1'b0}}}
                        && (flying ? (under_way & lane) != 0 : (due & lane) != 0));
    // In this frame.
    wire frame   = fresh || first
                   || (recent ? gives_word && slot == lane && mine && flying && its_destination == goal && path_now == goal_path
                              : !(gives_word && its_destination == goal))
                      && (!gives_word || |slot && (slot & (slot - 1'b1)) == 0)
                      && (!initially || recent) && (new_word | old_word) == gives_word && !(new_word && old_word)
                      && (!recent || new_word == initially)
                      && answers == answer_comes && (!answers || !word_comes) && (open || !answers && !word_comes)
                      && (!answers || clock > 7'd2 || asked && (answerer != goal || flying && !recent));
    wire bytes   = fresh || (!mine || initially && clock < place + 4'd4 || its_slot == octet)
                   && (first || payload == (clock >= 7'd3 && clock < B))
                   && (!(recent && !initially && clock == place + 4'd3) || kept == octet);
    wire takes   = fresh || (first || clock >= B ? !taking : 1'b1)
                   && (!(initially && !first && clock < B) || taking && offer && dest == goal && its_byte == octet)
                   && (!(taking && !first) || offer && (dest != goal || initially));
    wire numbers = SEQUENCE == 0 || fresh && newest == 0 && !swept && !is_open && !odd
                   || (!starts || !swept && newest == clock) && (swept || newest <= goal ? 1'b1 : its_bits[0] == 1'b0)
                      && (!swept || its_bits[0] == (odd ^ (look && freed))) && (!is_open || swept) && (is_open || !odd)
                      && (!(head && recent) || found[0] == odd)
                      && (!look || from != goal || !open || found[0] == its_bits[0])
                      && (!look || (frees && from == goal) == freed && (!frees || answers));
    // What users need.
    reg        was_word;
    always @(posedge clk)
        was_word <= data_in[7] && !data_in[4];
    wire on_wire = fresh || (!first || (data_in[7] && !data_in[4]) == enters_word && !(enters && flying))
                   && (!head || (was_word && data_in[6:0] == goal_path) == recent && (!recent || data_in[7] == (SEQUENCE != 0 && odd)))
                   && (!recent || clock != place + 4'd3 || data_in == octet)
                   && (!(ready && offer && dest == goal) || initially && last)
                   && (!(initially && last) || ready);

    assign clock_shown = clock;
    assign parts = {on_wire, numbers, takes, bytes, frame, kept_in, lanes, in_time};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
