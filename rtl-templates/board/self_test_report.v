// self_test_report: prints a line of text with numbers on a serial line.
//
//   [ text, a ROM ] --+------------------------> [ UART ] --> tx
//   values --> [pick a digit] --> [to ASCII] --^
//
// A character of the text with its top bit set stands for a hexadecimal digit of `values`: 8'h80 is the most
// significant one, 8'h81 the next. The text fits one block RAM: LINE_GOOD at 0, LINE_BAD at 128. `values` and `good`
// must be steady from eight clocks before `print` until `printing` falls.
`default_nettype none
module self_test_report #(
    parameter LENGTH = 13,                          // characters of each line, 2 .. 128
    parameter [8*LENGTH-1:0] LINE_GOOD = {"count ", 8'h80, 8'h81, " ok", 16'h0d0a},
    parameter [8*LENGTH-1:0] LINE_BAD  = {"count ", 8'h80, 8'h81, " no", 16'h0d0a},
    parameter DIGITS = 2,                           // 1 .. 32
    parameter PHASE_BITS = 20,                      // see uart_transmitter.v; a bit takes at least 8 clocks
    parameter STEP = 10066
) (
    input  wire                clk,
    input  wire                rst,                 // synchronous, active high
    input  wire [4*DIGITS-1:0] values,
    input  wire                good,
    input  wire                print,
    output reg                 printing,
    output wire                tx
);

    reg [7:0] text [0:255];
    integer i;
    initial
        for (i = 0; i < 128; i = i + 1) begin
            text[i] = i < LENGTH ? LINE_GOOD[8*(LENGTH-1-(i < LENGTH ? i : 0)) +: 8] : 8'h00;
            text[128+i] = i < LENGTH ? LINE_BAD[8*(LENGTH-1-(i < LENGTH ? i : 0)) +: 8] : 8'h00;
        end

    // `position` is steady for at least a byte's time: the stages below need no handshake.
    reg  [6:0] position;
    reg  [7:0] character;
    always @(posedge clk)
        character <= text[{!good, position}];

    // The digit, selected in two steps: within each group of four, then among the groups.
    localparam GROUPS = (DIGITS + 3) / 4;
    wire [3:0] group [0:7];
    genvar g;
    generate
        for (g = 0; g < 8; g = g + 1) begin : pick
            if (g < GROUPS) begin : some
                localparam LOW = DIGITS - 4 * g - 4;        // index of the group's last digit; below 0: zeros
                wire [15:0] four;
                if (LOW < 0) begin : last
                    assign four = {values[4*(LOW+4)-1:0], {(-4*LOW){1'b0}}};
                end else begin : full
                    assign four = values[4*LOW +: 16];
                end
                reg [3:0] digit;
                always @(posedge clk)
                    case (character[1:0])
                    2'd0: digit <= four[15:12];
                    2'd1: digit <= four[11:8];
                    2'd2: digit <= four[7:4];
                    2'd3: digit <= four[3:0];
                    endcase
                assign group[g] = digit;
            end else begin : none
                assign group[g] = 4'd0;
            end
        end
    endgenerate
    reg [3:0] picked;
    reg [7:0] byte_out;
    always @(posedge clk) begin
        picked <= group[character[4:2]];
        if (character[7])
            byte_out <= picked < 4'd10 ? {4'h3, picked} : {4'h6, picked - 4'd9};
        else
            byte_out <= character;
    end

    localparam [31:0] LAST_WIDE = LENGTH - 1;
    wire ready;
    reg  at_last;
    uart_transmitter #(.PHASE_BITS(PHASE_BITS), .STEP(STEP)) uart (
        .clk(clk), .rst(rst), .data(byte_out), .valid(printing), .ready(ready), .tx(tx));
    always @(posedge clk) begin
        at_last <= position == LAST_WIDE[6:0];
        if (print)
            printing <= 1'b1;
        else if (ready && at_last)
            printing <= 1'b0;
        if (ready)
            position <= printing && !at_last ? position + 7'd1 : 7'd0;
        if (rst) begin
            printing <= 1'b0;
            position <= 7'd0;
        end
    end

endmodule
`default_nettype wire
