// place_watch: bound into every leaf with a degree of a network of the default name, says when a place of its store is given to two
// words, or freed too early, and ends the simulation.
//
//   A place that is taken is free. One that a sent word leaves has been read whole since: its body, and its link; one that a delivered
//   word leaves has, but for its link. The last nibble may be read in the same clock, and not later. No nibble is written to a free
//   place, but for that of the next word from s_axis, and for the last nibble of a word that came and is lost.
`begin_keywords "1800-2012"
module place_watch #(
    parameter PLACES = 1, LABEL_BITS = 4, IW = 1, NB = 1, LINK = 1, BODY = 1
) (
    input wire clk, rst,
    input wire [LABEL_BITS-1:0] address,
    input wire left_a, left_b, left_out, left_late, takes_own,
    input wire [1:0] takes,
    input wire [IW-1:0] word_a, word_b, out_at, late_at, own, first, second,
    input wire got_word, got_link, got_out, write,
    input wire [IW-1:0] read_index, write_index,
    input wire [NB-1:0] read_nibble
);
    localparam STRIDE = LINK + BODY;
    localparam [STRIDE-1:0] OF_LINK = {{BODY{1'b0}}, {LINK{1'b1}}};

    reg  [PLACES-1:0] held;
    reg  [STRIDE-1:0] seen [0:PLACES-1];        // nibbles that have been read since the place was taken
    integer           k;

    task fail(input [8*48-1:0] what);
        begin
            $display("leaf %0d: %0s", address, what);
            $stop;
        end
    endtask

    task take(input [IW-1:0] place);
        begin
            if (held[place])
                fail("a place is given to two words");
            held[place] = 1'b1;
            seen[place] = {STRIDE{1'b0}};
        end
    endtask

    task leave(input [IW-1:0] place, input [STRIDE-1:0] unread);
        begin
            if (!held[place])
                fail("a free place is freed");
            if (~&(seen[place] | unread))
                fail("a place is freed before it has been read");
            held[place] = 1'b0;
        end
    endtask

    always @(posedge clk)
        if (rst) begin
            held = {PLACES{1'b0}};
            for (k = 0; k < PLACES; k = k + 1)
                seen[k] = {STRIDE{1'b0}};
        end else begin
            if ((got_word || got_link || got_out) && {{32-IW{1'b0}}, read_index} < PLACES)
                seen[read_index][read_nibble] = 1'b1;
            if (write && !held[write_index] && write_index != own)
                fail("a nibble is written to a free place");
            if (left_a)
                leave(word_a, {STRIDE{1'b0}});
            if (left_b)
                leave(word_b, {STRIDE{1'b0}});
            if (left_out)
                leave(out_at, OF_LINK);
            if (left_late)
                leave(late_at, {STRIDE{1'b1}});
            if (takes_own)
                take(own);
            if (takes[0])
                take(first);
            if (takes[1])
                take(second);
        end
endmodule

bind pruned_butterfly_batch_leaf place_watch #(
    .PLACES(PLACES), .LABEL_BITS(LABEL_BITS), .IW(IW), .NB(NB), .LINK(LINK), .BODY(BODY)
) place_watch (
    .clk(clk), .rst(rst), .address(address), .left_a(left_a), .left_b(left_b), .left_out(got_last), .left_late(placed.words_in_places.lost),
    .takes_own(stores), .takes(takes), .word_a(word_a), .word_b(word_b), .out_at(out_index), .late_at(placed.words_in_places.late_at),
    .own(placed.words_in_places.place_own), .first(placed.words_in_places.places.first), .second(placed.words_in_places.places.second), .got_word(reader.got_word),
    .got_link(got_link), .got_out(got_out), .write(write), .read_index(read_index), .write_index(write_index),
    .read_nibble(read_nibble)
);
`end_keywords
