// print.v: words that arrive at a leaf, on the screen of a PC.
//
//   leaf 0 .. 6 --> [ fat_tree ] --> leaf 7 --> a line of text --> uart_tx --> PC: "3: 002a"
//
//   Once a second each of the leaves 0 to 6 sends a number to leaf 7: how often it has done so. Leaf 7 prints each word that arrives, with
//   the leaf that it comes from, and takes the next one when the line has been sent: words wait in the network as long.
`default_nettype none

module print #(
    parameter CLOCK_HZ = 12000000,      // ftc sets it to the clock of the network
    parameter BAUD     = 115200
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    output wire uart_tx
);
    localparam LEAVES = 8;
    localparam P      = 16;             // payload-bits
    localparam L      = 3;              // bits of a label
    localparam PRINTS = 7;              // the leaf that prints
    localparam BIT    = (CLOCK_HZ + BAUD / 2) / BAUD;   // clocks of a bit on the line

    // Leaf i has bits [i * width +: width] of every vector.
    wire [LEAVES-1:0]   send_ready;
    reg  [LEAVES-1:0]   send_valid;
    reg  [P-1:0]        number;
    /* verilator lint_off UNUSEDSIGNAL */       // nothing is sent to the other leaves
    wire [LEAVES-1:0]   got_valid;
    wire [LEAVES*P-1:0] got_data;
    wire [LEAVES*L-1:0] got_from;
    /* verilator lint_on UNUSEDSIGNAL */
    wire                ready;          // the line is free

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata({LEAVES{number}}),
        .s_axis_tdest({LEAVES{3'd7}}),
        .s_axis_tvalid(send_valid),
        .s_axis_tready(send_ready),
        .m_axis_tdata(got_data),
        .m_axis_tuser(got_from),
        .m_axis_tvalid(got_valid),
        .m_axis_tready({ready, {LEAVES-1{1'b1}}})
    );

    // ---- leaves 0 to 6
    reg [31:0] clocks;
    reg        tick;                    // a second has passed

    always @(posedge clk) begin
        tick       <= clocks == CLOCK_HZ - 2;
        clocks     <= tick ? 32'd0 : clocks + 32'd1;
        send_valid <= send_valid & ~send_ready;
        if (tick) begin
            number     <= number + 1'b1;
            send_valid <= {1'b0, {LEAVES-1{1'b1}}};
        end
        if (rst) begin
            tick       <= 1'b1;
            clocks     <= 32'd0;
            send_valid <= {LEAVES{1'b0}};
            number     <= {P{1'b0}};
        end
    end

    // ---- leaf 7: a line is nine characters, "3: 002a" and its end
    function [7:0] digit(input [3:0] value);
        digit = (value < 4'd10 ? "0" : "a" - 8'd10) + {4'd0, value};
    endfunction

    // A character on the line: a 0, its bits from the lowest on, a 1.
    function [9:0] frame(input [7:0] character);
        frame = {1'b1, character, 1'b0};
    endfunction

    wire [P-1:0] word = got_data[PRINTS*P +: P];
    reg  [89:0]  bits;                  // still to be sent, the lowest one now; 1 behind them
    reg  [6:0]   left;                  // how many
    reg  [31:0]  clock;                 // of the bit
    reg          last;                  // it is its last one

    assign ready   = left == 7'd0;
    assign uart_tx = bits[0];

    always @(posedge clk) begin
        last  <= ~ready & clock == BIT - 2;
        clock <= ready | last ? 32'd0 : clock + 32'd1;
        if (ready & got_valid[PRINTS]) begin
            bits <= {frame("\n"), frame(8'd13), frame(digit(word[3:0])), frame(digit(word[7:4])), frame(digit(word[11:8])),
                     frame(digit(word[15:12])), frame(" "), frame(":"), frame(digit({1'b0, got_from[PRINTS*L +: L]}))};
            left <= 7'd90;
        end else if (last) begin
            bits <= {1'b1, bits[89:1]};
            left <= left - 7'd1;
        end
        if (rst) begin
            bits <= {90{1'b1}};
            left <= 7'd0;
        end
    end
endmodule
`default_nettype wire
