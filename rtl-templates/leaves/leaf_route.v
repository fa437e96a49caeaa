// leaf_route: converts the label of another leaf into a bit-serial route to it (docs/reference/protocol.md).
//
//   other --> above[t]: it differs above bit t, or is outside               the ones of the way up, loaded into r
//         --> [ D0 ] -> [ D1 ] -> [ D2 ] -> ..     shifts, so that D(q) shows bits q, q-1 .. 0   the way down
//                 \         \
//   tail ---> [r2] -> [r1] -> [r0] ---> head       D(q) joins r where the highest one is r(q)
//
//   A route of peak h consists of h-1 ones, a zero, and bits h-2 .. 0 of `other`. The register between D and r supplies
//   the zero. The root of a tree without an outside has no choice to make and gets no zero: for h = L the way down
//   joins one place nearer to the head. A route to the outside has L ones; with CARRIES the label follows at once.
//
//   Latency: r0 is `head` in the clock after `load`, and `tail` ADDRESS_BITS - 1 + EXTERNAL clocks later. `other`
//   must be steady from ceil(log4(ADDRESS_BITS - 1 + EXTERNAL)) clocks before `load` until 2 * ADDRESS_BITS after it.
//   The next load may follow once the last bit of the previous route has left.
`default_nettype none

module leaf_route #(
    parameter ADDRESS_BITS = 4,                     // L, bits of a label, 1 .. 20
    parameter EXTERNAL     = 0,                     // 1: labels have an outside bit on top
    parameter CARRIES      = 0                      // 1: the label follows the ones of a route to the outside
) (
    input  wire                             clk,
    input  wire                             load,
    input  wire [ADDRESS_BITS-1:0]          address,    // of this leaf
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] other,
    input  wire                             tail,       // the bits that follow the route
    output wire                             head
);
    localparam L      = ADDRESS_BITS;
    localparam ONES   = L - 1 + EXTERNAL;           // in the route to the highest peak
    localparam LEVELS = ($clog2(ONES) + 1) / 2;     // of 4-input ORs

    genvar t, q, v;
    generate
        if (ONES == 0) begin : no_route
            // Two leaves and one node: there is only one route.
            wire unused = &{clk, load, address, other, 1'b0};

            assign head = tail;
        end else begin : route
            wire [ONES:0]   different;              // the outside bit counts as a difference
            wire [ONES-1:0] above, join_here;
            wire [ONES:0]   r;
            wire [L-1:0]    down;

            if (EXTERNAL != 0) begin : with_outside
                assign different = {other[ONES], other[L-1:0] ^ address};
            end else begin : without_outside
                assign different = other ^ address;
            end
            wire unused = &{different, down, 1'b0};

            // ---- above[t] = any of different[ONES:t+1]; a level looks 4^v bits up ----------------------------------
            for (v = 0; v <= LEVELS; v = v + 1) begin : level
                wire [ONES-1:0] any;

                for (t = 0; t < ONES; t = t + 1) begin : bit_
                    localparam STEP = v == 0 ? 0 : 1 << (2 * v - 2);

                    if (v == 0) begin : first
                        assign any[t] = different[t+1];
                    end else if (t + STEP >= ONES) begin : complete
                        assign any[t] = level[v-1].any[t];
                    end else begin : gather
                        reg found;

                        always @(posedge clk)
                            found <= level[v-1].any[t] | level[v-1].any[t+STEP]
                                   | (t + 2*STEP < ONES && level[v-1].any[(t+2*STEP) % ONES])
                                   | (t + 3*STEP < ONES && level[v-1].any[(t+3*STEP) % ONES]);
                        assign any[t] = found;
                    end
                end
            end
            assign above = level[LEVELS].any;

            // ---- The way down --------------------------------------------------------------------------------------
            assign down[0] = 1'b0;
            for (q = 0; q < L - 1; q = q + 1) begin : d
                reg now;

                if (q == 0) begin : lowest
                    // A gate: Yosys would turn a multiplexer into a reset with an inverter before it.
                    always @(posedge clk)
                        now <= load & other[0];
                end else begin : higher
                    always @(posedge clk)
                        now <= load ? other[q] : down[q];
                end
                assign down[q+1] = now;             // D(q)
            end

            // ---- Together ------------------------------------------------------------------------------------------
            assign r[ONES] = tail;
            for (q = 0; q < ONES; q = q + 1) begin : stage
                reg now;

                if (EXTERNAL == 0 && L == 2) begin : shortest
                    assign join_here[q] = above[q] & down[q+1];
                end else if (q + 4 <= L + 2 * EXTERNAL) begin : meet
                    reg meets;

                    always @(posedge clk)
                        meets <= above[q] & ~above[q+1] & down[q+1];
                    assign join_here[q] = meets;
                end else if (EXTERNAL == 0 && q + 3 == L) begin : at_the_root
                    reg meets;

                    always @(posedge clk)
                        meets <= above[q] & ~above[q+1] & down[q+1] | above[q+1] & down[q+2];
                    assign join_here[q] = meets;
                end else if (CARRIES != 0 && q + 1 == L) begin : carry
                    reg carried;                    // D(L-1), if the word is for the outside

                    always @(posedge clk)
                        carried <= different[ONES] & (load & other[q] | ~load & down[q]);
                    assign join_here[q] = carried;
                end else begin : no_join
                    assign join_here[q] = 1'b0;
                end

                always @(posedge clk)
                    now <= load ? above[q] : r[q+1] | join_here[q];
                assign r[q] = now;
            end
            assign head = r[0];
        end
    endgenerate
endmodule

`default_nettype wire
