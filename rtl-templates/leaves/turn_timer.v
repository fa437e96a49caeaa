// turn_timer: what leaves that take turns have in common: the label's bit of which the leaves speak, the line that
// passes on to all what one says, the way back to leaf 0 for the token, and ticks.
//
//   line_up --> [ ] -> .. -> [ ] --> line         as many registers as make the way from leaf to leaf a multiple of
//   tick at `body` -----------^                   2^INDEX_BITS clocks
//
//   One of 15 slots has a tick.
`default_nettype none

module turn_timer #(
    parameter LANES      = 1,                   // of a leaf; each has a line and a token
    parameter INDEX_BITS = 2,                   // at least 1
    parameter REGISTERS  = 1                    // at least 1
) (
    input  wire                  clk,
    input  wire                  rst,           // synchronous, active high
    input  wire                  body,          // of frame_timer
    input  wire [LANES-1:0]      line_up,       // from the leaves
    output wire [LANES-1:0]      line,          // to the leaves
    input  wire [LANES-1:0]      token_out,     // from the last leaf
    output reg  [LANES-1:0]      token_in,      // to leaf 0
    output reg  [INDEX_BITS-1:0] index
);
    reg  [LANES*REGISTERS-1:0]     lines;
    wire [LANES*(REGISTERS+1)-1:0] next = {lines, line_up};
    reg  [3:0]                     slots;       // a shift register with feedback: 15 states
    reg                            tick;
    wire                           unused = &{next[LANES*(REGISTERS+1)-1 -: LANES], 1'b0};

    assign line = lines[LANES*(REGISTERS-1) +: LANES];

    always @(posedge clk) begin
        lines <= next[LANES*REGISTERS-1:0];
        // An owner may still be speaking.
        if (body)
            lines[LANES*(REGISTERS-1) +: LANES] <= {LANES{tick}};
        tick     <= &slots;
        index    <= index + 1'b1;
        token_in <= token_out;
        if (body)
            slots <= {slots[2:0], slots[3] ^ slots[2]};
        if (rst) begin
            index    <= {INDEX_BITS{1'b0}};
            token_in <= {LANES{1'b0}};
            slots    <= 4'd1;
        end
    end
endmodule

`default_nettype wire
