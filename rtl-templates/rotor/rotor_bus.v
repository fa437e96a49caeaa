// rotor_bus: the leaves of a bin, which share a bus from its bank.
//
//   A leaf is free if its register is empty at its visit; it stays empty until the word comes, three clocks later.
`default_nettype none

module rotor_bus #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = BIN_BITS + PLACE_BITS
) (
    input  wire                               clk,
    input  wire                               clear,
    input  wire [PLACE_BITS-1:0]              visited,      // a place that is visited now
    output reg                                free,         // its leaf had room a clock ago
    input  wire                               pop,          // a word is given ..
    input  wire [PLACE_BITS-1:0]              popped,       // .. to this place ..
    input  wire [LABEL_BITS+PAYLOAD_BITS-1:0] word,         // .. {source, sender, payload}, a clock later
    output reg  [PLACES*PAYLOAD_BITS-1:0]     data,
    output reg  [PLACES*LABEL_BITS-1:0]       source,       // the leaf that sent it
    output reg  [PLACES-1:0]                  valid,
    input  wire [PLACES-1:0]                  ready
);
    wire [PLACE_BITS-1:0] sender = word[PAYLOAD_BITS +: PLACE_BITS];
    wire [BIN_BITS-1:0]   by     = word[PAYLOAD_BITS+PLACE_BITS +: BIN_BITS];
    wire [BIN_BITS-1:0]   bin;
    reg  [(1<<PLACE_BITS)-1:0] waits;           // of every place: its leaf has a word
    reg  [PLACES-1:0]     load;
    genvar                p, b;

    always @* begin
        waits = {(1<<PLACE_BITS){1'b0}};
        waits[PLACES-1:0] = valid;
    end
    always @(posedge clk) begin
        free  <= ~waits[visited];
        valid <= clear ? {PLACES{1'b0}} : load | (valid & ~ready);
    end
    generate
        for (b = 0; b < BIN_BITS; b = b + 1) begin : of_bit    // leaf {place, bin} sends by source bin ^ place
            if (b < PLACE_BITS) begin : low
                assign bin[b] = by[b] ^ sender[b];
            end else begin : high
                assign bin[b] = by[b];
            end
        end
        for (p = 0; p < PLACES; p = p + 1) begin : of_place
            localparam [31:0] PLACE = p;

            always @(posedge clk) begin
                load[p] <= pop && popped == PLACE[PLACE_BITS-1:0];
                if (load[p]) begin
                    data[p*PAYLOAD_BITS +: PAYLOAD_BITS] <= word[PAYLOAD_BITS-1:0];
                    source[p*LABEL_BITS +: LABEL_BITS]   <= {sender, bin};
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
