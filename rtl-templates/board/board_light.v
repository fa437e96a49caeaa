// board_light: a light of a board, with the board's polarity.
`default_nettype none

module board_light #(
    parameter SHOWS  = 0,               // 0: running, 1: passed, 2: failed, 3: all (steady: passed, blinking: failed)
    parameter ON_LOW = 0                // 1: the light is on while its pin is low
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
