// rotor_exit: the banks of a bin, joined to its buses: a bank's word goes to the bus whose place the bank has visited.
//
//   With one bank there is one bus. Two banks visit the same place of different buses at a time: rotor_bank.v. At each bus they
//   share the leaves' rate: rotor_share.v.
`default_nettype none

module rotor_exit #(
    parameter BANK_BITS  = 1,                               // 0 or 1
    parameter PLACE_BITS = 2,
    parameter WIDTH      = 36,
    parameter BANKS      = 1 << BANK_BITS
) (
    input  wire                              clk,
    input  wire                              clear,
    input  wire                              yields,        // see rotor_share.v
    input  wire [PLACE_BITS+BANK_BITS-1:0]   visited,       // {place, bus} that bank 0 visits now
    input  wire [PLACE_BITS+BANK_BITS-1:0]   visited_1,     // .. and a clock ago
    input  wire [BANKS-1:0]                  frees,         // of buses: the leaf at the place has room
    output wire [BANKS-1:0]                  free,          // of banks: the leaf that was visited a clock ago had room
    input  wire [BANKS-1:0]                  has,           // of banks: a word for that leaf
    input  wire [BANKS-1:0]                  idles,         // of banks
    output wire [BANKS-1:0]                  idle,          // of buses
    input  wire [BANKS*WIDTH-1:0]            words,         // of banks, a clock later
    output wire [BANKS*(WIDTH+BANK_BITS)-1:0] word          // of buses: {bank, word}
);
    generate
        if (BANK_BITS == 0) begin : straight
            wire unused = |{visited, visited_1, clear, yields, has};
            reg  room;

            always @(posedge clk)
                room <= frees;
            assign free = room;
            assign idle = idles;
            assign word = words;
        end else begin : crossed
            wire       swaps = visited_1[0];                // bank 0 is joined to bus 1: of the visit of a clock ago, ..
            reg  [2:1] swapped;                             // .. of two, and of three
            wire       unused = visited[0];
            wire [1:0] shares;                              // of buses: the leaf had room for the bank that visited it
            wire [1:0] had = swaps ? {has[0], has[1]} : has;        // of buses
            genvar     b;

            always @(posedge clk)
                swapped <= {swapped[1], swaps};
            assign free = swaps ? {shares[0], shares[1]} : shares;
            assign idle = swapped[1] ? {idles[0], idles[1]} : idles;
            for (b = 0; b < 2; b = b + 1) begin : buses
                localparam [31:0] BUS = b;

                rotor_share #(.PLACE_BITS(PLACE_BITS)) share (
                    .clk(clk), .clear(clear), .place(visited[PLACE_BITS:1]), .room(frees[b]), .yields(yields),
                    .place_1(visited_1[PLACE_BITS:1]), .bank_1(swaps ^ BUS[0]), .free(shares[b]), .has(had[b])
                );
                assign word[b*(WIDTH+1) +: WIDTH+1] = swapped[2] ? {~BUS[0], words[(1-b)*WIDTH +: WIDTH]}
                                                                 : {BUS[0], words[b*WIDTH +: WIDTH]};
            end
        end
    endgenerate
endmodule

`default_nettype wire
