// link_window: which frames have come, and where their words go: frame `seq` into place seq modulo 16.
//
//   For each place a bit: seq[4] of the frame that it got last. Of the 16 frames from `room` on, the window, a frame is there if its
//   place has its seq[4]. A frame is taken if it is in the window, and not there. Its words are written as they come, before its
//   CRC is known: the place has been read, and is free until the frame counts. So a wrong frame, with a wrong number, does no harm.
//
//   A walk over the places, one in a clock, moves `expected` on past frames that are there, and gathers the bits in `map`. `told` is
//   high for a clock when both have seen the last frame, at most 33 clocks behind it.
`default_nettype none

module link_window #(
    parameter LUT_RAM = 1                   // see bus_words
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high: the walk begins
    input  wire        clear,               // likewise: nothing has come. With rst, and for 17 clocks more
    input  wire        begins,              // see link_deframer.v
    input  wire [4:0]  seq,
    input  wire [3:0]  count,               // of its words
    input  wire        word,
    input  wire        take,                // the frame is right
    input  wire        full,                // it is one that may have words
    input  wire [4:0]  room,                // all frames before it have been read, some clocks ago
    output wire        write,
    output wire        last,                // the word is the last one of its frame
    output reg  [4:0]  expected,
    output reg  [15:0] map,                 // the bit of place 0 is the lowest
    output wire        told
);
    reg        fits;                        // the frame
    reg  [3:0] left;                        // words of the frame that are still to come
    reg  [3:0] walk;
    reg        fresh, waits;
    wire       there, seen;
    wire       set = take && fits && full;
    wire [3:0] less = ~seq[3:0] & room[3:0], equal = ~(seq[3:0] ^ room[3:0]);
    // Of the 16 frames from `room` on. Without a carry chain, which takes twice the LUTs.
    wire       free = (less[3] | equal[3] & (less[2] | equal[2] & (less[1] | equal[1] & less[0]))) == (seq[4] != room[4]);
    wire       unused = &{equal[0], 1'b0};

    // What clears walks, too.
    bus_words #(.ADDRESS_BITS(4), .WIDTH(1), .LUT_RAM(LUT_RAM)) for_seq (
        .clk(clk), .write(set || clear), .write_address(clear ? walk : seq[3:0]), .in(clear || seq[4]), .read_address(seq[3:0]), .out(there)
    );
    bus_words #(.ADDRESS_BITS(4), .WIDTH(1), .LUT_RAM(LUT_RAM)) for_walk (
        .clk(clk), .write(set || clear), .write_address(clear ? walk : seq[3:0]), .in(clear || seq[4]), .read_address(walk), .out(seen)
    );
    assign write = word && fits && left != 4'd0;
    assign last  = left == 4'd1;
    assign told  = waits && walk == 4'd0;

    always @(posedge clk) begin
        walk <= walk + 4'd1;
        map  <= {seen, map[15:1]};
        if (walk == expected[3:0] && seen == expected[4])
            expected <= expected + 5'd1;
        if (begins) begin
            fits <= free && there != seq[4] && count != 4'd0;
            left <= count;
        end
        if (word && left != 4'd0)
            left <= left - 4'd1;
        // Two walks from the frame on.
        if (walk == 4'd0) begin
            waits <= fresh;
            fresh <= 1'b0;
        end
        if (take)
            fresh <= 1'b1;
        if (rst)
            walk <= 4'd0;
        if (clear) begin
            expected <= 5'd0;
            fits     <= 1'b0;
            fresh    <= 1'b0;
            waits    <= 1'b0;
            left     <= 4'd0;
        end
    end
endmodule

`default_nettype wire
