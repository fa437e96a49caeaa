// echo.v: an example of a network in a larger design.
//
//   host --> leaf 0 --> [ fat_tree ] --> leaf i --> [ + 1 ] --> leaf i --> [ fat_tree ] --> leaf 0 --> host
//
//   The host sends a word to any leaf from 1 to 15. That leaf adds one and returns the word to its source. Needs the
//   modules that `ftc generate examples/tree16.yaml -o DIR` writes.
`default_nettype none

module echo (
    input  wire        clk,
    input  wire        rst,             // synchronous, active high
    // words from the host, and the leaf that each is for
    input  wire [31:0] s_axis_tdata,
    input  wire [3:0]  s_axis_tdest,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    // answers, and the leaf that each comes from
    output wire [31:0] m_axis_tdata,
    output wire [3:0]  m_axis_tuser,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready
);
    localparam LEAVES = 16;
    localparam P      = 32;             // payload-bits
    localparam L      = 4;              // bits of a label

    // Leaf i has bits [i * width +: width] of every vector.
    wire [LEAVES*P-1:0] send_data, got_data;
    wire [LEAVES*L-1:0] send_to, got_from;
    wire [LEAVES-1:0]   send_valid, send_ready, got_valid, got_ready;

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata(send_data),
        .s_axis_tdest(send_to),
        .s_axis_tvalid(send_valid),
        .s_axis_tready(send_ready),
        .m_axis_tdata(got_data),
        .m_axis_tuser(got_from),
        .m_axis_tvalid(got_valid),
        .m_axis_tready(got_ready)
    );

    // Leaf 0 is the host's.
    assign send_data[0 +: P] = s_axis_tdata;
    assign send_to[0 +: L]   = s_axis_tdest;
    assign send_valid[0]     = s_axis_tvalid;
    assign s_axis_tready     = send_ready[0];
    assign m_axis_tdata      = got_data[0 +: P];
    assign m_axis_tuser      = got_from[0 +: L];
    assign m_axis_tvalid     = got_valid[0];
    assign got_ready[0]      = m_axis_tready;

    genvar i;
    generate
        for (i = 1; i < LEAVES; i = i + 1) begin : leaf
            reg         busy;           // an answer waits until it has been delivered
            reg [P-1:0] answer;
            reg [L-1:0] asker;

            assign send_data[i*P +: P] = answer;
            assign send_to[i*L +: L]   = asker;
            assign send_valid[i]       = busy;
            assign got_ready[i]        = ~busy;

            always @(posedge clk) begin
                if (busy) begin
                    busy <= ~send_ready[i];
                end else begin
                    busy   <= got_valid[i];
                    answer <= got_data[i*P +: P] + 1'b1;
                    asker  <= got_from[i*L +: L];
                end
                if (rst)
                    busy <= 1'b0;
            end
        end
    endgenerate
endmodule

`default_nettype wire
