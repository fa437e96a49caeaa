// choose: passes one of two wires on, chosen once per frame.
//
//   a --[ ]--\
//             >-- first      The one that has a message. Of two messages that on a, or by chance that on b.
//   b --[ ]--/
//
//   clock    0       1          2
//   start    1       0          0
//   after    0       1          0         `start`, a clock later
//   favor    1       0 or 1     0         1 in clock 1: of two messages that on a goes on
//   a, b     M       next bits
//   first            M          next bits
//
//   In clock 1 both M bits of two messages are 1: it does not matter yet which of them goes on.
//   Of two messages one is lost, never both. Latency: 1 clock. One 4-input LUT.
`default_nettype none

module choose #(
    parameter PLAIN = 0             // 1: ties are broken by LUTs that the flip-flops have anyway
) (
    input  wire clk,
    input  wire start,              // strobe: M bits are on a and b
    input  wire after,
    input  wire favor,
    input  wire a,
    input  wire b,
    output wire first
);
    reg a_waits;                    // there is a message on a
    reg b_leads;                    // there is one on b, which goes before that on a
    reg a_late;
    reg b_late;

    always @(posedge clk) begin
        a_late <= a;
        b_late <= b;
        if (start)
            a_waits <= a;
    end

    // PLAIN names a property of the device: both cases are the same circuit before technology mapping.
    generate
        if (PLAIN != 0) begin : by_luts
            always @(posedge clk)
                b_leads <= (after ? b_late : b_leads) & ~favor;
        end else begin : by_pins
            always @(posedge clk)
                if (favor)
                    b_leads <= 1'b0;
                else if (after)
                    b_leads <= b_late;
        end
    endgenerate

    assign first = a_waits & ~b_leads ? a_late : b_late;
endmodule

`default_nettype wire
