// link_steps: goes through the fields of a frame, PINS bits in a clock.
//
//   | header of 36 bits | WORDS words, if `full` | CRC of 16 bits |        header and words are filled up to whole clocks, in front
//
//   `step` is how many clocks of the field are left behind this one. With `hold` the clock does not count.
`default_nettype none

module link_steps #(
    parameter WIDTH = 44,
    parameter WORDS = 8,                    // 1 .. 14
    parameter PINS  = 1,                    // 1, 2, 4 or 8
    parameter BODY  = (WIDTH + PINS - 1) / PINS,            // clocks of a word
    parameter HEAD  = (36 + PINS - 1) / PINS,               // .. and of the header
    parameter STEPS = $clog2(BODY > HEAD ? BODY : HEAD)
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high: the header begins
    input  wire             hold,
    input  wire             full,           // read in the last clock of the header
    output reg              body,           // a word
    output reg              tail,           // the CRC; neither: the header
    output reg  [STEPS-1:0] step,
    output reg  [3:0]       number,         // of the word
    output wire             last            // step is 0
);
    localparam [31:0]      BODY_WIDE = BODY - 1, HEAD_WIDE = HEAD - 1, TAIL_WIDE = 16 / PINS - 1, WORD_WIDE = WORDS - 1;
    localparam [STEPS-1:0] BODY_LAST = BODY_WIDE[STEPS-1:0], HEAD_LAST = HEAD_WIDE[STEPS-1:0], TAIL_LAST = TAIL_WIDE[STEPS-1:0];
    localparam [3:0]       WORD_LAST = WORD_WIDE[3:0];

    wire ends   = number == WORD_LAST;
    wire bodies = body ? !ends : !tail && full;             // what comes next
    wire tails  = body ? ends : !tail && !full;

    assign last = step == {STEPS{1'b0}};

    always @(posedge clk) begin
        if (!hold)
            step <= !last ? step - 1'b1 : bodies ? BODY_LAST : tails ? TAIL_LAST : HEAD_LAST;
        if (last && !hold) begin
            body <= bodies;
            tail <= tails;
            if (body)
                number <= ends ? 4'd0 : number + 4'd1;
        end
        if (rst) begin
            body   <= 1'b0;
            tail   <= 1'b0;
            step   <= HEAD_LAST;
            number <= 4'd0;
        end
    end
endmodule

`default_nettype wire
