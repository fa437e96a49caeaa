// link_sends: link_sender.v keeps each word until the far end has it.
//
//   The far end acknowledges frames that were sent, in order, and empties those that it has acknowledged: `ack` and `room` go on by
//   any number of such frames in any clock. What `map` says is free, and so is what the RAM of sizes shows. One word in the store is
//   followed, any. By induction over the clocks, from the first `clear` on.
//! proves link_sender as sends
//! within link_end
//! given WIDTH WORDS TRIP LUT_RAM
//! subject "link_sender_{WORDS}"
//! what "sending end of a link, {WORDS} words in a frame"
//! claim "the windows hold; no word changes before it has arrived; new frames are numbered one by one"
//! steps 2
//! skip 1
//! cells 3 * WIDTH + 200
//! cuts bus_words link_store
//! watches still
//! expose next
//! expose fill
//! expose all
//! expose fresh
//! expose held
//! show parts "claims that held, of 0 to 6"
`default_nettype none

module link_sends #(
    parameter WIDTH = 44,
    parameter WORDS = 8
) (
    input  wire             clk,
    // free in every clock
    input  wire             clear, up, in_valid, soon, any_start, mark,
    input  wire [WIDTH-1:0] in, any_word,
    input  wire [15:0]      map,
    input  wire [4:0]       any_acks, any_reads,
    input  wire [3:0]       address,
    input  wire [7:0]       any_size,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [6:0]       parts
);
    localparam [3:0] ALL = WORDS;

    reg  [4:0]       ack, room;
    wire             in_ready, again, idle, sends, write;
    wire [4:0]       seq, next, fill;
    wire [3:0]       count, held, sent_place, looked_place;
    wire [7:0]       sent_size, write_address;
    wire [WIDTH-1:0] word, stored;

    // `soon` comes a clock before `start` at least, which does not come twice in a row.
    reg              start;
    wire             all, fresh;

    circuit circuit (
        .clk(clk), .clear(clear), .up(up), .in(in), .in_valid(in_valid), .in_ready(in_ready), .ack(ack), .room(room), .map(map),
        .soon(soon), .start(start), .seq(seq), .count(count), .again(again), .address(address), .word(word), .idle(idle),
        .\frames.write (sends), .\frames.write_address (sent_place), .\frames.in (sent_size), .\frames.read_address (looked_place),
        .\frames.out (any_size), .\store.write (write), .\store.write_address (write_address), .\store.in (stored),
        .\store.out (any_word), .next(next), .fill(fill), .all(all), .fresh(fresh), .held(held)
    );

    reg              begun, here, sent_new;
    reg  [4:0]       its;                                   // the frame of the word that is followed
    reg  [3:0]       number;                                // .. and its place in it
    reg  [4:0]       next_1;
    wire [4:0]       flight  = next - ack;
    wire [4:0]       filled  = fill - ack;
    wire [4:0]       behind  = ack - room;
    wire [4:0]       acks    = any_acks > flight ? flight : any_acks;
    wire [4:0]       reads   = any_reads > behind ? behind : any_reads;
    wire [4:0]       depth   = its - ack;
    wire             new_one = sends && !again;

    always @(posedge clk) begin
        start <= soon && any_start && !start;
        ack  <= ack + acks;
        room <= room + reads;
        if (write && mark && !here) begin
            here   <= 1'b1;
            its    <= fill;
            number <= held;
        end else if (acks > depth)
            here <= 1'b0;
        sent_new <= new_one;
        next_1   <= next;
        if (clear) begin
            begun <= 1'b1;
            {ack, room} <= 10'd0;
            {here, sent_new} <= 2'd0;
        end
    end

    assign parts = {
        !start || all == (next != fill) && (!fresh || next != {!room[4], room[3:0]} && (all || held != 4'd0)),
        filled <= 5'd16 && flight <= filled,
        {1'b0, flight} + {1'b0, behind} <= 6'd16,
        held < ALL && !(filled == 5'd16 && held != 4'd0),
        !here || depth < filled || depth == filled && number < held,
        (!(here && write) || write_address != {its[3:0], number}) && !(new_one && write && next == fill),
        !sent_new || seq == next_1 && next == next_1 + 5'd1 && count != 4'd0
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
