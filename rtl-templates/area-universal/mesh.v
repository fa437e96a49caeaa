// mesh: SIDE x SIDE elements, joined side to side.
//
//   border positions, clockwise from the north-west corner; a corner element has two
//
//               0      1    ..   SIDE-1
//   4 SIDE-1  [ ]----[ ]--  ..  --[ ]  SIDE             element (row, column) is number row * SIDE + column
//              |      |            |
//     ..      [ ]----[ ]--  ..  --[ ]   ..              chain_in --> last element --> .. --> element 0 --> chain_out
//              |      |            |
//   3 SIDE    [ ]----[ ]--  ..  --[ ]  2 SIDE-1
//          3 SIDE-1         ..    2 SIDE
`default_nettype none

module mesh #(
    parameter SIDE = 4                      // at least 2
) (
    input  wire                   clk,
    input  wire                   load,
    input  wire                   step,
    input  wire                   chain_in,
    output wire                   chain_out,
    input  wire [4*SIDE-1:0]      border_in,
    output wire [4*SIDE-1:0]      border_out,
    output wire [SIDE*SIDE-1:0]   latches,  // s of each element
    output wire [4*SIDE*SIDE-1:0] sides     // what element e sends on side k, at 4 e + k
);
    wire [SIDE*SIDE:0] chain;

    assign chain[SIDE*SIDE] = chain_in;
    assign chain_out        = chain[0];

    genvar row, column;
    generate
        for (row = 0; row < SIDE; row = row + 1) begin : rows
            for (column = 0; column < SIDE; column = column + 1) begin : columns
                localparam HERE = row * SIDE + column;
                wire north, east, south, west;          // what comes in

                if (row == 0) begin : north_border
                    assign north = border_in[column];
                end else begin : north_element
                    assign north = sides[4*(HERE-SIDE) + 2];
                end
                if (column == SIDE - 1) begin : east_border
                    assign east = border_in[SIDE + row];
                end else begin : east_element
                    assign east = sides[4*(HERE+1) + 3];
                end
                if (row == SIDE - 1) begin : south_border
                    assign south = border_in[3*SIDE-1 - column];
                end else begin : south_element
                    assign south = sides[4*(HERE+SIDE)];
                end
                if (column == 0) begin : west_border
                    assign west = border_in[4*SIDE-1 - row];
                end else begin : west_element
                    assign west = sides[4*(HERE-1) + 1];
                end

                element here (
                    .clk(clk),
                    .load(load),
                    .step(step),
                    .chain_in(chain[HERE+1]),
                    .chain_out(chain[HERE]),
                    .in({west, south, east, north}),
                    .out(sides[4*HERE +: 4]),
                    .s(latches[HERE])
                );
            end
        end

        for (column = 0; column < SIDE; column = column + 1) begin : border
            assign border_out[column]            = sides[4*column];
            assign border_out[SIDE + column]     = sides[4*(column*SIDE + SIDE-1) + 1];
            assign border_out[3*SIDE-1 - column] = sides[4*((SIDE-1)*SIDE + column) + 2];
            assign border_out[4*SIDE-1 - column] = sides[4*column*SIDE + 3];
        end
    endgenerate
endmodule

`default_nettype wire
