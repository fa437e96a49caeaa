// cells.v: a circuit with all kinds of cells of a device, for a comparison of it with what a bitstream of it turns back into.
//
// Every kind of block RAM, a LUT RAM, carries, wide multiplexers, flip-flops with enables and resets; all of them are written
// with what comes in, and all that they read is folded into what goes out. A RAM is never read where it is written. What has
// no first value begins as 0. Of an iCE40's RAMs the first clocks are lost: 15 us of 12 MHz.
`default_nettype none
module cells_ram #(
    parameter WIDTH = 8,
    parameter ADDRESS = 9,
    parameter SEED = 1,
    parameter REGISTERED = 0            // a register follows, which an ECP5's RAM has
) (
    input  wire               clk,
    input  wire               write,
    input  wire               read,
    input  wire [ADDRESS-1:0] at,
    input  wire [WIDTH-1:0]   in,
    output reg                out
);
    (* ram_style = "block" *)
    reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];
    reg [WIDTH-1:0] word = {WIDTH{1'b0}}, later;
    integer i;
    initial begin
        for (i = 0; i < 1 << ADDRESS; i = i + (1 << ADDRESS) / 64 - 1)      // some of them: yosys takes its time
            words[i] = {i * SEED ^ i >> 3, i * SEED + 77 * i};
        out = 1'b0;
    end
`ifdef SYNTHESIS
    wire dead = 1'b0;
`elsif ICE40
    reg [7:0] left = 8'd180;
    wire      dead = left != 8'd0;
    always @(posedge clk)
        if (dead)
            left <= left - 8'd1;
`else
    wire dead = 1'b0;
`endif
    always @(posedge clk) begin
        if (write && !dead)
            words[at] <= in;
        if (read)
            word <= dead ? {WIDTH{1'b0}} : words[{!at[ADDRESS-1], at[ADDRESS-2:0]}];
        later <= word;
        out <= REGISTERED ? ^later : ^word;
    end
endmodule

module cells (
    input  wire clk_pin,
    input  wire in0,
    input  wire in1,
    input  wire in2,
    input  wire in3,
    output reg  out0,
    output reg  out1,
    output reg  out2,
    output reg  out3
);
    wire clk = clk_pin;
    wire [3:0] in = {in3, in2, in1, in0};

    // What came in lately; all else is made from it.
    reg [39:0] late = 40'd0;
    always @(posedge clk)
        late <= {late[35:0], in};

    wire [9:0] ram;
`ifdef ECP5
    cells_ram #(.WIDTH(36), .ADDRESS(9),  .SEED(40503)) ram0 (.clk(clk), .write(late[0]), .read(1'b1),    .at(late[12:4]), .in(late[36:1]), .out(ram[0]));
    cells_ram #(.WIDTH(18), .ADDRESS(10), .SEED(30011)) ram1 (.clk(clk), .write(late[1]), .read(late[2]), .at(late[13:4]), .in(late[37:20]), .out(ram[1]));
    cells_ram #(.WIDTH(9),  .ADDRESS(11), .SEED(20011)) ram2 (.clk(clk), .write(late[2]), .read(late[3]), .at(late[14:4]), .in(late[38:30]), .out(ram[2]));
    cells_ram #(.WIDTH(4),  .ADDRESS(12), .SEED(10007)) ram3 (.clk(clk), .write(late[3]), .read(1'b1),    .at(late[15:4]), .in(late[34:31]), .out(ram[3]));
    cells_ram #(.WIDTH(2),  .ADDRESS(13), .SEED(50021)) ram4 (.clk(clk), .write(late[0]), .read(1'b1),    .at(late[16:4]), .in(late[33:32]), .out(ram[4]));
    cells_ram #(.WIDTH(1),  .ADDRESS(14), .SEED(60013)) ram5 (.clk(clk), .write(late[1]), .read(late[0]), .at(late[17:4]), .in(late[35]), .out(ram[5]));
    cells_ram #(.WIDTH(18), .ADDRESS(10), .SEED(30011), .REGISTERED(1)) ram6 (.clk(clk), .write(late[1]), .read(1'b1),    .at(late[13:4]), .in(late[37:20]), .out(ram[6]));
    cells_ram #(.WIDTH(4),  .ADDRESS(12), .SEED(10007), .REGISTERED(1)) ram7 (.clk(clk), .write(late[3]), .read(1'b1),    .at(late[15:4]), .in(late[34:31]), .out(ram[7]));
    cells_ram #(.WIDTH(9),  .ADDRESS(11), .SEED(20011), .REGISTERED(1)) ram8 (.clk(clk), .write(late[2]), .read(late[3]), .at(late[14:4]), .in(late[38:30]), .out(ram[8]));
    cells_ram #(.WIDTH(36), .ADDRESS(9),  .SEED(40503), .REGISTERED(1)) ram9 (.clk(clk), .write(late[0]), .read(1'b1),    .at(late[12:4]), .in(late[36:1]), .out(ram[9]));
