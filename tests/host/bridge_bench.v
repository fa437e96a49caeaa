// bridge_bench.v: the host bridge with leaves that hand back what they are given, for tests of the serial line.
`default_nettype none
module bridge_bench #(
    parameter LEAVES = 3,
    parameter PAYLOAD = 13,
    parameter DEST_BITS = 3
) (
    input  wire clk,
    input  wire uart_rx,
    output wire uart_tx
);

    wire rst;
    wire network_rst;
    wire running;
    wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata;
    wire [LEAVES*DEST_BITS-1:0] s_axis_tdest;
    wire [LEAVES-1:0]           s_axis_tvalid;
    reg  [LEAVES*PAYLOAD-1:0]   data;
    reg  [LEAVES*DEST_BITS-1:0] dest;
    reg  [LEAVES-1:0]           full;
    wire [LEAVES-1:0]           taken;

    power_on_reset reset (.clk(clk), .locked(1'b1), .rst(rst));

    host_bridge #(
        .LEAVES(LEAVES), .PAYLOAD(PAYLOAD), .DEST_BITS(DEST_BITS), .USER_BITS(DEST_BITS), .LANES(2), .SHARE_BITS(3),
        .INDEX_BITS(9), .IDENTITY(160'hffc0dbdcdd0123456789abcdefdbc0c0a1b20146), .BIT_CLOCKS(8), .PHASE_BITS(3),
        .STEP(1)
    ) bridge (
        .clk(clk), .rst(rst), .rx(uart_rx), .tx(uart_tx), .running(running), .network_rst(network_rst),
        .s_axis_tdata(s_axis_tdata), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(~full),
        .m_axis_tdata(data), .m_axis_tuser(dest), .m_axis_tvalid(full), .m_axis_tready(taken));

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            always @(posedge clk) begin
                if (network_rst)
                    full[i] <= 1'b0;
                else
                    full[i] <= full[i] ? !taken[i] : s_axis_tvalid[i];
                if (!full[i]) begin
                    data[i*PAYLOAD +: PAYLOAD] <= s_axis_tdata[i*PAYLOAD +: PAYLOAD];
                    dest[i*DEST_BITS +: DEST_BITS] <= s_axis_tdest[i*DEST_BITS +: DEST_BITS];
                end
            end
        end
    endgenerate

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused = running;
    /* verilator lint_on UNUSEDSIGNAL */

endmodule
`default_nettype wire
