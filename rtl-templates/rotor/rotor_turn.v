// rotor_turn: a stage of the rotor: position p takes what position p + d * 4^STAGE had, d being a digit of the turn's number.
//
//   The digit has two bits, the last stage's one if BIN_BITS is odd. All stages together move by the turn's number. A head
//   goes two clocks before its body; behind the last stage, which has no register for bodies, one clock. Each position has a copy of
//   the digit for its body: these are many wires.
`default_nettype none

module rotor_turn #(
    parameter BIN_BITS = 2,
    parameter STAGE    = 0,
    parameter HEAD     = 3,                     // bits
    parameter BODY     = 34,
    parameter BINS     = 1 << BIN_BITS
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [BINS*HEAD-1:0] heads,
    input  wire [BINS*BODY-1:0] bodies,
    output reg  [BINS*HEAD-1:0] turned_heads,
    output wire [BINS*BODY-1:0] turned_bodies
);
    localparam LOW   = 2 * STAGE;               // of the digit
    localparam COUNT = LOW + 2 > BIN_BITS ? BIN_BITS : LOW + 2;
    localparam DIGIT = COUNT - LOW;
    localparam [31:0] FIRST = -(3 + STAGE);

    reg  [COUNT-1:0] turn;                      // of the heads
    wire [DIGIT-1:0] digit = turn[LOW +: DIGIT];
    reg  [DIGIT-1:0] digit_1;                   // a clock ago
    genvar           p, d;

    always @(posedge clk) begin
        turn    <= rst ? FIRST[COUNT-1:0] : turn + 1'b1;
        digit_1 <= digit;
    end

    generate
        for (p = 0; p < BINS; p = p + 1) begin : positions
            (* keep *)
            reg  [DIGIT-1:0]             later;
            wire [(HEAD<<DIGIT)-1:0]     head;
            wire [(BODY<<DIGIT)-1:0]     body;
            wire [HEAD-1:0]              next_head;
            wire [BODY-1:0]              next_body;

            for (d = 0; d < 1 << DIGIT; d = d + 1) begin : digits
                assign head[d*HEAD +: HEAD] = heads[(p + (d << LOW)) % BINS * HEAD +: HEAD];
                assign body[d*BODY +: BODY] = bodies[(p + (d << LOW)) % BINS * BODY +: BODY];
            end
            rotor_select #(.INPUTS(1 << DIGIT), .SELECT_BITS(DIGIT), .WIDTH(HEAD)) heads_turn (
                .in(head), .select(digit), .out(next_head)
            );
            rotor_select #(.INPUTS(1 << DIGIT), .SELECT_BITS(DIGIT), .WIDTH(BODY)) bodies_turn (
                .in(body), .select(later), .out(next_body)
            );
            always @(posedge clk) begin
                later <= digit_1;
                turned_heads[p*HEAD +: HEAD] <= next_head;
            end
            if (LOW + 2 < BIN_BITS) begin : kept
                reg [BODY-1:0] turned;

                always @(posedge clk)
                    turned <= next_body;
                assign turned_bodies[p*BODY +: BODY] = turned;
            end else begin : passed
                assign turned_bodies[p*BODY +: BODY] = next_body;
            end
        end
    endgenerate
endmodule

`default_nettype wire
