// flexible_count: the number of words of a sorted wave. They are on the first lines, so it is found a bit at a time.
`default_nettype none

module flexible_count #(
    parameter LINE_BITS = 4             // log2 of the lines
) (
    input  wire [(1<<LINE_BITS)-1:0] none,      // of each line; a line behind one without a word has none
    output reg  [LINE_BITS:0]        count
);
    localparam LINES = 1 << LINE_BITS;
    reg [LINES-1:0] rest_of_wave;
    integer k;

    always @* begin
        rest_of_wave = none;
        count = {LINE_BITS+1{1'b0}};
        count[LINE_BITS] = ~none[LINES-1];
        for (k = LINE_BITS - 1; k >= 0; k = k - 1) begin
            count[k] = ~rest_of_wave[(1<<k)-1] & none[LINES-1];
            if (~rest_of_wave[(1<<k)-1])
                rest_of_wave = rest_of_wave >> (1 << k);
        end
    end
endmodule

`default_nettype wire
