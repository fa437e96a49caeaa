// self_test_player: the self test of a network that plays a schedule, for a board.
//
//   16-bit shift register --> s_axis        one of each per wire of each leaf; one step per word sent
//   16-bit signature      <-- m_axis
//   control --go--> play, and back: a cycle in which a word is sent, or one arrives, is an event
//   control --> report --> tx
//
// A round plays the schedule once. All words and their arrival times are known beforehand, and with them the signature
// of each wire at the end of a round: SIGNATURES. If any signature differs, one event counts as wrong.
`default_nettype none
module self_test_player #(
    parameter WIRES = 8,                // of all leaves
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter [16*WIRES-1:0] SIGNATURES = 0,    // wire i at [16*i +: 16]
    parameter CYCLES = 8,               // of a round; each of them sends a message
    parameter COUNT_BITS = 20,          // 4 * 2 .. 4 * 8, and CYCLES < 2^(COUNT_BITS-1)
    parameter QUIET_BITS = 12,          // see self_test_control.v
    parameter NAME_LENGTH = 7,          // see self_test_judge.v
    parameter [8*NAME_LENGTH-1:0] NAME = "network",
    parameter STEP = 10066              // see self_test_judge.v
) (
    input  wire                     clk,
    input  wire                     rst,            // synchronous, active high

    output reg                      play,
    output wire [WIRES*PAYLOAD-1:0] s_axis_tdata,
    output wire [WIRES-1:0]         s_axis_tvalid,
    input  wire [WIRES-1:0]         s_axis_tready,
    input  wire [WIRES*PAYLOAD-1:0] m_axis_tdata,
    input  wire [WIRES-1:0]         m_axis_tvalid,

    output wire                     running,        // see self_test_control.v
    output wire                     passed,
    output wire                     failed,
    output wire                     tx              // a line after each round
);
    localparam PIECES = (PAYLOAD + 15) / 16;

    wire                go;
    reg                 going;
    wire [16*WIRES-1:0] signatures;

    genvar i, k;
    generate
        for (i = 0; i < WIRES; i = i + 1) begin : wires
            localparam [31:0] SEED = (i + 1) * 40503 | 32768;   // never all zeros
            reg  [15:0] x, signature;
            wire [16*PIECES-1:0] word = {{16*PIECES-PAYLOAD{1'b0}}, m_axis_tdata[i*PAYLOAD +: PAYLOAD]};
            wire [16*PIECES+15:0] sum;          // xor of the pieces of a word so far

            assign sum[15:0] = 16'd0;
            for (k = 0; k < PIECES; k = k + 1) begin : pieces
                assign sum[16*k+16 +: 16] = sum[16*k +: 16] ^ word[16*k +: 16];
            end
            for (k = 0; k < PAYLOAD; k = k + 1) begin : bits
                assign s_axis_tdata[i*PAYLOAD+k] = x[k%16] ^ (k / 16 % 2 == 1);
            end
            always @(posedge clk)
                if (!go) begin
                    x         <= SEED[15:0];
                    signature <= 16'd0;
                end else begin
                    if (s_axis_tready[i])
                        x <= {x[14:0], x[15] ^ x[14] ^ x[12] ^ x[3]};
                    if (m_axis_tvalid[i])
                        signature <= {signature[14:0], signature[15]} ^ sum[16*PIECES +: 16];
                end
            assign signatures[16*i +: 16] = signature;
        end
    endgenerate
    assign s_axis_tvalid = {WIRES{1'b1}};

    wire sent, delivered, differ;
    reg  wrong;
    reduce_tree #(.WIDTH(WIRES)) any_sent (.clk(clk), .in(s_axis_tready), .out(sent));
    reduce_tree #(.WIDTH(WIRES)) any_delivered (.clk(clk), .in(m_axis_tvalid), .out(delivered));
    reduce_tree #(.WIDTH(16*WIRES)) compare (.clk(clk), .in(signatures ^ SIGNATURES), .out(differ));

    always @(posedge clk) begin
        going <= go;
        play  <= go & !going;
        wrong <= going & !go & differ;
        if (rst) begin
            going <= 1'b0;
            play  <= 1'b0;
            wrong <= 1'b0;
        end
    end

    self_test_judge #(
        .EXPECTED(CYCLES), .COUNT_BITS(COUNT_BITS), .QUIET_BITS(QUIET_BITS),
        .NAME_LENGTH(NAME_LENGTH), .NAME(NAME), .STEP(STEP)
    ) judge (
        .clk(clk), .rst(rst), .go(go), .sent(sent), .delivered(delivered), .wrong(wrong),
        .running(running), .passed(passed), .failed(failed), .tx(tx));

endmodule
`default_nettype wire
