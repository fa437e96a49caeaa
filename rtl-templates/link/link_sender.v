// link_sender: the words that have not arrived yet, in 16 places of WORDS each, and which of them the next frame sends.
//
//   ack          next          fill
//   | under way  | waiting     | being filled |          a frame's number modulo 32; its place is the number modulo 16
//
//   At each `start`: a frame that was last sent more than TRIP frames ago, and has not arrived; else frame `next`, if it has words
//   and the far end has room; else none. A frame that is sent has the same words each time: once it has been sent, none is added.
//   Between two starts the frames under way are looked at, one in a clock, all 16 in every frame, until one is `late`.
//
//   All frames before `ack` have arrived, and of those behind it, frame q if bit q modulo 16 of `map` is q[4]: a hint, which may be late.
//   The far end's reader has emptied all before `room`.
`default_nettype none

module link_sender #(
    parameter WIDTH   = 44,
    parameter WORDS   = 8,                  // 1 .. 14
    parameter TRIP    = 4,                  // frames, until an answer has come: 1 .. 7
    parameter LUT_RAM = 1                   // see bus_words
) (
    input  wire             clk,
    input  wire             clear,          // synchronous, active high: nothing is under way
    input  wire             up,             // words are taken and sent
    input  wire [WIDTH-1:0] in,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [4:0]       ack,
    input  wire [4:0]       room,
    input  wire [15:0]      map,
    input  wire             soon,           // `start` may follow in the next clock, else it does not
    input  wire             start,          // see link_framer.v
    output reg  [4:0]       seq,            // of the frame, from the clock behind `start` on
    output reg  [3:0]       count,          // its words; 0: none
    output wire             again,          // with `start`: it is sent again
    input  wire [3:0]       address,
    output wire [WIDTH-1:0] word,           // word `address` of the frame, a clock later
    output wire             idle            // nothing is under way or waits
);
    localparam [31:0] LAST_WIDE = WORDS - 1, ALL_WIDE = WORDS, LATE_WIDE = TRIP + 1;     // `now` goes on before it is compared
    localparam [3:0]  LAST = LAST_WIDE[3:0], ALL = ALL_WIDE[3:0], LATE = LATE_WIDE[3:0];

    reg  [4:0] next, fill;
    reg  [3:0] held;                        // words in the place that is being filled
    reg  [3:0] now;                         // counts frames
    reg  [4:0] looked;                      // at this frame; `next`: at all
    reg        late;                        // a frame has been found that is sent again: ..
    reg  [4:0] found;                       // .. this ..
    reg  [3:0] words;                       // .. with so many words
    wire [3:0] due, due_words;              // of the frame that is looked at: when it is sent again, and how many words it has
    wire [3:0] over    = now - due;
    wire       looks   = looked != next && !late;
    wire       finds   = looks && map[looked[3:0]] != looked[4] && !over[3];
    reg        all;                         // `next` is full, ..
    reg        fresh;                       // .. or has words, and may go: as of a clock ago
    wire       sends   = start && up && (late || fresh);
    wire       write   = in_valid && in_ready;
    wire [4:0] chosen  = late ? found : next;
    wire [3:0] size    = late ? words : all ? ALL : held;
    wire       unused  = &{over[2:0], 1'b0};

    // No word comes while a place is closed that is not full, nor in the clock before: `all` and `fresh` are right then.
    assign in_ready = up && fill != {!ack[4], ack[3:0]} && !soon && !start;
    assign again    = start && up && late;
    assign idle     = fill == ack && held == 4'd0;

    bus_words #(.ADDRESS_BITS(4), .WIDTH(8), .LUT_RAM(LUT_RAM)) frames (
        .clk(clk), .write(sends), .write_address(chosen[3:0]), .in({size, now + LATE}), .read_address(looked[3:0]), .out({due_words, due})
    );
    link_store #(.WIDTH(WIDTH)) store (
        .in_clk(clk), .write(write), .write_address({fill[3:0], held}), .in(in),
        .out_clk(clk), .read(1'b1), .read_address({seq[3:0], address}), .out(word)
    );

    always @(posedge clk) begin
        all   <= next != fill;
        fresh <= next != {!room[4], room[3:0]} && (next != fill || held != 4'd0);
        if (write)
            held <= held == LAST ? 4'd0 : held + 4'd1;
        if (sends && !late && !all)
            held <= 4'd0;
        if (write && held == LAST || sends && !late && !all)
            fill <= fill + 5'd1;
        if (sends && !late)
            next <= next + 5'd1;
        if (start) begin
            now   <= now + 4'd1;
            seq   <= chosen;
            count <= size;
            if (!up || !late && !fresh)
                count <= 4'd0;
        end
        if (looks) begin
            looked <= looked + 5'd1;
            late   <= finds;
            found  <= looked;
            words  <= due_words;
        end
        if (start) begin
            looked <= up ? ack : next;      // before, `ack` is something else
            late   <= 1'b0;
        end
        if (clear) begin
            next   <= 5'd0;
            fill   <= 5'd0;
            held   <= 4'd0;
            all    <= 1'b0;
            fresh  <= 1'b0;
            now    <= 4'd0;
            looked <= 5'd0;
            late   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
