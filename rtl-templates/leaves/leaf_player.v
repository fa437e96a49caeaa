// leaf_player: one wire each way between a leaf and its channel, in a network that plays a schedule.
//
//   s_axis_tdata --> [ 1 | payload ] --> up        in a cycle in which it is scheduled to send and has a word
//   m_axis_tdata <-- [ 1 | payload ] <-- down      stops where the M bit arrives: no counter
//
//   There is no route, retry or acknowledgement, as the schedule rules out collisions. A leaf sends its words in the
//   order of the schedule. If a word is late, nothing is sent and nothing is received in its cycle.
//   m_axis has no tready: a received word is there for one clock. Between messages `up` is 0, as no 1 may precede an
//   M bit.
`default_nettype none

module leaf_player #(
    parameter PAYLOAD_BITS = 32                     // at least 1
) (
    input  wire                    clk,
    input  wire                    rst,             // synchronous, active high
    // from the timer, in step at all leaves
    input  wire                    begin_cycle,     // pulse: the M bits of a cycle are on `up` in the next clock
    input  wire                    end_cycle,       // pulse: the word of the previous cycle is complete
    // settings of the cycle that has begun: steady from a clock before `begin_cycle` to `end_cycle`
    input  wire                    send,
    input  wire                    receive,
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output wire                    up,
    input  wire                    down,
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire                    m_axis_tvalid
);
    localparam P = PAYLOAD_BITS;

    reg [P:0] out;
    reg [P:0] in;
    reg       begun, expects, sends;

    // A register: the path from the settings RAM is too long to drive a word's load as well.
    always @(posedge clk)
        sends <= send;

    assign s_axis_tready = begin_cycle & sends;
    assign up            = out[P];

    always @(posedge clk)
        if (s_axis_tready & s_axis_tvalid)
            out <= {1'b1, s_axis_tdata};
        else
            out <= {out[P-1:0], 1'b0};

    always @(posedge clk)
        if (end_cycle)
            in <= {P+1{1'b0}};
        else if (!in[P])
            in <= {in[P-1:0], down};

    assign m_axis_tdata  = in[P-1:0];
    assign m_axis_tvalid = end_cycle & expects & in[P];

    always @(posedge clk)
        if (rst) begin
            begun   <= 1'b0;
            expects <= 1'b0;
        end else begin
            if (begin_cycle)
                begun <= 1'b1;
            if (end_cycle) begin
                begun   <= 1'b0;
                expects <= begun & receive;
            end
        end
endmodule

`default_nettype wire
