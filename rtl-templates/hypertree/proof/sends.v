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
    parameter OUTSTANDING = 1,
    parameter SEQUENCE  = 0,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4,
    parameter NODES     = 127,
    parameter BYTE_BITS = 3,            // of a byte's place in a slot
    parameter CLOCKS    = 2,            // of the induction
    parameter NUMBER_BITS = OUTSTANDING > 2 ? 2 : 1,
    parameter WIDTH     = OUTSTANDING > 2 ? 5 : OUTSTANDING > 1 ? 4 : 2
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst,
    input  wire                    any_purge, any_comes, any_answer, any_offer,
    input  wire [OUTSTANDING-1:0]  any_slot,
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
    input  wire [NUMBER_BITS-1:0]  pick, slot,
    input  wire [OUTSTANDING-1:0]  due, used, late,
    input  wire [8*OUTSTANDING-1:0] words,      // of the slots: {sequence bit, destination}
    input  wire                    taking, new_word, old_word, payload, answer_comes, word_comes,
    input  wire [6:0]              path_now,
    input  wire [7:0]              kept,
    input  wire [(8*OUTSTANDING<<BYTE_BITS)-1:0] slots,
    input  wire [WIDTH*128-1:0]    bits,        // of each node: {slot, it has a word, .., sequence bit}
    input  wire [WIDTH-1:0]        found,
    input  wire [6:0]              from, newest,
    input  wire                    swept, is_open, said, gives_bit,
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

    wire [OUTSTANDING-1:0] under_way = used & ~due;
    wire                   gives_word = new_word | old_word;

    // ---- what comes: an answer, of a slot that is under way, or a word
    wire [OUTSTANDING-1:0] answering = any_slot & under_way & ~(any_slot - 1'b1);     // one of them, or none
    wire                   comes     = any_comes && !silent && (SEQUENCE == 0 || is_open) && (!any_answer || |answering);
    reg  [6:0]             answerer, answering_now;
    reg                    answers;
    integer                k;

    always @* begin
        answering_now = 7'd0;
        for (k = 0; k < OUTSTANDING; k = k + 1)
            answering_now = answering_now | words[8*k +: 7] & {7{answering[k]}};
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
    reg  [NUMBER_BITS-1:0] own_slot;    // .. this one ..
    reg              flying;            // .. and is under way ..
    reg              recent;            // .. since this frame ..
    reg              initially;      // .. for the first time
    reg              odd;               // the number of words accepted ..
    reg              good;              // .. which this answer changes
    reg  [7:0]       octet;
    reg  [3:0]       place;             // `row` of the byte, less 3
    wire             enters   = enters_word && word_destination == goal;
    wire             answered = look && answers && answerer == goal;
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
                own_slot <= pick;
                if (!mine)
                    octet <= its_byte;
            end
        end
        if (third)
            good <= data_out[7];
        if (answered) begin
            flying <= 1'b0;
            if (good) begin
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
    localparam CODES = OUTSTANDING == 1 ? 0 : 2 * (OUTSTANDING > 2 ? 4 : 2) - 1;
    wire [WIDTH*128+2:0] all_bits = {3'd0, bits};

    // {slot, it has a word} of a node
    function [2:0] code_of;
        input [6:0] node;
        code_of = all_bits[WIDTH*node + 2 +: 3] & CODES;
    endfunction

    reg  [6:0]  its_destination;        // of the slot that entered last
    reg         others;                 // no other slot has a word for this destination
    reg         asked;                  // who answers has a word
    reg         placed;                 // the bits of each word's destination lead to its slot
    integer     n;

    always @* begin
        its_destination = 7'd0;
        others = 1'b1;
        asked  = 1'b0;
        placed = 1'b1;
        for (n = 0; n < OUTSTANDING; n = n + 1) begin
            if (slot == n)
                its_destination = words[8*n +: 7];
            if (used[n] && !(mine && own_slot == n) && words[8*n +: 7] == goal)
                others = 1'b0;
            if (under_way[n] && !(slot == n && gives_word) && words[8*n +: 7] == answerer)
                asked = 1'b1;
            if (used[n] && (words[8*n +: 7] == 7'd0 || words[8*n +: 7] > NODES
                            || !(head && new_word && slot == n) && code_of(words[8*n +: 7]) != (2*n + 1 & CODES)))
                placed = 1'b0;
        end
    end

    wire       open       = SEQUENCE == 0 || is_open;
    wire [BYTE_BITS-1:0]   its_place = place + 4'd2;
    wire [BYTE_BITS+NUMBER_BITS-1:0] address   = {own_slot, its_place};
    wire [7:0]             its_slot  = slots[8*address +: 8];
    wire                   its_bit   = bits[WIDTH*goal];
    wire [2:0]             its_code  = code_of(goal), found_code = found >> 2;
    wire [7:0]             its_word  = words[8*own_slot +: 8];

    wire in_time = in_step && goal != 0 && goal <= NODES && place < BYTES;
    // Slots are late from one on, which is not the first.
    wire in_turn = !late[0] && ((late << 1) & ~late) == {OUTSTANDING{1'b0}};
    wire in_slots = fresh || in_turn && (due & ~used) == 0 && (open && !starts || used == 0 && !mine);
    wire kept_in = fresh || others && placed && (mine || !flying)
                   && (!mine || own_slot < OUTSTANDING && its_word == {odd, goal} && used[own_slot] && due[own_slot] == !flying);
    // In this frame.
    wire frame   = fresh || first
                   || (recent ? gives_word && slot == own_slot && mine && flying && its_destination == goal
                                           && path_now == goal_path
                              : !(gives_word && its_destination == goal))
                      && (!gives_word || slot < OUTSTANDING)
                      && (!initially || recent) && !(new_word && old_word)
                      && (!recent || new_word == initially)
                      && answers == answer_comes && (!answers || !word_comes) && (open || !answers && !word_comes)
                      && (!answers || clock > 7'd3 || asked && (answerer != goal || flying && !recent));
    wire bytes   = fresh || (!mine || initially && clock < place + 4'd4 || its_slot == octet)
                   && (first || payload == (clock >= 7'd3 && clock < B))
                   && (!(recent && !initially && clock == place + 4'd3) || kept == octet);
    wire takes   = fresh || (first || clock >= B ? !taking : 1'b1)
                   && (!(initially && !first && clock < B) || taking && offer && dest == goal && its_byte == octet)
                   && (!(taking && !first) || offer && (dest != goal || initially));
    wire numbers = SEQUENCE == 0 || fresh && newest == 0 && !swept && !is_open && !odd
                   || (!starts || !swept && newest == clock) && (swept || newest <= goal || !its_bit && !its_code[0])
                      && (!swept || its_bit == odd && (OUTSTANDING == 1 || its_code[0] == (mine && !(head && initially))))
                      && (!is_open || swept) && (is_open || !odd)
                      && (!head || (recent ? gives_bit == odd : gives_word || !gives_bit))
                      && (!(head && new_word) || open && from == its_destination && !found_code[0])
                      && (!(look || head && new_word) || !open || found == bits[WIDTH*from +: WIDTH])
                      && (!(look && answers) || from == answerer && said == good);
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
    assign parts = {on_wire, numbers, takes, bytes, frame, kept_in, in_slots, in_time};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
