// sequence_bits.v: one bit for each leaf of the network, as a sender (of each destination: the bit of its next message) or a
// receiver (of each source: the bit of its last message) would need it if acknowledgements could be lost. A prototype to be
// counted (choices.sh), not part of any network. All bits are cleared one by one after a reset.
`default_nettype none

module sequence_bits #(
    parameter LABEL_BITS = 6
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [LABEL_BITS-1:0] at,        // whose bit
    input  wire                  toggle,
    output reg                   bit_
);
    reg                  memory [0:2**LABEL_BITS-1];
    reg [LABEL_BITS-1:0] clear_at;
    reg                  clear;

    always @(posedge clk) begin
        clear    <= rst | clear & ~&clear_at;
        clear_at <= rst ? {LABEL_BITS{1'b0}} : clear_at + 1'b1;
        bit_     <= memory[at];
        if (clear | toggle)
            memory[clear ? clear_at : at] <= ~clear & ~bit_;
    end
endmodule

`default_nettype wire
