// leaf_route.v: turns the label of another leaf into the route to it, bit-serial (docs/protocol.md).
//
//   other --> [ route of it ] --load--> [ r0 | r1 | .. | R-1 ] <-- tail
//                                          |
//   head  <--------------------------------+        head: r0 in the clock after `load`, tail R clocks later
//
//   One register from `other` to the loadable shift register: `other` must be steady in the clock before `load`.
//   A route that was not asked for does no harm: only the M bit counts, and that is not made here.
`default_nettype none

module leaf_route #(
    parameter ADDRESS_BITS = 4,                     // L, bits of a label, 1 .. 20
    parameter EXTERNAL     = 0                      // 1: labels have an outside bit on top
) (
    input  wire                             clk,
    input  wire                             load,
    input  wire [ADDRESS_BITS-1:0]          address,    // of this leaf
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] other,
    input  wire                             tail,       // what follows the route
    output wire                             head
);
    localparam L = ADDRESS_BITS;
    localparam R = 2 * L - 2 + EXTERNAL;            // longest route

    generate
        if (R == 0) begin : no_route
            // Two leaves and one node: there is only one way to go.
            wire unused = &{clk, load, address, other, 1'b0};

            assign head = tail;
        end else begin : route
            reg  [R-1:0] found, line;               // [0] goes first
            wire [R:0]   queue = {tail, line};

            // The route with its first bit in bit 0: h-1 ones, a zero, then bits h-2 .. 0 of `other`,
            // where h is the bit length of the difference. At the root of a tree without an outside
            // there is nothing to choose, and the zero is left out.
            function [R-1:0] route_to(input [L+EXTERNAL-1:0] to, input [L-1:0] from);
                integer h, k, fall;
                reg [L-1:0] difference;
                begin
                    difference = to[L-1:0] ^ from;
                    route_to = {R{1'b0}};
                    for (h = 2; h <= L; h = h + 1)
                        if ((difference >> (h - 1)) == 1) begin
                            fall = h == L && EXTERNAL == 0 ? h - 1 : h;
                            for (k = 0; k < h - 1; k = k + 1) begin
                                route_to[k]        = 1'b1;
                                route_to[fall + k] = to[h - 2 - k];
                            end
                        end
                    if (EXTERNAL != 0 && to[L+EXTERNAL-1])
                        route_to = {{R-L{1'b0}}, {L{1'b1}}};
                end
            endfunction

            always @(posedge clk) begin
                found <= route_to(other, address);
                line  <= load ? found : queue[R:1];
            end
            assign head = queue[0];
        end
    endgenerate
endmodule

`default_nettype wire
