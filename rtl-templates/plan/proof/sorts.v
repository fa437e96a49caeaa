// sorts: one-bit words leave in order, and as many ones leave as enter.
//
//   The sorter starts in any state. Two sets of one-bit words go in, each one clock after a strobe: any set x, then x
//   with the bit of one wire inverted.
//
//        clock   0       1       2       3
//        start   1       any     1       any
//        in      any     x       any     x with a bit turned     out: LATENCY clocks later
//
//   Both sets leave in order, and differ on exactly one output, whose bit has changed in the same direction. Setting
//   the ones of x one by one therefore sets one more output each time. Without any ones all outputs are 0, as the first
//   one changes an output from 0. No word is lost or made, and the solver need not count.
//! proves compare_exchange as sorts
//! around
//! given N LATENCY CELLS RESETS
//! what "sorter of {N} words"
//! claim "all one-bit words leave in order, none lost or made"
//! steps LATENCY + 4
//! skip LATENCY + 3
//! cells CELLS
//! resets when RESETS
//! reads compare_exchange
//! show words "inputs that were 1"
//! show sorted "outputs that were 1"
`default_nettype none

module sorts #(
    parameter N = 2                 // words
) (
    input  wire         clk,
    input  wire [N-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire [$clog2(N)-1:0] any_wire,
    // the claim, for clock LATENCY + 4, and values to show if it fails
    output wire         ok,
    output reg  [N-1:0] words,
    output wire [N-1:0] sorted
);
    wire         start;
    wire [N-1:0] in;
    wire [N-1:0] out;

    circuit circuit (.clk(clk), .start(start), .in(in), .out(out));

    reg [3:0]   clock = 4'd1;
    reg [N-1:0] turned;
    reg [N-1:0] late;
    reg [N-1:0] before;

    wire [N-1:0] one = {{N-1{1'b0}}, 1'b1} << any_wire;

    assign start = clock[0] | clock[2] | any_start;
    assign in    = clock[3] ? words ^ one : any;

    always @(posedge clk) begin
        clock  <= clock << 1;
        late   <= out;
        before <= late;
        if (clock[1])
            words <= in;
        if (clock[3])
            turned <= one;
    end

    wire [N-1:0] change = before ^ out;

    assign sorted = before;
    assign ok = (before[N-2:0] & ~before[N-1:1]) == {N-1{1'b0}}
             && (out[N-2:0] & ~out[N-1:1]) == {N-1{1'b0}}
             && (turned == {N{1'b0}} ||
                 (change != {N{1'b0}} && (change & (change - 1'b1)) == {N{1'b0}}
                  && |(change & out) == |(turned & ~words)));
endmodule

`default_nettype wire
