// board_light.v: a light of a board, with the board's polarity.
`default_nettype none

module board_light #(
    parameter SHOWS  = 0,               // running (0), passed (1), failed (2), or all on a single light (3): steady for passed,
    parameter ON_LOW = 0                // blinking for failed. 1: the light is on while its pin is low
) (
    input  wire running,
    input  wire passed,
    input  wire failed,
    output wire pin
);
    wire on = SHOWS == 0 ? running : SHOWS == 1 ? passed : SHOWS == 2 ? failed : passed | (failed & running);

    assign pin = ON_LOW != 0 ? ~on : on;
endmodule

`default_nettype wire
