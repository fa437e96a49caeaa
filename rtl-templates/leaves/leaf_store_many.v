// leaf_store_many: stores the message that one of several lanes receives bit by bit, as leaf_store.v does. Between
// receptions it stores the message of the next lane, which is on its way to m_axis.
`default_nettype none

module leaf_store_many #(
    parameter SOURCE_BITS  = 4,
    parameter PAYLOAD_BITS = 32                 // at least 1
) (
    input  wire                    clk,
    input  wire                    bit_now,
    input  wire                    take,
    input  wire                    in_source,
    input  wire                    in_payload,
    input  wire                    clear,
    input  wire                    move,        // store the message of the next lane
    input  wire [SOURCE_BITS-1:0]  move_source,
    input  wire [PAYLOAD_BITS-1:0] move_payload,
    output reg  [SOURCE_BITS-1:0]  source,      // steady until the next message is taken
    output reg  [PAYLOAD_BITS-1:0] payload
);
    localparam S = SOURCE_BITS;
    localparam P = PAYLOAD_BITS;
    localparam [P-1:0] MARKER = 1;

    wire [S:0] source_next  = {source, bit_now};
    wire [P:0] payload_next = {payload, bit_now};
    wire       unused       = &{source_next[S], payload_next[P], 1'b0};

    always @(posedge clk) begin
        if (take)
            source <= {S{1'b0}};
        else if (move)
            source <= move_source;
        else if (in_source)
            source <= source_next[S-1:0];

        if (clear)
            payload <= MARKER;
        else if (move)
            payload <= move_payload;
        else if (in_payload)
            payload <= payload_next[P-1:0];
    end
endmodule

`default_nettype wire
