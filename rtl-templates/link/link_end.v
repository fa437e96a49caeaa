// link_end: an end of a link between two chips: words in, words out, PINS pins and a clock each way.
//
//   s_axis --> [link_sender] --> [link_framer] --> tx_pins, tx_clk
//   m_axis <-- [link_reader] <-- [link_store] <-- [link_window, link_lock] <-- [link_deframer] <-- rx_pins, rx_clk
//                  [link_session] [link_sender] <-- [link_mailbox] <-- what the far end says
//
//   Words that are taken come out at the far end once each and in order, whatever bits are wrong on the way and however long the cable
//   is cut, as long as the session lasts, that is while `up` stays high at both ends. At its end the words that the far end
//   has not acknowledged are lost; `lost` is then high for a clock.
//
//   The pins change with clk, and tx_clk is clk inverted, so they stand still at its rising edge. Of rx_clk nothing is known but that it
//   is no faster than twice clk; it may stop. Both ends have the same WIDTH, LABEL_BITS, WORDS and PINS; `differs` says that others
//   than PINS are not equal, and then the link stays down.
//! cost let BODY = (WIDTH + PINS - 1) / PINS
//! cost let HEAD = (35 + PINS) / PINS
//! cost lut4: LUT_RAM ? 396 : 720, WIDTH
//! cost ff: LUT_RAM ? 436 : 580, PINS * (BODY > HEAD ? BODY : HEAD), 6 * PINS, WIDTH
//! cost ram_bits: 256 * (2 * WIDTH + 1)
`default_nettype none

module link_end #(
    parameter WIDTH   = 44,              // 1 .. 1,023 bits of a word
    parameter LABEL_BITS = 0,            // 0 .. 31: of labels in a word, if it has some
    parameter WORDS   = 8,               // 1 .. 14 of a frame, which takes 20 clocks at least
    parameter PINS    = 1,               // 1, 2, 4 or 8
    parameter TRIP    = 4,               // see link_sender
    parameter SILENCE = 10,              // see link_session: more frames than a frame has clocks
    parameter LUT_RAM = 1                // see bus_words
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high, for 32 clocks
    input  wire [WIDTH-1:0] s_axis_tdata,
    input  wire             s_axis_tvalid,
    output wire             s_axis_tready,
    output wire [WIDTH-1:0] m_axis_tdata,
    output wire             m_axis_tvalid,
    input  wire             m_axis_tready,
    // the cable
    output wire             tx_clk,
    output wire [PINS-1:0]  tx_pins,
    input  wire             rx_clk,
    input  wire [PINS-1:0]  rx_pins,
    // how it is
    output wire             up,
    output wire             differs,        // the far end has another WIDTH, LABEL_BITS or WORDS
    output wire             locked,         // in step with rx_clk: frames are understood
    output wire             bad,            // in step with rx_clk, for a clock: a frame was wrong
    output wire             again,          // for a clock: a frame is sent again
    output wire             lost            // for a clock: a session ends that had words under way
);
    localparam [31:0] W_WIDE = WIDTH, K_WIDE = WORDS, L_WIDE = LABEL_BITS;
    localparam [9:0]  W = W_WIDE[9:0];
    localparam [3:0]  K = K_WIDE[3:0];
    localparam [4:0]  L = L_WIDE[4:0];

    wire        held, rx_rst, quiet, quiet_seen, flushed;

    crossing_reset resets (.clk(clk), .rst(rst), .held(held), .leaf_clk(rx_clk), .leaf_rst(rx_rst));
    crossing_sync #(.BITS(1)) flush (
        .from_clk(clk), .in(quiet), .clk(rx_clk), .rst(rx_rst), .out(quiet_seen)
    );
    crossing_sync #(.BITS(1)) flush_back (
        .from_clk(rx_clk), .in(quiet_seen), .clk(clk), .rst(held), .out(flushed)
    );

    // ---- in rx_clk. A header: count 4, odd 1, seq 5, room 5, ack 5, map 16. A short one: 15, odd, state, beat, digest.
    wire             flushes = rx_rst || quiet_seen;
    wire             begins, word_comes, done, good, slip, take, full, write, last, told;
    wire [35:0]      got;                               // `odd` only makes frames differ from the one before
    wire [WIDTH-1:0] word;
    wire [3:0]       number;
    wire [4:0]       expected;
    wire [3:0]       read_gray, pairs;
    wire [15:0]      map;
    reg  [3:0]       place_gray;                        // in clk
    reg              was_full;
    reg  [27:0]      says;
    wire             unused = got[31];

    link_deframer #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS)) deframer (
        .clk(rx_clk), .rst(flushes), .pins(rx_pins), .full(full), .slip(slip), .begins(begins), .header(got), .write(word_comes),
        .place(number), .word(word), .done(done), .good(good)
    );
    link_lock lock (
        .clk(rx_clk), .rst(flushes), .done(done), .good(good), .goes(got[27:26] == 2'd2), .left(got[23:21]), .slip(slip), .take(take),
        .bad(bad), .locked(locked), .full(full)
    );
    link_window #(.LUT_RAM(LUT_RAM)) window (
        .clk(rx_clk), .rst(rx_rst), .clear(flushes), .begins(begins), .seq(got[30:26]), .count(got[35:32]), .word(word_comes),
        .take(take), .full(full), .room({pairs, 1'b0}),
        .write(write), .last(last), .expected(expected), .map(map), .told(told)
    );
    // Frames that have been read, in pairs: the odd one would cost LUTs, here and in the window.
    crossing_sync #(.BITS(4)) reads (
        .from_clk(clk), .in(place_gray), .clk(rx_clk), .rst(rx_rst), .out(read_gray)
    );
    assign pairs = {read_gray[3], ^read_gray[3:2], ^read_gray[3:1], ^read_gray};
    always @(posedge rx_clk)
        if (take) begin
            was_full <= full;
            says     <= {got[27:26], got[25:0]};
        end

    // ---- from the one to the other
    wire             news, far_full, read;
    wire [1:0]       far_state;
    wire [4:0]       ack, room, arrived;
    wire [15:0]      far_map, back_map;
    wire [7:0]       read_address;
    wire [WIDTH:0]   stored;

    link_mailbox #(.BITS(50)) letters (
        .in_clk(rx_clk), .in_rst(rx_rst), .put(told), .in({was_full, expected, map, says}),
        .out_clk(clk), .out_rst(held), .news(news), .out({far_full, arrived, back_map, far_state, room, ack, far_map})
    );
    link_store #(.WIDTH(WIDTH + 1)) store (
        .in_clk(rx_clk), .write(write), .write_address({got[29:26], number}), .in({last, word}),
        .out_clk(clk), .read(read), .read_address(read_address), .out(stored)
    );

    // ---- in clk
    wire             soon, start, empty, idle;
    wire [1:0]       state;
    wire [3:0]       address, count;
    wire [4:0]       beat, seq, place;
    wire             place_unused = place[0];
    wire [WIDTH-1:0] sent;
    reg              heard, was_heard;                  // a long frame, in this session: `ack`, `room` and `far_map` are its
    wire             over = quiet && flushed && empty;  // the session is
    wire [4:0]       arrived_now = heard ? arrived : 5'd0;

    link_session #(.DIGEST({L, 2'b01, K, W}), .SILENCE(SILENCE)) session (
        .clk(clk), .rst(rst), .start(start), .flushed(over), .news(news), .far_full(far_full), .far_state(far_state),
        .far_digest({ack, far_map}), .up(up), .quiet(quiet), .state(state), .beat(beat), .differs(differs)
    );
    link_sender #(.WIDTH(WIDTH), .WORDS(WORDS), .TRIP(TRIP), .LUT_RAM(LUT_RAM)) sender (
        .clk(clk), .clear(rst || quiet), .up(up && heard), .in(s_axis_tdata), .in_valid(s_axis_tvalid), .in_ready(s_axis_tready), .ack(ack),
        .room(room), .map(far_map), .soon(soon), .start(start), .seq(seq), .count(count), .again(again), .address(address), .word(sent), .idle(idle)
    );
    link_framer #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS)) framer (
        .clk(clk), .rst(rst), .soon(soon), .start(start), .full(up), .address(address), .word(sent), .pins(tx_pins),
        .header(up ? {count, beat[0], seq, place[4:1], 1'b0, arrived, back_map} : {4'd15, beat[0], 3'd0, state, beat, L, 2'b01, K, W})
    );
    link_reader #(.WIDTH(WIDTH)) reader (
        .clk(clk), .clear(rst || over), .arrived(arrived_now), .place(place), .read(read), .address(read_address), .stored(stored),
        .out(m_axis_tdata), .out_valid(m_axis_tvalid), .out_ready(m_axis_tready), .empty(empty)
    );
    assign lost   = was_heard && quiet && !idle;
    assign tx_clk = !clk;
    always @(posedge clk) begin
        was_heard  <= up && heard && !rst;
        place_gray <= rst ? 4'd0 : place[4:1] ^ {1'b0, place[4:2]};
        if (news && far_full && !quiet)
            heard <= 1'b1;
        if (rst || over)
            heard <= 1'b0;
    end
endmodule

`default_nettype wire
