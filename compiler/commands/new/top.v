// @NAME@: twice a second leaf 0 sends a number to leaf @LAST@, and the light shows the number's lowest bit. Replace the logic of
// the two leaves by your own.
module @NAME@ #(
    parameter CLOCK_HZ = 12000000       // `ftc build` sets it to the board's clock
) (
    input  wire clk,                    // the clock of the network
    input  wire rst,                    // high for a moment after power-on
    output reg  led                     // 1: lit
);
    localparam LEAVES = @LEAVES@, PAYLOAD = @PAYLOAD@, LABEL = @LABEL@;

    // Leaf i has the bits [i * PAYLOAD +: PAYLOAD] of the words, [i * LABEL +: LABEL] of the destinations and sources, and bit i of
    // the handshakes. A word moves in a clock with valid and ready. The other leaves' bits are not used yet:
    // verilator lint_off UNUSED
    wire [LEAVES-1:0]         sent;     // the network takes the word that the leaf sends
    wire [LEAVES-1:0]         arrives;
    wire [LEAVES*PAYLOAD-1:0] word;     // that arrives
    wire [LEAVES*LABEL-1:0]   source;   // the leaf that sent it
    // verilator lint_on UNUSED
    reg  [PAYLOAD-1:0]        number;
    reg                       sends;
    reg  [31:0]               clocks;

    @NETWORK@ network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata({{(LEAVES-1)*PAYLOAD{1'b0}}, number}),
        .s_axis_tdest({LEAVES{@LABEL@'d@LAST@}}),
        .s_axis_tvalid({{LEAVES-1{1'b0}}, sends}),
        .s_axis_tready(sent),
        .m_axis_tdata(word),
        .m_axis_tuser(source),
        .m_axis_tvalid(arrives),
        .m_axis_tready({LEAVES{1'b1}})
    );

    // Leaf 0.
    always @(posedge clk)
        if (rst) begin
            number <= {PAYLOAD{1'b0}};
            sends  <= 1'b0;
            clocks <= 32'd0;
        end else if (clocks == CLOCK_HZ / 2 - 1) begin
            number <= number + 1'b1;
            sends  <= 1'b1;
            clocks <= 32'd0;
        end else begin
            sends  <= sends & ~sent[0];
            clocks <= clocks + 32'd1;
        end

    // Leaf @LAST@.
    always @(posedge clk)
        if (rst)
            led <= 1'b0;
        else if (arrives[@LAST@])
            led <= word[@LAST@ * PAYLOAD];
endmodule
