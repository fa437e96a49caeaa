// rotor_select: one of INPUTS words. Bit by bit, so that synthesis sees multiplexers and no shift by a product.
`default_nettype none

module rotor_select #(
    parameter INPUTS      = 4,                  // 2 or more
    parameter SELECT_BITS = 2,                  // $clog2(INPUTS)
    parameter WIDTH       = 32
) (
    input  wire [INPUTS*WIDTH-1:0] in,
    input  wire [SELECT_BITS-1:0]  select,      // a number without an input: any word
    (* wide_multiplexer *)                      // rtl-templates/families/map/ecp5_map.ys
    output wire [WIDTH-1:0]        out
);
    // What a number without an input picks: with the fewest of its bits left out, so that they decide little.
    function integer existing;
        input integer number;
        integer       place;
        begin
            existing = number;
            for (place = SELECT_BITS - 2; place >= 0; place = place - 1)
                if (existing >= INPUTS && existing / (1 << place) % 2 == 1)
                    existing = existing - (1 << place);
        end
    endfunction

    genvar b, i;

    generate
        for (b = 0; b < WIDTH; b = b + 1) begin : bits
            wire [(1<<SELECT_BITS)-1:0] choice;

            for (i = 0; i < 1 << SELECT_BITS; i = i + 1) begin : inputs
                localparam PLACE = existing(i)*WIDTH + b;

                assign choice[i] = in[PLACE];
            end
            assign out[b] = choice[select];
        end
    endgenerate
endmodule

`default_nettype wire
