// accumulator: adds ADD whenever `step` is high. The clock rate does not depend on the width.
//
//   [part] --carry--> [] --> [part] --carry--> [] --> [part] --carry--> [] --> overflow
//
// A register holds the carry between two parts, and the longest path is the carry chain of SEGMENT bits. `total` is
// valid ceil(WIDTH/SEGMENT) clocks after the last step; no step is lost.
`default_nettype none
module accumulator #(
    parameter WIDTH = 20,               // at least 1
    parameter SEGMENT = 5,              // bits between registered carries, at least 1
    parameter ADD = 1                   // below 2^WIDTH
) (
    input  wire             clk,
    input  wire             clear,      // sets the total to 0; takes precedence over step
    input  wire             step,
    output wire [WIDTH-1:0] total,
    output wire             overflow    // high for one clock whenever the total passes 2^WIDTH
);

    localparam PARTS = (WIDTH + SEGMENT - 1) / SEGMENT;
    localparam [31:0] ADD_WIDE = ADD;
    wire [PARTS:0] carry;
    assign carry[0] = 1'b0;
    assign overflow = carry[PARTS];

    genvar i;
    generate
        for (i = 0; i < PARTS; i = i + 1) begin : parts
            localparam BITS = WIDTH - SEGMENT * i < SEGMENT ? WIDTH - SEGMENT * i : SEGMENT;
            localparam [BITS-1:0] SHARE = ADD_WIDE[SEGMENT*i +: BITS];
            reg [BITS:0] part;          // the top bit is the carry
            always @(posedge clk)
                if (clear)
                    part <= {(BITS+1){1'b0}};
                else
                    part <= {1'b0, part[BITS-1:0]} + {1'b0, step ? SHARE : {BITS{1'b0}}}
                            + {{BITS{1'b0}}, carry[i]};
            assign carry[i+1] = part[BITS];
            assign total[SEGMENT*i +: BITS] = part[BITS-1:0];
        end
    endgenerate

endmodule
`default_nettype wire
