// soc_board.v: the four masters on a board: its LEDs show how they are getting on.
//
//   ftc build examples/soc/tree4.yaml --wishbone --board ulx3s-25f --top examples/soc/soc_board.v \
//       --top examples/soc/soc.v --top examples/soc/master.v -o out
`default_nettype none

module soc_board (
    input  wire       clk,
    input  wire       rst,
    output wire [1:0] led                   // [0] every message has been sent and received; [1] one was wrong
);
    soc soc (
        .clk(clk),
        .rst(rst),
        .done(led[0]),
        .wrong(led[1])
    );
endmodule

`default_nettype wire
