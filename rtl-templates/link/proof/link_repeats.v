// link_repeats: link_sender.v sends a frame again as it was: as many words, while it is under way.
//
//   The far end acknowledges frames that were sent, in order: `ack` goes on by any number of them in any clock. Its reader has
//   emptied these, and so there is always room. What `map` says is free. Of the sizes of frames one is followed, any: their RAM is cut out, and
//   bus_keeps.v proves it. By induction over the clocks, from the first `clear` on.
//! proves link_sender as repeats
//! within link_end
//! given WIDTH WORDS TRIP LUT_RAM
//! subject "link_sender_{WORDS}"
//! what "sending end of a link, {WORDS} words in a frame"
//! claim "what is sent again was under way at the last start, and has as many words as it had"
//! steps 2
//! skip 1
//! cells 400
//! cuts bus_words link_store
//! watches still
//! expose next
//! expose fill
//! expose all
//! expose fresh
//! expose held
//! expose looked
//! expose late
//! expose found
//! expose words
//! show parts "claims that held, of 0 to 6"
`default_nettype none

module link_repeats #(
    parameter WIDTH = 44
) (
    input  wire             clk,
    // free in every clock
    input  wire             clear, up, in_valid, soon, any_start, mark_size,
    input  wire [WIDTH-1:0] in, any_word,
    input  wire [15:0]      map,
    input  wire [4:0]       any_acks,
    input  wire [3:0]       address,
    input  wire [7:0]       any_size,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [6:0]       parts
);
    reg  [4:0]       ack;
    wire             in_ready, again, idle, sends, write;
    wire             late;
    wire [4:0]       seq, next, fill, looked, found;
    wire [3:0]       count, words, sent_place, looked_place;
    wire [7:0]       sent_size, row, write_address;
    wire [WIDTH-1:0] word, stored;

    // ---- the RAM of sizes: that of one frame, `sized`, is followed
    reg              known;
    reg  [4:0]       sized;
    reg  [3:0]       size;
    reg  [7:0]       there;
    assign row = known && looked_place == sized[3:0] ? there : any_size;

    // `soon` comes a clock before `start` at least, which does not come twice in a row.
    reg              start;
    wire             all, fresh;
    wire [3:0]       held;

    circuit circuit (
        .clk(clk), .clear(clear), .up(up), .in(in), .in_valid(in_valid), .in_ready(in_ready), .ack(ack), .room(ack), .map(map),
        .soon(soon), .start(start), .seq(seq), .count(count), .again(again), .address(address), .word(word), .idle(idle),
        .\frames.write (sends), .\frames.write_address (sent_place), .\frames.in (sent_size), .\frames.read_address (looked_place),
        .\frames.out (row), .\store.write (write), .\store.write_address (write_address), .\store.in (stored),
        .\store.out (any_word), .next(next), .fill(fill), .all(all), .fresh(fresh), .held(held), .looked(looked), .late(late),
        .found(found), .words(words)
    );

    reg              begun, sent;
    reg  [4:0]       next_1, base;                          // base: `ack` at the last start
    reg              again_1;
    wire [4:0]       flight  = next - ack;
    wire [4:0]       filled  = fill - ack;
    wire [4:0]       acks    = any_acks > flight ? flight : any_acks;
    wire [4:0]       age     = sized - ack;
    wire [4:0]       span    = next - base;
    wire             new_one = sends && !again;

    always @(posedge clk) begin
        start <= soon && any_start && !start;
        ack  <= ack + acks;
        if (new_one && mark_size && !known) begin
            known <= 1'b1;
            sized <= next;
            size  <= sent_size[7:4];
            there <= sent_size;
        end else begin
            if (acks > age)
                known <= 1'b0;
            if (sends && sent_place == sized[3:0])
                there <= sent_size;
        end
        if (start)
            base <= ack;
        sent     <= sends;
        next_1   <= next;
        again_1  <= again;
        if (clear) begin
            begun <= 1'b1;
            {ack, base} <= 10'd0;
            {known, sent} <= 2'd0;
        end
    end

    assign parts = {
        !start || all == (next != fill) && (!fresh || next != {!ack[4], ack[3:0]} && (all || held != 4'd0)),
        filled <= 5'd16 && flight <= filled,
        span <= 5'd16 && looked - base <= span && ack - base <= span,
        !late || found - base < span && !(known && found == sized && words != size),
        !known || age < flight && there[7:4] == size && size != 4'd0,
        !(known && sends && sent_place == sized[3:0]) || again && sent_size[7:4] == size,
        !(sent && again_1) || seq != next_1 && next == next_1
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
