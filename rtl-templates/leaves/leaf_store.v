// leaf_store: stores the message that a leaf with one lane receives bit by bit; leaf_receiver.v controls it.
`default_nettype none

module leaf_store #(
    parameter SOURCE_BITS  = 4,
    parameter PAYLOAD_BITS = 32,        // at least 1
    parameter PLAIN        = 0          // 1: enable and clear in the LUTs that the flip-flops have anyway
) (
    input  wire                    clk,
    input  wire                    bit_now,
    input  wire                    take,
    input  wire                    in_source,
    input  wire                    in_payload,
    input  wire                    clear,
    output reg  [SOURCE_BITS-1:0]  source,      // steady until the next message is taken
    output reg  [PAYLOAD_BITS-1:0] payload
);
    localparam S = SOURCE_BITS;
    localparam P = PAYLOAD_BITS;
    localparam [P-1:0] MARKER = 1;

    wire [S:0] source_next  = {source, bit_now};
    wire [P:0] payload_next = {payload, bit_now};
    wire       unused       = &{source_next[S], payload_next[P], 1'b0};

    generate
        if (PLAIN != 0) begin : by_luts
            // Gates: multiplexers would become clock enables and resets, which all flip-flops of a tile must share.
            always @(posedge clk) begin
                source  <= (in_source ? source_next[S-1:0] : source) & {S{~take}};
                payload <= (in_payload ? payload_next[P-1:0] : payload) & {P{~clear}} | MARKER & {P{clear}};
            end
        end else begin : by_pins
            always @(posedge clk) begin
                if (take)
                    source <= {S{1'b0}};
                else if (in_source)
                    source <= source_next[S-1:0];

                if (clear)
                    payload <= MARKER;
                else if (in_payload)
                    payload <= payload_next[P-1:0];
            end
        end
    endgenerate
endmodule

`default_nettype wire
