// batch_teller: tells the node above how many words the leaf has in a stage.
//
//   `count_now` and, from then on, `count` say the number y. C clocks of `sum_valid` have the bits of y on `sum`, the lowest
//   first, from the second clock behind `count_now` on. C clocks of `max_valid` follow, with the bits of ceil(y / 2) on `max`,
//   the highest first: after `sum_end` `count` must say y + 1, whose bits but the lowest one these are, behind a 0 in front.
//   `told` is high in the last clock that needs it. `y` is there when `sum_valid` falls, until the next stage.
`default_nettype none

module batch_teller #(
    parameter COUNT_BITS = 7                // C, at least 3
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  count_now,
    input  wire [COUNT_BITS-1:0] count,
    output wire                  says,      // the number is on its way out
    output reg                   sum_end,   // the sum's last bit is
    output reg                   told,      // the last bit of all is
    output reg  [COUNT_BITS-1:0] y,
    output reg                   sum,
    output reg                   sum_valid,
    output reg                   max,
    output reg                   max_valid
);
    localparam C = COUNT_BITS, IB = $clog2(C + 1);
    localparam [31:0] LAST_SAID = C - 2;

    reg           says_sum, says_max;
    reg  [IB-1:0] said;                     // the bit: 0 .. C - 1 of y, then C .. 1 of y + 1
    wire [(1<<IB)-1:0] count_padded = {{((1<<IB)-C){1'b0}}, count};
    wire          bit_now = count_padded[said];

    assign says = says_sum | says_max;

    always @(posedge clk) begin
        says_sum <= count_now | says_sum & ~sum_end;
        sum_end  <= says_sum & said == LAST_SAID[IB-1:0];
        told     <= says_max & said == 2;
        says_max <= sum_end | says_max & ~told;
        if (says_sum)
            said <= said + 1'b1;
        else if (says_max)
            said <= said - 1'b1;
        if (says_sum)
            y <= {bit_now, y[C-1:1]};
        sum       <= says_sum & bit_now;
        sum_valid <= says_sum;
        max       <= says_max & bit_now;
        max_valid <= says_max;
        if (rst) begin
            says_sum  <= 1'b0;
            says_max  <= 1'b0;
            sum_end   <= 1'b0;
            told      <= 1'b0;
            said      <= {IB{1'b0}};
            sum       <= 1'b0;
            sum_valid <= 1'b0;
            max       <= 1'b0;
            max_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