`else
    cells_ram #(.WIDTH(16), .ADDRESS(8),  .SEED(40503)) ram0 (.clk(clk), .write(late[0]), .read(1'b1),    .at(late[11:4]), .in(late[36:21]), .out(ram[0]));
    cells_ram #(.WIDTH(8),  .ADDRESS(9),  .SEED(30011)) ram1 (.clk(clk), .write(late[1]), .read(late[2]), .at(late[12:4]), .in(late[37:30]), .out(ram[1]));
    cells_ram #(.WIDTH(4),  .ADDRESS(10), .SEED(20011)) ram2 (.clk(clk), .write(late[2]), .read(late[3]), .at(late[13:4]), .in(late[38:35]), .out(ram[2]));
    cells_ram #(.WIDTH(2),  .ADDRESS(11), .SEED(10007)) ram3 (.clk(clk), .write(late[3]), .read(1'b1),    .at(late[14:4]), .in(late[34:33]), .out(ram[3]));
    assign ram[9:4] = 6'b000000;
`endif

    // LUT RAM where there is such a thing.
    reg [3:0] few [0:15];
    integer i;
    initial
        for (i = 0; i < 16; i = i + 1)
            few[i] = 4'd0;
    always @(posedge clk)
        if (late[5])
            few[late[9:6]] <= late[25:22];
    wire [3:0] picked_few = few[late[33:30]];

    // Carries.
    reg [18:0] sum = 19'd0;
    reg        less = 1'b0;
    always @(posedge clk) begin
        sum <= sum + {late[30:20], 1'b1, late[7:1]};
        less <= late[19:8] < late[35:24];
    end

    // Wide multiplexers.
    reg wide = 1'b0;
    always @(posedge clk)
        wide <= late[8 + {27'd0, late[4:0]}];

    // Flip-flops with everything.
    reg enabled = 1'b0, cleared = 1'b0, both = 1'b1, asynchronous = 1'b0, falling = 1'b0, asynchronous_one = 1'b1;
    always @(posedge clk) begin
        if (late[3])
            enabled <= late[14];
        cleared <= late[17] ^ cleared;
        if (late[9])
            cleared <= 1'b0;
        if (late[4])
            both <= late[11] ^ both;
        if (late[10])
            both <= 1'b1;
    end
    always @(posedge clk or posedge late[20])
        if (late[20])
            asynchronous <= 1'b0;
        else if (late[6])
            asynchronous <= late[13];
    always @(posedge clk or posedge late[22])
        if (late[22])
            asynchronous_one <= 1'b1;
        else
            asynchronous_one <= late[5];
    always @(negedge clk)
        falling <= late[15] ^ late[2];

    initial
        {out3, out2, out1, out0} = 4'd0;
    always @(posedge clk) begin
        out0 <= ^ram ^ wide;
        out1 <= ^sum ^ picked_few[0] ^ picked_few[2];
        out2 <= less ^ picked_few[1] ^ enabled ^ cleared ^ ram[0] ^ ram[3] ^ ram[6] ^ ram[9];
        out3 <= both ^ asynchronous ^ asynchronous_one ^ falling ^ picked_few[3] ^ ram[1] ^ ram[4] ^ ram[7] ^ ram[8];
    end
endmodule
`default_nettype wire
