// leaf_path: converts the label of another leaf of a generalized fat tree and the parents to take into a bit-serial
// route (docs/reference/protocol.md). leaf_route.v does this for a binary tree.
//
//   other --> above[l]: a digit above level l differs      for each level: 1, digit of the parent; loaded into r
//   path  --/
//         --> [ D0 ] -> [ D1 ] -> [ D2 ] -> ..      shifts, so that D(q) shows bits q, q-1 .. 0    the way down
//                 \         \
//   tail ---> [r2] -> [r1] -> [r0] ---> head        D(q) joins r where the way up of this peak ends
//
//   A route of peak H consists of: for each level below H a one and the parent's digit; a zero (not at level h, from
//   which no way leads up); the digits of `other` from level H down. The first of these is left out where it has only
//   two values, as it can only be the other child. The register between D and r supplies the zero.
//
//   Latency: r0 is `head` in the clock after `load`, and `tail` UP clocks later (UP: bits of the longest way up).
//   `other` must be steady from 1 + ceil(log4(LABEL_BITS - 1)) clocks before `load` until 2 * LABEL_BITS after it,
//   `path` at `load`.
`default_nettype none

module leaf_path #(
    parameter HEIGHT      = 2,                      // h, levels, 1 .. 20
    parameter LABEL_BITS  = 4,                      // of all digits
    parameter PATH_BITS   = 1,                      // of all parents' digits; 0: none, and `path` is unused
    // level l at [3 * (l-1) +: 3]: bits of a label's digit; bits of the parent's digit in the route; 1 if a message
    // that turns there names the child by a digit
    parameter [3*HEIGHT-1:0] CHILD_BITS  = 6'o22,
    parameter [3*HEIGHT-1:0] PARENT_BITS = 6'o01,
    parameter [HEIGHT-1:0]   TURN_DIGIT  = 2'b11
) (
    input  wire                                       clk,
    input  wire                                       start,      // one clock before `load`
    input  wire                                       load,
    input  wire [LABEL_BITS-1:0]                      address,    // of this leaf
    input  wire [LABEL_BITS-1:0]                      other,
    input  wire [(PATH_BITS > 0 ? PATH_BITS : 1)-1:0] path,
    input  wire                                       tail,       // the bits that follow the route
    output wire                                       head
);
    // Number of label bits up to level l.
    function integer label_up_to(input integer l);
        integer k;
        begin
            label_up_to = 0;
            for (k = 0; k < l; k = k + 1)
                label_up_to = label_up_to + {29'd0, CHILD_BITS[3*k +: 3]};
        end
    endfunction

    // Number of path bits, and of bits of the way up, below level l.
    function integer path_below(input integer l);
        integer k;
        begin
            path_below = 0;
            for (k = 0; k + 1 < l; k = k + 1)
                path_below = path_below + {29'd0, PARENT_BITS[3*k +: 3]};
        end
    endfunction
    function integer up_below(input integer l);
        up_below = l - 1 + path_below(l);
    endfunction

    // Where the way down of peak H begins in the route, and with which label bit; -1: it is empty.
    function integer down_at(input integer peak);
        down_at = up_below(peak) + (peak < HEIGHT ? 1 : 0);
    endfunction
    function integer down_from(input integer peak);
        down_from = label_up_to(TURN_DIGIT[peak-1] ? peak : peak - 1) - 1;
    endfunction

    localparam L  = LABEL_BITS;
    localparam UP = up_below(HEIGHT);

    genvar l, q;
    generate
        // ---- above[l]: peaks beyond level l -------------------------------------------------------------------------
        wire [HEIGHT:0] above;

        assign above[0] = 1'b1;
        for (l = 1; l < HEIGHT; l = l + 1) begin : level
            leaf_any #(
                .WIDTH(L - label_up_to(l))
            ) differs (
                .clk(clk),
                .in(other[L-1:label_up_to(l)] ^ address[L-1:label_up_to(l)]),
                .any(above[l])
            );
        end
        assign above[HEIGHT] = 1'b0;

        // ---- The way down -------------------------------------------------------------------------------------------
        wire [L:0] down;                            // [q + 1]: D(q)

        assign down[0] = 1'b0;
        for (q = 0; q < L; q = q + 1) begin : d
            reg now;

            always @(posedge clk)
                now <= start & other[q] | ~start & down[q];
            assign down[q+1] = now;
        end

        // [H]: the way down joins the way up of peak H
        wire [HEIGHT:1] meets;

        for (l = 1; l <= HEIGHT; l = l + 1) begin : peak
            if (down_from(l) >= 0) begin : way_down
                assign meets[l] = above[l-1] & ~above[l] & down[down_from(l) + 1];
            end else begin : no_way_down
                assign meets[l] = 1'b0;
            end
        end

        // ---- Together -----------------------------------------------------------------------------------------------
        wire [UP:0] r;

        assign r[UP] = tail;
        for (l = 1; l < HEIGHT; l = l + 1) begin : way_up
            localparam AT    = up_below(l);
            localparam integer BITS  = {29'd0, PARENT_BITS[3*(l-1) +: 3]};
            localparam BELOW = path_below(l);

            for (q = 0; q <= BITS; q = q + 1) begin : bit_
                localparam J = AT + q;
                reg now;
                wire loaded;
                wire joined;

                if (q == 0) begin : up_again
                    assign loaded = above[l];
                end else begin : parent
                    assign loaded = above[l] & path[BELOW + BITS - q];
                end
                // The way down of peak l enters right behind the place of its one. No zero is sent at the top: the way
                // down of peak h enters in the very last place.
                if (q == 0 || J == UP - 1) begin : join_
                    wire here = q == 0 & meets[l] | J == UP - 1 & meets[HEIGHT];
                    reg  meet;

                    always @(posedge clk)
                        meet <= here;
                    assign joined = meet;
                end else begin : no_join
                    assign joined = 1'b0;
                end

                always @(posedge clk)
                    now <= load ? loaded : r[J+1] | joined;
                assign r[J] = now;
            end
        end

        if (UP == 0) begin : one_level
            reg meet;

            always @(posedge clk)
                meet <= meets[HEIGHT];
            assign head = tail | meet;
            wire unused = &{load, 1'b0};
        end else begin : several_levels
            assign head = r[0];
        end
        wire unused_ends = &{address, path, down, above, r, 1'b0};
    endgenerate
endmodule

`default_nettype wire
