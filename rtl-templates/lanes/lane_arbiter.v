// lane_arbiter: grants one of several requests.
//
//   Inputs form a binary tree. Of two groups of 2^l inputs side by side, favor[l] prefers the upper one: an input loses if
//   a preferred group, on any level, has a request. For every input there are favors with which it wins, whoever else
//   asks. Combinational.
`default_nettype none

module lane_arbiter #(
    parameter INPUTS = 4,                   // 1 or more
    parameter BITS   = 2                    // of a number: $clog2(INPUTS), at least 1
) (
    input  wire [INPUTS-1:0] request,
    input  wire [BITS-1:0]   favor,
    output wire [INPUTS-1:0] grant          // one of the requests, if there are any
);
    wire [BITS*INPUTS-1:0] beaten;          // [level * INPUTS + input]
    genvar                 i, l;

    generate
        for (l = 0; l < BITS; l = l + 1) begin : level
            localparam SIZE = 1 << l;

            for (i = 0; i < INPUTS; i = i + 1) begin : one
                localparam OTHER = (i / SIZE % 2 == 0 ? i / SIZE + 1 : i / SIZE - 1) * SIZE;    // first of the other group
                localparam END   = OTHER + SIZE < INPUTS ? OTHER + SIZE : INPUTS;

                if (OTHER < INPUTS) begin : rivals
                    assign beaten[l*INPUTS+i] = |request[END-1:OTHER] & (OTHER > i ? favor[l] : ~favor[l]);
                end else begin : no_rivals
                    assign beaten[l*INPUTS+i] = 1'b0;
                end
            end
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : input_
            wire [BITS-1:0] by;

            for (l = 0; l < BITS; l = l + 1) begin : on
                assign by[l] = beaten[l*INPUTS+i];
            end
            assign grant[i] = request[i] & ~|by;
        end
    endgenerate
    wire unused = &{favor, 1'b0};
endmodule

`default_nettype wire
