// leaf_label.v: what the destination of a word means to a leaf.
//
//   to --> is it my own label? ---> own        away: neither, so the word goes into the network
//      \-> does it name no leaf? -> none
//
//   Labels of up to 4 bits take one 4-input LUT for each answer, longer ones are looked at 4 bits at a time.
//   Latency, while `to` is steady: L <= 4: 1 clock. Else ceil(log4 of the label's bits); or, where some labels name no
//   leaf, if that is more, 2 + ceil(log2 ceil(L / 4)).
`default_nettype none

module leaf_label #(
    parameter ADDRESS_BITS = 4,                         // L, bits of a label, 1 .. 20
    parameter LEAVES       = 16,                        // labels from here on name no leaf, 2 .. 2^L
    parameter EXTERNAL     = 0,                         // 1: labels have an outside bit on top
    parameter HEIGHT       = 0,                         // of a generalized fat tree, else 0; see leaf_adapter.v
    parameter [3*(HEIGHT > 0 ? HEIGHT : 1)-1:0] CHILD_BITS = 0,
    parameter [ADDRESS_BITS-1:0]                LAST_LABEL = {ADDRESS_BITS{1'b1}}
) (
    input  wire                             clk,
    input  wire [ADDRESS_BITS-1:0]          address,    // of this leaf
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] to,
    output wire                             own,
    output wire                             none,
    output wire                             away
);
    localparam L       = ADDRESS_BITS;
    localparam PARTLY  = LEAVES != 1 << L;
    localparam QUADS   = (L + 3) / 4;
    localparam MERGES  = $clog2(QUADS);
    localparam [31:0] LAST = LEAVES - 1;

    // Bits of the digits below level k + 1.
    function integer digits_below(input integer count);
        integer below;
        begin
            digits_below = 0;
            for (below = 0; below < count; below = below + 1)
                digits_below = digits_below + {29'd0, CHILD_BITS[3*below +: 3]};
        end
    endfunction

    wire outside = EXTERNAL != 0 && to[ADDRESS_BITS+EXTERNAL-1];

    genvar k, v;
    generate
        // ---- own -------------------------------------------------------------------------------------------------------
        if (L <= 4) begin : short
            reg is_own;

            // `outside` clears the register, which takes no input of the LUT.
            always @(posedge clk)
                if (outside)
                    is_own <= 1'b0;
                else
                    is_own <= to[L-1:0] == address;
            assign own = is_own;
        end else begin : long
            wire [L+EXTERNAL-1:0] difference;
            wire                  differs;

            assign difference[L-1:0] = to[L-1:0] ^ address;
            if (EXTERNAL != 0) begin : with_outside
                assign difference[L] = outside;
            end
            leaf_any #(
                .WIDTH(L + EXTERNAL)
            ) compare (
                .clk(clk),
                .in(difference),
                .any(differs)
            );
            assign own = ~differs;
            wire unused = outside;
        end

        // ---- none, away ------------------------------------------------------------------------------------------------
        if (!PARTLY) begin : all_exist
            assign none = 1'b0;
            assign away = ~own;
        end else if (HEIGHT > 0) begin : some_digits_exist
            wire [HEIGHT-1:0] beyond;
            wire              any_beyond;
            reg               is_none, is_away;

            for (k = 0; k < HEIGHT; k = k + 1) begin : level
                localparam integer BITS = {29'd0, CHILD_BITS[3*k +: 3]};
                localparam AT   = digits_below(k);
                reg is_beyond;

                if (BITS > 0) begin : digit
                    localparam [BITS-1:0] LAST_DIGIT = LAST_LABEL[AT +: BITS];

                    if (&LAST_DIGIT) begin : all_values
                        always @(posedge clk)
                            is_beyond <= 1'b0;
                    end else begin : some_values
                        always @(posedge clk)
                            is_beyond <= to[AT +: BITS] > LAST_DIGIT;
                    end
                end else begin : no_digit
                    always @(posedge clk)
                        is_beyond <= 1'b0;
                end
                assign beyond[k] = is_beyond;
            end
            leaf_any #(
                .WIDTH(HEIGHT)
            ) any_digit (
                .clk(clk),
                .in(beyond),
                .any(any_beyond)
            );
            always @(posedge clk) begin
                is_none <= any_beyond & ~outside;
                is_away <= ~own & (outside | ~any_beyond);
            end
            assign none = is_none;
            assign away = is_away;
        end else if (L <= 4) begin : some_exist
            reg is_none, is_away;

            always @(posedge clk)
                if (outside) begin
                    is_none <= 1'b0;
                    is_away <= 1'b1;
                end else begin
                    is_none <= to[L-1:0] > LAST[L-1:0];
                    is_away <= to[L-1:0] != address && to[L-1:0] <= LAST[L-1:0];
                end
            assign none = is_none;
            assign away = is_away;
        end else begin : some_exist
            // Beyond the last leaf: the first four bits that differ from its label decide.
            wire [4*QUADS-1:0] padded = {{4*QUADS-L{1'b0}}, to[L-1:0]};
            reg is_none, is_away;

            for (v = 0; v <= MERGES; v = v + 1) begin : level
                localparam PARTS = (QUADS + (1 << v) - 1) >> v;
                localparam LOWER = v == 0 ? QUADS : (QUADS + (1 << v) / 2 - 1) >> (v - 1);
                wire [PARTS-1:0] beyond, equal;

                for (k = 0; k < PARTS; k = k + 1) begin : part
                    reg is_beyond, is_equal;

                    if (v == 0) begin : bits
                        always @(posedge clk) begin
                            is_beyond <= {1'b0, padded[4*k +: 4]} > {1'b0, LAST[4*k +: 4]};
                            is_equal  <= padded[4*k +: 4] == LAST[4*k +: 4];
                        end
                    end else if (2 * k + 1 < LOWER) begin : merge
                        always @(posedge clk) begin
                            is_beyond <= level[v-1].beyond[2*k+1]
                                       | level[v-1].equal[2*k+1] & level[v-1].beyond[2*k];
                            is_equal  <= level[v-1].equal[2*k+1] & level[v-1].equal[2*k];
                        end
                    end else begin : pass
                        always @(posedge clk) begin
                            is_beyond <= level[v-1].beyond[2*k];
                            is_equal  <= level[v-1].equal[2*k];
                        end
                    end
                    assign beyond[k] = is_beyond;
                    assign equal[k]  = is_equal;
                end
            end
            always @(posedge clk) begin
                is_none <= level[MERGES].beyond[0] & ~outside;
                is_away <= ~own & (outside | ~level[MERGES].beyond[0]);
            end
            assign none = is_none;
            assign away = is_away;
            wire unused = level[MERGES].equal[0];
        end
    endgenerate
endmodule

`default_nettype wire
