// rotor_counts: the parts of rotor.v count the same turn: a word goes to the bin that its source has chosen it for, the answer
//   comes from that bin, and the bank knows from which source.
//
//   In the clock that is t clocks behind a reset, source s asks for bin s - t and hears the answers for the turn that began
//   STAGES + 4 clocks ago; stage k of the rotor is at turn t - 3 - k, for heads; and bank b writes the bodies of the turn that began
//   STAGES + 4 clocks ago, from source b + t - STAGES - 4. By induction over the clocks; all else is cut out and free.
`default_nettype none

module rotor_counts #(
    parameter BIN_BITS   = 2,
    parameter BANK_BITS  = 0,
    parameter BINS       = 1 << BIN_BITS,
    parameter BANKS      = 1 << BANK_BITS,
    parameter GROUPS     = BINS * BANKS,
    parameter STAGES     = (BIN_BITS + 1) / 2
) (
    input  wire                       clk,
    input  wire                       rst,                  // free in every clock
    // the counters
    input  wire [GROUPS*BIN_BITS-1:0] bins, answerings, sources,
    input  wire [STAGES*BANKS*BIN_BITS-1:0] turns,          // of stages: their lowest bits, the others are 0
    // the claim, and values to show if it fails
    output wire                       ok,
    output wire [3:0]                 parts
);
    localparam [31:0] LATE = STAGES + 4;

    reg                begun;
    reg [BIN_BITS-1:0] clocks;                              // since the reset
    reg [BIN_BITS-1:0] own, turn, mask;
    reg                asks, hears, writes, turns_right;
    integer            i, k;

    always @(posedge clk) begin
        if (rst)
            begun <= 1'b1;
        clocks <= rst ? {BIN_BITS{1'b0}} : clocks + 1'b1;
    end

    always @* begin
        {asks, hears, writes} = 3'b111;
        for (i = 0; i < GROUPS; i = i + 1) begin
            own = i % BINS;
            if (bins[i*BIN_BITS +: BIN_BITS] != own - clocks)
                asks = 1'b0;
            if (answerings[i*BIN_BITS +: BIN_BITS] != own - clocks + LATE[BIN_BITS-1:0])
                hears = 1'b0;
            if (sources[i*BIN_BITS +: BIN_BITS] != own + clocks - LATE[BIN_BITS-1:0])
                writes = 1'b0;
        end
    end
    always @* begin
        turns_right = 1'b1;
        for (k = 0; k < STAGES * BANKS; k = k + 1) begin
            turn = clocks - 3 - k / BANKS;
            mask = (1 << (2 * (k / BANKS) + 2)) - 1;
            if (turns[k*BIN_BITS +: BIN_BITS] != (turn & mask))
                turns_right = 1'b0;
        end
    end

    assign parts = {turns_right, writes, hears, asks};
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
