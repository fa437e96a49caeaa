// batch_ranks: says which ranks a leaf of a pruned butterfly sends in a slot.
//
//   A subtree's words of a stage have ranks; a leaf's are x .. x + y - 1. There are A slots: rank r is sent in slot r mod A
//   and has the number r div A in its batch. Let s be ceil((x - t) / A) in slot t, the least number that the leaf can send,
//   and d = s A + t - x, the distance from x to that rank: 0 <= d < A. The leaf sends a word if d < y, and two if
//   d + A < y; never more, as y <= 2 A.
//   One adder finds rest = - d - 1: A is subtracted from x - 1 until that is negative, s times. From slot to slot d is one
//   more; after A - 1 comes 0, and s is one less. When d is again what it was in slot 0, A slots are over.
//   If A would be subtracted too often, multiples of A are first: the first slot comes 2 C + 3 clocks after the last bit of A.
`default_nettype none

module batch_ranks #(
    parameter COUNT_BITS = 7,               // C
    parameter RANK_BITS  = 3                // of s, at most 2^(RANK_BITS - 1)
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  clear,     // a stage begins
    input  wire                  valid,     // C clocks: bits of x and A
    input  wire                  prefix,    // x, least significant bit first
    input  wire                  batches,   // A, most significant bit first
    input  wire [COUNT_BITS-1:0] y,
    input  wire                  slot,      // this slot's words begin; the next one's are known in five clocks
    output wire [1:0]            words,     // of the leaf in the slot; 0 before A and x are known, and when A slots are over
    output reg  [RANK_BITS-1:0]  first      // s
);
    localparam C = COUNT_BITS;
    localparam [31:0] MOST = 1 << (RANK_BITS - 1);
    localparam D = MOST + 3 <= 2 * C ? 0 : RANK_BITS - 2;   // doublings of A, before it is subtracted
    localparam W = C + D + 1;               // bits of the adder
    localparam LEVEL_BITS = D < 2 ? 1 : $clog2(D + 1);
    localparam [31:0] LAST_LEVEL = D > 0 ? D - 1 : 0;

    localparam [3:0] WAITS = 4'd0, DOUBLES = 4'd1, DIVIDES = 4'd2,
                     ADDS = 4'd3, TESTS = 4'd4, RETURNS = 4'd5,         // rest + y, - A, - y
                     BACK = 4'd6, AHEAD = 4'd7, CHOOSES = 4'd8,         // + A, + A; - A again if d was not A - 1
                     KNOWN = 4'd9;

    reg  [3:0]            state;
    reg                   comes;            // x and A
    reg                   borrow;           // of x - 1
    reg  [C+D-1:0]        divisor;          // A, or a multiple
    reg  [C:0]            rest;
    reg  [C-1:0]          begin_rest;       // of slot 0
    reg                   wraps;            // d is 0 in the next slot
    reg                   begun;            // the slot has
    reg                   one, two;
    reg  [LEVEL_BITS-1:0] level;            // A has been doubled so many times
    wire                  positive  = ~rest[C];
    // What the state does, known from the one before: ADDS and RETURNS, all but ADDS, BACK and AHEAD; it adds -A.
    reg                   takes_y, subtracts, carry;
    wire [W-1:0]          operand   = {1'b0, takes_y ? {{D{1'b0}}, y} : divisor} ^ {W{subtracts}};
    wire [W:0]            sum       = {{D{rest[C]}}, rest, 1'b1} + {operand, carry};
    wire                  fits      = level == 0 ? positive : ~sum[W];
    wire                  divided   = state == DIVIDES & ~positive & level == 0;
    wire                  goes_on   = state == KNOWN & (begun | slot);
    wire                  unused    = &{sum, divisor, 1'b0};

    assign words = {two, one & ~two};

    always @(posedge clk) begin
        comes     <= valid;
        takes_y   <= divided | goes_on | state == TESTS;
        subtracts <= ~(divided | goes_on | state == RETURNS | state == BACK);
        carry     <= ~(divided | goes_on | state == RETURNS | state == BACK | state == TESTS);
        borrow    <= ~valid | borrow & ~prefix;
        if (valid)
            rest <= {borrow & ~prefix, prefix ^ borrow, rest[C-1:1]};
        else if (state != WAITS & state != DOUBLES & state != KNOWN & (state != DIVIDES | fits)
                 & (state != CHOOSES | positive))
            rest <= sum[C+1:1];
        if (divided)
            begin_rest <= rest[C-1:0];
        if (state == TESTS)
            one <= positive;
        if (state == RETURNS)
            two <= positive;
        if (state == CHOOSES)
            wraps <= ~positive;
        begun <= (slot | begun) & ~goes_on;
        if (clear)
            first <= {RANK_BITS{1'b0}};
        else if (state == DIVIDES) begin
            if (fits)
                first <= first + 1'b1;
            else if (D > 0 && level != 0)
                first <= first << 1;
        end else if (goes_on & wraps)
            first <= first - 1'b1;
        case (state)
            WAITS:   if (comes & ~valid) state <= D > 0 ? DOUBLES : DIVIDES;
            DOUBLES: if (level == LAST_LEVEL[LEVEL_BITS-1:0]) state <= DIVIDES;
            DIVIDES: if (divided) state <= ADDS;
            ADDS:    state <= TESTS;
            TESTS:   state <= RETURNS;
            RETURNS: state <= BACK;
            BACK:    state <= AHEAD;
            AHEAD:   state <= CHOOSES;
            CHOOSES: state <= KNOWN;
            default: if (goes_on) state <= rest[C-1:0] == begin_rest ? WAITS : ADDS;
        endcase
        if (rst | clear | goes_on & rest[C-1:0] == begin_rest) begin
            state <= WAITS;
            one   <= 1'b0;
            two   <= 1'b0;
        end
        if (rst | clear)
            begun <= 1'b0;
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
                end else if (state == DIVIDES & ~fits & level != 0) begin
                    divisor <= {1'b0, divisor[C+D-1:1]};
                    level   <= level - 1'b1;
                end
        end else begin : single
            always @(posedge clk) begin
                level <= {LEVEL_BITS{1'b0}};
                if (valid)
                    divisor <= {divisor[C-2:0], batches};
            end
        end
    endgenerate
endmodule

`default_nettype wire
