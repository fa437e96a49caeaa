// schedule_harness.v: as axi_harness.v, for an off-line network: leaves that send and receive when the schedule says so.
`default_nettype none

module schedule_harness #(
    parameter LEAVES  = 16,
    parameter PAYLOAD = 32,
    parameter CYCLE   = 4               // bits of a cycle's number
) (
    input  wire clk,
    input  wire serial,
    output wire sink
);
    reg                       rst, play;
    wire [LEAVES:0]           passed;                   // from one leaf's piece to the next
    wire [LEAVES*PAYLOAD-1:0] s_axis_tdata, m_axis_tdata;
    wire [LEAVES-1:0]         s_axis_tvalid, s_axis_tready, m_axis_tvalid, leaf_sink;
    wire                      playing;
    wire [CYCLE-1:0]          received_cycle;

    always @(posedge clk)
        {play, rst} <= {rst, serial};
    assign passed[0] = play;

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg [PAYLOAD+1:0] source;                   // the first drives nothing but the second

            always @(posedge clk)
                source <= {source[PAYLOAD:0], passed[i]};
            assign passed[i+1] = source[PAYLOAD+1];
            assign {s_axis_tdata[i*PAYLOAD +: PAYLOAD], s_axis_tvalid[i]} = source[PAYLOAD+1:1];

            xor_sink #(
                .WIDTH(PAYLOAD + 2)
            ) outputs (
                .clk(clk),
                .in({m_axis_tdata[i*PAYLOAD +: PAYLOAD], m_axis_tvalid[i], s_axis_tready[i]}),
                .sink(leaf_sink[i])
            );
        end
    endgenerate

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata(s_axis_tdata),
        .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready),
        .m_axis_tdata(m_axis_tdata),
        .m_axis_tvalid(m_axis_tvalid),
        .play(play),
        .playing(playing),
        .received_cycle(received_cycle)
    );

    xor_sink #(
        .WIDTH(LEAVES + CYCLE + 1)
    ) outputs (
        .clk(clk),
        .in({leaf_sink, playing, received_cycle}),
        .sink(sink)
    );
endmodule

`default_nettype wire
