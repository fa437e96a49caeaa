// batch_ranks: says which ranks a leaf of a pruned butterfly sends in a slot.
//
//   A subtree's words of a stage have ranks; a leaf's are x .. x + y - 1. There are A slots: rank r is sent in slot r mod A
//   and has the number r div A in its batch. So the leaf sends the numbers s .. e - 1 in slot t < A:
//     s = h0 + (t < b0), e = h1 + (t < b1), where h0, b0 = divmod(x, A) and h1, b1 = divmod(x + y, A).
//   e - s is 2 at most, as y <= 2 A. h0 is small, so A is subtracted while it fits. If that takes too long, a multiple of A
//   is first.
`default_nettype none

module batch_ranks #(
    parameter COUNT_BITS = 7,               // C
    parameter RANK_BITS  = 3,               // of h0
    parameter DOUBLINGS  = 0                // of A, before it is subtracted; so many bits that h0 is known by
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  clear,     // a stage begins
    input  wire                  valid,     // C clocks: bits of x and A
    input  wire                  prefix,    // x, least significant bit first
    input  wire                  batches,   // A, most significant bit first
    input  wire [COUNT_BITS-1:0] y,
    input  wire                  slot,      // a slot ends: the next one's numbers come in two clocks
    output wire [1:0]            words,     // e - s; 0 before A and x are known, too
    output wire [RANK_BITS-1:0]  first      // s
);
    localparam C = COUNT_BITS;
    localparam D = DOUBLINGS;
    localparam LEVEL_BITS = D < 2 ? 1 : $clog2(D + 1);
    localparam [31:0] TOP_BEFORE = D > 0 ? D - 1 : 0;

    localparam [2:0] WAITS = 3'd0, DOUBLES = 3'd1, FIRST = 3'd2, ADDS = 3'd3, SECOND = 3'd4, SENDS = 3'd5;

    reg  [2:0]            state;
    reg                   comes;            // x and A
    reg  [C+D-1:0]        divisor;
    reg  [C-1:0]          rest;             // in the end b1
    reg  [C-1:0]          remainder;        // b0
    reg  [C-1:0]          turn;             // t
    reg  [LEVEL_BITS-1:0] level;            // A is doubled so many times
    reg  [RANK_BITS-1:0]  quotient;         // h0
    reg  [1:0]            more;             // h1 - h0
    reg                   active, before_first, before_second;
    wire                  adds = state == ADDS;
    wire [C+D:0]          operand = {1'b0, adds ? {{D{1'b0}}, y} : divisor};
    wire [C+D:0]          wide    = {{(D+1){1'b0}}, rest};
    wire [C+D:0]          result  = adds ? wide + operand : wide - operand;
    wire                  fits    = ~result[C+D];
    wire                  divides = state == FIRST | state == SECOND;
    wire                  unused  = &{result, divisor, 1'b0};

    assign words = (more + {1'b0, before_second} - {1'b0, before_first}) & {2{active}};
    assign first = quotient + {{(RANK_BITS-1){1'b0}}, before_first};

    always @(posedge clk) begin
        comes <= valid;
        if (valid)
            rest <= {prefix, rest[C-1:1]};
        else if (divides & fits | adds)
            rest <= result[C-1:0];
        if (state == FIRST & ~fits)
            remainder <= rest;
        if (clear)
            quotient <= {RANK_BITS{1'b0}};
        else if (state == FIRST) begin
            if (fits)
                quotient <= quotient + 1'b1;
            else if (D > 0 && level != 0)
                quotient <= quotient << 1;
        end
        if (adds)
            more <= 2'd0;
        else if (state == SECOND & fits)
            more <= more + 2'd1;
        if (state != SENDS)
            turn <= {C{1'b0}};
        else if (slot & active)
            turn <= turn + 1'b1;
        if (state != SENDS) begin
            before_first  <= 1'b1;
            before_second <= 1'b1;
        end else begin
            if (turn == remainder)
                before_first  <= 1'b0;
            if (turn == rest)
                before_second <= 1'b0;
        end
        active <= state == SENDS & turn != divisor[C-1:0];
        case (state)
            DOUBLES: if (level == TOP_BEFORE[LEVEL_BITS-1:0]) state <= FIRST;
            FIRST:   if (~fits & level == 0) state <= ADDS;
            ADDS:    state <= SECOND;
            SECOND:  if (~fits) state <= SENDS;
            default: if (comes & ~valid) state <= D > 0 ? DOUBLES : FIRST;
        endcase
        if (rst | clear)
            state <= WAITS;
    end

    generate
        if (D > 0) begin : multiple
            always @(posedge clk)
                if (clear) begin
                    divisor <= {(C+D){1'b0}};
                    level   <= {LEVEL_BITS{1'b0}};
                end else if (valid)
                    divisor <= {divisor[C+D-2:0], batches};
                else if (state == DOUBLES) begin
                    divisor <= {divisor[C+D-2:0], 1'b0};
                    level   <= level + 1'b1;
                end else if (state == FIRST & ~fits & level != 0) begin
                    divisor <= {1'b0, divisor[C+D-1:1]};
                    level   <= level - 1'b1;
                end
        end else begin : once
            always @(posedge clk) begin
                level <= {LEVEL_BITS{1'b0}};
                if (valid)
                    divisor <= {divisor[C-2:0], batches};
            end
        end
    endgenerate
endmodule

`default_nettype wire
