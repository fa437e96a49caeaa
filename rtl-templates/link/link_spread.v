// link_spread: words from an end of a link go to the streams into the root of a tree.
//
//   Each wire has a place for a word, which stays until its leaf has acknowledged it. A pointer looks for the next free place. A word for a
//   leaf for which another one is there waits, and those behind it: so words of a pair of ends stay in order.
//! cost lut4: WIRES * (LABEL_BITS + 2)
//! cost ff: WIRES * (PAYLOAD_BITS + 2 * LABEL_BITS + 1)
`default_nettype none

module link_spread #(
    parameter WIRES        = 4,             // 1 or more
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter WIDTH        = PAYLOAD_BITS + 2 * LABEL_BITS
) (
    input  wire                          clk,
    input  wire                          rst,           // synchronous, active high
    input  wire [WIDTH-1:0]              far_word,      // destination, source, payload
    input  wire                          far_valid,
    output wire                          far_ready,
    output reg  [WIRES*PAYLOAD_BITS-1:0] s_root_tdata,
    output reg  [WIRES*LABEL_BITS-1:0]   s_root_tdest,
    output reg  [WIRES*LABEL_BITS-1:0]   s_root_tuser,
    output reg  [WIRES-1:0]              s_root_tvalid,
    input  wire [WIRES-1:0]              s_root_tready
);
    localparam BITS = WIRES > 1 ? $clog2(WIRES) : 1;
    localparam [31:0]     LAST_WIDE = WIRES - 1;
    localparam [BITS-1:0] LAST = LAST_WIDE[BITS-1:0];

    reg  [BITS-1:0]       at;
    reg  [WIRES-1:0]      same;             // for the leaf of the word that waits
    reg                   looked;           // `same` is about it
    wire [LABEL_BITS-1:0] leaf = far_word[WIDTH-1-:LABEL_BITS];
    wire [WIRES-1:0]      here;
    wire                  busy = |(here & s_root_tvalid);
    genvar                k;
    integer               i;

    generate
        for (k = 0; k < WIRES; k = k + 1) begin : wires
            localparam [31:0] K = k;

            assign here[k] = at == K[BITS-1:0];
        end
    endgenerate
    assign far_ready = looked && !busy && (same & s_root_tvalid) == {WIRES{1'b0}};

    always @(posedge clk) begin
        s_root_tvalid <= s_root_tvalid & ~s_root_tready;
        looked        <= far_valid && !far_ready;
        for (i = 0; i < WIRES; i = i + 1) begin
            same[i] <= s_root_tdest[i*LABEL_BITS+:LABEL_BITS] == leaf;
            if (far_ready && here[i]) begin
                {s_root_tdest[i*LABEL_BITS+:LABEL_BITS], s_root_tuser[i*LABEL_BITS+:LABEL_BITS],
                 s_root_tdata[i*PAYLOAD_BITS+:PAYLOAD_BITS]} <= far_word;
                s_root_tvalid[i] <= 1'b1;
            end
        end
        if (busy || far_ready)
            at <= at == LAST ? {BITS{1'b0}} : at + 1'b1;
        if (rst) begin
            at            <= {BITS{1'b0}};
            looked        <= 1'b0;
            s_root_tvalid <= {WIRES{1'b0}};
            {s_root_tdata, s_root_tdest, s_root_tuser} <= {WIRES*WIDTH{1'b0}};
        end
    end
endmodule

`default_nettype wire
