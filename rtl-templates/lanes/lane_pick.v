// lane_pick: one of INPUTS vectors, in half as many LUTs of four inputs for each bit.
//
//   inputs 0, 1 --> [ link 0 ] --> [ link 1 ] --> .. --> out
//                    inputs 2, 3 ------^
//
//   A chain of links. Each takes one of its own two inputs, or passes on what comes. In front of the link that takes, the
//   chain carries the choice between its two inputs instead of data: so a link needs one setting and three other wires.
`default_nettype none

module lane_pick #(
    parameter INPUTS = 4,                   // 1 or more
    parameter WIDTH  = 9,
    parameter PAIRS  = (INPUTS + 1) / 2
) (
    // the input that goes out: one of two ..
    input  wire                    odd,
    input  wire [PAIRS-1:0]        pair,    // .. of this pair, one-hot
    input  wire [INPUTS*WIDTH-1:0] in,      // input 0 lowest
    output wire [WIDTH-1:0]        out
);
    generate
        if (INPUTS == 1) begin : wires
            wire unused = odd | pair[0];

            assign out = in;
        end else begin : chain
            wire [2*PAIRS*WIDTH-1:0] all;
            wire [PAIRS*WIDTH-1:0]   passed;        // behind each link
            genvar                   k;

            if (2 * PAIRS > INPUTS) begin : odd_count
                assign all = {{WIDTH{1'b0}}, in};
            end else begin : even_count
                assign all = in;
            end
            assign passed[WIDTH-1:0] = PAIRS > 1 && !pair[0] ? {WIDTH{odd}} : odd ? all[WIDTH +: WIDTH] : all[0 +: WIDTH];
            for (k = 1; k < PAIRS; k = k + 1) begin : link
                lane_link #(.WIDTH(WIDTH)) one (
                    .take(pair[k]), .previous(passed[(k-1)*WIDTH +: WIDTH]), .even(all[2*k*WIDTH +: WIDTH]),
                    .odd(all[(2*k+1)*WIDTH +: WIDTH]), .out(passed[k*WIDTH +: WIDTH]));
            end
            assign out = passed[(PAIRS-1)*WIDTH +: WIDTH];
        end
    endgenerate
endmodule

`default_nettype wire
