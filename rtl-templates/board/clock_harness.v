// clock_harness: shift registers around a network, to measure its clock: no path of theirs is longer than one LUT.
//
//   state --> [ source of leaf 0 ] --> [ source of leaf 1 ] --> ...       a flip-flop for each input of a leaf
//                     |                        |
//                  network                  network
//                     |                        |
//             [ sink of leaf 0 ]       [ sink of leaf 1 ] --> sum         three outputs of a leaf a LUT
//
// What it sends means nothing. Every output of the network matters to `tx`, so that synthesis keeps all of it. Each leaf has its
// own piece of the shift register, its own sink and its own reset, so that nothing ties leaves together but the network.
`default_nettype none

module clock_harness #(
    parameter LEAVES = 8,               // of the network, at least 2
    parameter DEST_BITS = 3,            // of tdest and tuser
    parameter PAYLOAD = 16              // bits, at least 1
) (
    input  wire                        clk,
    input  wire                        rst,             // synchronous, active high

    output wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata,    // leaf i at [i*W +: W]
    output wire [LEAVES*DEST_BITS-1:0] s_axis_tdest,
    output wire [LEAVES-1:0]           s_axis_tvalid,
    input  wire [LEAVES-1:0]           s_axis_tready,
    input  wire [LEAVES*PAYLOAD-1:0]   m_axis_tdata,
    input  wire [LEAVES*DEST_BITS-1:0] m_axis_tuser,
    input  wire [LEAVES-1:0]           m_axis_tvalid,
    output wire [LEAVES-1:0]           m_axis_tready,

    output wire                        running,         // as tx
    output wire                        passed,          // 0
    output wire                        failed,          // 0
    output wire                        tx               // the sum of all that comes out of the network
);
    localparam WIRES = PAYLOAD + DEST_BITS + 2;         // of a leaf, each way
    localparam STEPS = (WIRES + 2) / 3;                 // of a sink

    reg  [6:0]        state;                            // x^7 + x^6 + 1
    reg  [LEAVES:0]   resets;                           // reaches one leaf after the other
    reg  [LEAVES:0]   sum;
    wire [LEAVES:0]   next;                             // from one leaf's source to the next
    wire [LEAVES-1:0] sinks;

    always @(posedge clk) begin
        state  <= {state[5:0], state[6] ^ state[5]};
        resets <= {resets[LEAVES-1:0], rst};
        if (rst)
            state <= 7'd1;
    end
    assign next[0] = state[6];

    genvar i, k;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg  [WIRES:0]     source;                  // the first drives nothing but the second
            reg  [STEPS-1:0]   fold;
            reg  [STEPS:0]     moved;                   // a flip-flop between two steps, as wires may come from afar
            wire [3*STEPS-1:0] out;

            always @(posedge clk) begin
                source <= {source[WIRES-1:0], next[i]};
                if (resets[i])
                    source <= {WIRES + 1{1'b0}};
            end
            assign next[i+1] = source[WIRES];
            assign {s_axis_tdata[i*PAYLOAD +: PAYLOAD], s_axis_tdest[i*DEST_BITS +: DEST_BITS], s_axis_tvalid[i],
                    m_axis_tready[i]} = source[WIRES:1];

            assign out = {{3*STEPS-WIRES{1'b0}}, m_axis_tdata[i*PAYLOAD +: PAYLOAD],
                          m_axis_tuser[i*DEST_BITS +: DEST_BITS], m_axis_tvalid[i], s_axis_tready[i]};
            for (k = 0; k < STEPS; k = k + 1) begin : step
                always @(posedge clk) begin
                    fold[k]    <= moved[k] ^ (^out[3*k +: 3]);
                    moved[k+1] <= fold[k];
                    if (resets[i]) begin
                        fold[k]    <= 1'b0;
                        moved[k+1] <= 1'b0;
                    end
                end
            end
            always @(posedge clk)
                moved[0] <= 1'b0;
            assign sinks[i] = moved[STEPS];

            always @(posedge clk) begin
                sum[i+1] <= sum[i] ^ sinks[i];
                if (resets[i])
                    sum[i+1] <= 1'b0;
            end
        end
    endgenerate
    always @(posedge clk)
        sum[0] <= 1'b0;

    assign tx = sum[LEAVES];
    assign running = tx;
    assign passed = 1'b0;
    assign failed = 1'b0;

    // Unused: the last register of both chains.
    wire unused = &{1'b0, next[LEAVES], resets[LEAVES]};
endmodule

`default_nettype wire
