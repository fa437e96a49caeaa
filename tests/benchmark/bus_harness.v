// bus_harness.v: as axi_harness.v, for a bus of MASTERS masters and as many slaves (bus_subject.v). Rivals speak classic Wishbone:
// they have neither stalls nor errors.
`default_nettype none

module bus_harness #(
    parameter MASTERS = 16,
    parameter LABEL   = 4,              // log2 MASTERS
    parameter KIND    = 3,
    parameter WORD    = 10              // bits of a word's address in its slave
) (
    input  wire clk,
    input  wire serial,
    output wire sink
);
    localparam MORE = KIND == 3 ? 2 : 0;        // stall and err
    localparam ASK  = LABEL + WORD + 32 + 4 + 2;
    localparam GIVE = 32 + 1 + MORE;
    localparam SEEN = WORD + 32 + 4 + 2;

    reg                         rst;
    wire [MASTERS:0]            passed;
    wire [MASTERS-1:0]          leaf_sink;
    wire [MASTERS*ASK-1:0]      ask;            // of masters: {address, data, bytes, write, stb}
    wire [MASTERS*GIVE-1:0]     answer, give;   // to masters, and of slaves: {data, ack[, stall, err]}
    wire [MASTERS*SEEN-1:0]     seen;           // by slaves

    always @(posedge clk)
        rst <= serial;
    assign passed[0] = rst;

    genvar i;
    generate
        for (i = 0; i < MASTERS; i = i + 1) begin : leaf
            reg [ASK+GIVE:0] source;            // the first drives nothing but the second

            always @(posedge clk)
                source <= {source[ASK+GIVE-1:0], passed[i]};
            assign passed[i+1] = source[ASK+GIVE];
            assign {ask[i*ASK +: ASK], give[i*GIVE +: GIVE]} = source[ASK+GIVE:1];

            xor_sink #(
                .WIDTH(GIVE + SEEN)
            ) outputs (
                .clk(clk),
                .in({answer[i*GIVE +: GIVE], seen[i*SEEN +: SEEN]}),
                .sink(leaf_sink[i])
            );
        end
    endgenerate

    bus_subject #(
        .MASTERS(MASTERS),
        .LABEL(LABEL),
        .KIND(KIND),
        .WORD(WORD)
    ) subject (
        .clk(clk),
        .rst(rst),
        .ask(ask),
        .answer(answer),
        .seen(seen),
        .give(give)
    );

    xor_sink #(
        .WIDTH(MASTERS)
    ) outputs (
        .clk(clk),
        .in(leaf_sink),
        .sink(sink)
    );
endmodule

`default_nettype wire
