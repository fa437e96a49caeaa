// buttons.v: an example of a top module of one's own, for `ftc build --top`.
//
//   button k --> debouncing --> leaf k --> [ fat_tree ] --> leaf 7 --> LEDs
//
//   Each press of button k, 0 to 2, sends a message to leaf 7: how often this button has been pressed. The LEDs show the
//   message that arrived last: 0 to 2 the button that it comes from, 4 and 3 the last two bits of the number. The network is
//   that of examples/tree8.yaml.
`default_nettype none

module buttons #(
    parameter CLOCK_HZ = 12000000,      // ftc sets it to the clock of the network
    parameter LOOK_HZ  = 100            // so often a second the buttons are looked at
) (
    input  wire       clk,
    input  wire       rst,              // synchronous, active high
    input  wire [2:0] button,           // 1: pressed
    output reg  [4:0] led               // 1: lit
);
    localparam LEAVES = 8;
    localparam P      = 16;             // payload-bits
    localparam L      = 3;              // bits of a label
    localparam SHOWS  = 7;              // the leaf that shows what arrives

    // Leaf i has bits [i * width +: width] of every vector.
    wire [LEAVES*P-1:0] send_data;
    wire [LEAVES-1:0]   send_valid;
    /* verilator lint_off UNUSEDSIGNAL */       // most leaves send nothing, and nothing is sent to them
    wire [LEAVES-1:0]   send_ready, got_valid;
    wire [LEAVES*P-1:0] got_data;
    wire [LEAVES*L-1:0] got_from;
    /* verilator lint_on UNUSEDSIGNAL */

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata(send_data),
        .s_axis_tdest({LEAVES{3'd7}}),
        .s_axis_tvalid(send_valid),
        .s_axis_tready(send_ready),
        .m_axis_tdata(got_data),
        .m_axis_tuser(got_from),
        .m_axis_tvalid(got_valid),
        .m_axis_tready({LEAVES{1'b1}})
    );

    // Contacts bounce for some milliseconds. Who looks less often sees one change for each.
    localparam CLOCKS = CLOCK_HZ / LOOK_HZ;

    reg [31:0] clocks;
    reg        look;
    reg [2:0]  down, pressed;

    always @(posedge clk) begin
        look    <= clocks == 32'd0;
        clocks  <= look ? CLOCKS - 2 : clocks - 32'd1;
        pressed <= look ? button & ~down : 3'b000;
        if (look)
            down <= button;
        if (rst) begin
            look    <= 1'b0;
            clocks  <= CLOCKS - 2;
            pressed <= 3'b000;
            down    <= 3'b000;
        end
    end

    genvar i;
    generate
        for (i = 0; i < 3; i = i + 1) begin : leaf
            reg         waiting;        // for the network to take the message
            reg [P-1:0] presses;

            assign send_data[i*P +: P] = presses;
            assign send_valid[i]       = waiting;

            always @(posedge clk) begin
                if (pressed[i])
                    presses <= presses + 1'b1;
                waiting <= pressed[i] | (waiting & ~send_ready[i]);
                if (rst) begin
                    presses <= {P{1'b0}};
                    waiting <= 1'b0;
                end
            end
        end
    endgenerate

    // The other leaves send nothing.
    assign send_data[LEAVES*P-1 : 3*P] = {((LEAVES - 3) * P){1'b0}};
    assign send_valid[LEAVES-1 : 3]    = {(LEAVES - 3){1'b0}};

    always @(posedge clk) begin
        if (got_valid[SHOWS])
            led <= {got_data[SHOWS*P +: 2], 3'b001 << got_from[SHOWS*L +: L]};
        if (rst)
            led <= 5'd0;
    end
endmodule
`default_nettype wire
