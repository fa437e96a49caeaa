// link_gather: the streams out of the root of a tree become one, for an end of a link.
//
//   A pointer goes over the wires, one in a clock, and waits while the link takes nothing. Words of one slot of the tree are for pairs of
//   ends that differ, and all of them are taken before any of the next slot comes (root_wire.v): pairs stay in order.
//! cost lut4: WIRES * (PAYLOAD_BITS + 2 * LABEL_BITS) / 2
//! cost ff: PAYLOAD_BITS + 2 * LABEL_BITS + 1
`default_nettype none

module link_gather #(
    parameter WIRES        = 4,             // 1 or more
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter WIDTH        = PAYLOAD_BITS + 2 * LABEL_BITS
) (
    input  wire                          clk,
    input  wire                          rst,           // synchronous, active high
    input  wire [WIRES*PAYLOAD_BITS-1:0] m_root_tdata,
    input  wire [WIRES*LABEL_BITS-1:0]   m_root_tdest,
    input  wire [WIRES*LABEL_BITS-1:0]   m_root_tuser,
    input  wire [WIRES-1:0]              m_root_tvalid,
    output wire [WIRES-1:0]              m_root_tready,
    output reg  [WIDTH-1:0]              near_word,     // destination, source, payload
    output reg                           near_valid,
    input  wire                          near_ready
);
    localparam BITS = WIRES > 1 ? $clog2(WIRES) : 1;
    localparam [31:0]     LAST_WIDE = WIRES - 1;
    localparam [BITS-1:0] LAST = LAST_WIDE[BITS-1:0];

    reg  [BITS-1:0]  at;
    reg  [WIDTH-1:0] word;
    reg              valid;
    wire [WIRES-1:0] here;
    wire             takes = !near_valid || near_ready;
    genvar           k;
    integer          i;

    always @* begin
        word  = {WIDTH{1'b0}};
        valid = 1'b0;
        for (i = 0; i < WIRES; i = i + 1)
            if (here[i]) begin
                word  = {m_root_tdest[i*LABEL_BITS+:LABEL_BITS], m_root_tuser[i*LABEL_BITS+:LABEL_BITS],
                         m_root_tdata[i*PAYLOAD_BITS+:PAYLOAD_BITS]};
                valid = m_root_tvalid[i];
            end
    end
    generate
        for (k = 0; k < WIRES; k = k + 1) begin : wires
            localparam [31:0] K = k;

            assign here[k] = at == K[BITS-1:0];
        end
    endgenerate
    assign m_root_tready = takes ? here : {WIRES{1'b0}};

    always @(posedge clk) begin
        if (takes) begin
            at         <= at == LAST ? {BITS{1'b0}} : at + 1'b1;
            near_word  <= word;
            near_valid <= valid;
        end
        if (rst) begin
            at         <= {BITS{1'b0}};
            near_word  <= {WIDTH{1'b0}};
            near_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
