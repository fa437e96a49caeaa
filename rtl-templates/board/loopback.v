// loopback: sends bytes from a serial line through the network twice, and back to the line.
//
//   rx --> leaf 0 --> the network --> last leaf --> the network --> leaf 0 --> tx
//
// A terminal on the line shows every key that is pressed, or nothing when the network is broken. A byte travels in the
// lowest bits of a message; the network keeps the order.
`default_nettype none
module loopback #(
    parameter LEAVES = 8,               // of the network, at least 2
    parameter DEST_BITS = 3,            // of tdest
    parameter [DEST_BITS-1:0] FIRST_LABEL = 0,          // of leaf 0 and of the last leaf
    parameter [DEST_BITS-1:0] LAST_LABEL = {DEST_BITS{1'b1}},
    parameter PAYLOAD = 16,             // bits, at least 8
    parameter BIT_CLOCKS = 417,         // see uart_receiver.v
    parameter PHASE_BITS = 16,          // see uart_transmitter.v
    parameter STEP = 157
) (
    input  wire                        clk,
    input  wire                        rst,             // synchronous, active high
    input  wire                        rx,
    output wire                        tx,

    output wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata,    // leaf i at [i*W +: W]
    output wire [LEAVES*DEST_BITS-1:0] s_axis_tdest,
    output wire [LEAVES-1:0]           s_axis_tvalid,
    input  wire [LEAVES-1:0]           s_axis_tready,
    input  wire [LEAVES*PAYLOAD-1:0]   m_axis_tdata,
    input  wire [LEAVES-1:0]           m_axis_tvalid,
    output wire [LEAVES-1:0]           m_axis_tready,

    output reg                         running,         // toggles with each byte that returns
    output reg                         passed,          // at least one byte has returned
    output reg                         failed           // a byte was lost: the network had not taken the last one yet
);

    localparam LAST = LEAVES - 1;

    // In: one byte waits at leaf 0 until the network takes it.
    wire [7:0] heard;
    wire       heard_valid;
    reg  [7:0] waiting;
    reg        waits;
    uart_receiver #(.BIT_CLOCKS(BIT_CLOCKS)) receiver (
        .clk(clk), .rst(rst), .rx(rx), .data(heard), .valid(heard_valid));

    // Out: leaf 0 waits for the transmitter.
    wire       said;
    wire       back = m_axis_tvalid[0] && said;
    uart_transmitter #(.PHASE_BITS(PHASE_BITS), .STEP(STEP)) transmitter (
        .clk(clk), .rst(rst), .data(m_axis_tdata[7:0]), .valid(m_axis_tvalid[0]), .ready(said), .tx(tx));

    // The last leaf returns every message; the leaves between are idle.
    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            if (i == 0) begin : first
                assign s_axis_tdata[PAYLOAD-1:0] = {{PAYLOAD-8{1'b0}}, waiting};
                assign s_axis_tdest[DEST_BITS-1:0] = LAST_LABEL;
                assign s_axis_tvalid[0] = waits;
                assign m_axis_tready[0] = said;
            end else if (i == LAST) begin : turn
                assign s_axis_tdata[i*PAYLOAD +: PAYLOAD] = m_axis_tdata[i*PAYLOAD +: PAYLOAD];
                assign s_axis_tdest[i*DEST_BITS +: DEST_BITS] = FIRST_LABEL;
                assign s_axis_tvalid[i] = m_axis_tvalid[i];
                assign m_axis_tready[i] = s_axis_tready[i];
            end else begin : idle
                assign s_axis_tdata[i*PAYLOAD +: PAYLOAD] = {PAYLOAD{1'b0}};
                assign s_axis_tdest[i*DEST_BITS +: DEST_BITS] = FIRST_LABEL;
                assign s_axis_tvalid[i] = 1'b0;
                assign m_axis_tready[i] = 1'b1;
            end
        end
    endgenerate

    // Unused: the outputs of the leaves between, and message bits beyond the byte.
    /* verilator lint_off UNUSEDSIGNAL */
    wire unused = &{1'b0, m_axis_tdata, m_axis_tvalid, s_axis_tready};
    /* verilator lint_on UNUSEDSIGNAL */

    always @(posedge clk) begin
        if (heard_valid)
            waiting <= heard;
        waits <= heard_valid || (waits && !s_axis_tready[0]);
        failed <= failed || (heard_valid && waits && !s_axis_tready[0]);
        passed <= passed || back;
        running <= running ^ back;
        if (rst) begin
            waits <= 1'b0;
            failed <= 1'b0;
            passed <= 1'b0;
            running <= 1'b0;
        end
    end

endmodule
`default_nettype wire
