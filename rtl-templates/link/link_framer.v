// link_framer: puts frames on the pins, one behind the other.
//
//   `start` is high in the last clock but one of a frame, `soon` at least a clock before. In the last one `header` is taken, and
//   from then on `full`, which says whether words follow, is steady. `word` comes from a block RAM: it is the word `address` of a
//   clock ago. All bits leave the uppermost one first.
`default_nettype none

module link_framer #(
    parameter WIDTH = 44,
    parameter WORDS = 8,                    // see link_steps
    parameter PINS  = 1
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    output wire             soon,           // `start` may follow in the next clock
    output wire             start,
    input  wire [35:0]      header,
    input  wire             full,
    output wire [3:0]       address,
    input  wire [WIDTH-1:0] word,
    output reg  [PINS-1:0]  pins
);
    localparam HEAD  = (36 + PINS - 1) / PINS;
    localparam BODY  = (WIDTH + PINS - 1) / PINS;
    localparam STEPS = $clog2(BODY > HEAD ? BODY : HEAD);
    localparam BITS  = PINS << STEPS;
    localparam LOW   = STEPS > 4 ? 4 : STEPS, GROUPS = 1 << (STEPS - LOW);
    localparam [STEPS-1:0] ONE = 1;
    localparam [31:0]      WORDS_WIDE = WORDS - 1;
    localparam [3:0]       LAST_WORD = WORDS_WIDE[3:0];

    wire                 body, tail, last;
    wire [STEPS-1:0]     step;
    wire [3:0]           number;
    reg  [PINS*HEAD-1:0] head;
    // Bits of a word are chosen in two clocks, behind a register at the RAM: of each group of 16, then among these.
    reg  [GROUPS*PINS-1:0] picked;
    wire [GROUPS*PINS-1:0] picks;
    wire [PINS-1:0]      of_word;
    reg  [PINS-1:0]      next_head, of_head, field;         // `field`: of the one or the other
    reg                  next_body, picked_body;
    reg  [2:0]           late_tail, late_load;              // as of one, two and three clocks ago
    reg  [WIDTH-1:0]     there;             // the word, out of the RAM; it goes with `at`
    reg  [STEPS-1:0]     at;
    reg  [15:0]          crc;
    wire [15:0]          crc_next;
    wire [BITS-1:0]      bodies;
    wire [PINS-1:0]      bits = late_tail[2] ? crc[15-:PINS] : field;
    wire                 load = tail && last;

    // The CRC of 8 pins takes two clocks: what comes before them is the end of a word or of the header.
    assign soon    = PINS == 8 ? last && (body ? number == LAST_WORD : !tail && !full) : tail;
    assign start   = tail && step == ONE;
    assign address = number + {3'd0, body && last};
    assign bodies  = {{(BITS-WIDTH){1'b0}}, there};

    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : group
            wire [(PINS<<LOW)-1:0] of_group = bodies[g*(PINS<<LOW)+:PINS<<LOW];

            assign picks[g*PINS+:PINS] = of_group[at[LOW-1:0]*PINS+:PINS];
        end
        if (STEPS > LOW) begin : several
            reg [STEPS-LOW-1:0] chosen;

            always @(posedge clk)
                chosen <= at[STEPS-1:LOW];
            assign of_word = picked[chosen*PINS+:PINS];
        end else begin : single
            assign of_word = picked;
        end
    endgenerate

    link_steps #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS)) steps (
        .clk(clk), .rst(rst), .hold(1'b0), .full(full), .body(body), .tail(tail), .step(step), .number(number), .last(last)
    );
    link_crc #(.PINS(PINS)) check (.old(crc), .bits(bits), .next(crc_next));

    always @(posedge clk) begin
        there       <= word;
        at          <= step;
        next_body   <= body;
        next_head   <= head[PINS*HEAD-1-:PINS];
        picked      <= picks;
        picked_body <= next_body;
        of_head     <= next_head;
        field       <= picked_body ? of_word : of_head;
        late_tail   <= {late_tail[1:0], tail};
        late_load   <= {late_load[1:0], load};
        pins        <= bits;
        head        <= head << PINS;
        crc         <= late_load[2] ? 16'hffff : crc_next;
        if (load) begin
            head       <= {PINS*HEAD{1'b0}};
            head[35:0] <= header;
        end
        // The registers behind these have no reset: they take these values before the reset ends.
        if (rst) begin
            pins        <= {PINS{1'b0}};
            head        <= {PINS*HEAD{1'b0}};
            crc         <= 16'd0;           // the first frame is wrong
        end
    end
endmodule

`default_nettype wire
