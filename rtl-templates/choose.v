// choose: passes one of two wires on, chosen once per frame; an exchange without its second output.
//
//   a --[ ]--\
//             >-- first      a if there is a message on a, else b.
//   b --[ ]--/
//
//   Of two messages one is lost, never both. Latency: 1 clock. One 3-input LUT.
`default_nettype none

module choose #(
    parameter W = 1                 // bits per clock and wire, at least 1; bit 0 carries the M bit
) (
    input  wire         clk,
    input  wire         start,      // strobe: M bits are on a and b
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    output wire [W-1:0] first
);
    reg         straight;
    reg [W-1:0] a_late;
    reg [W-1:0] b_late;

    always @(posedge clk) begin
        a_late <= a;
        b_late <= b;
        if (start)
            straight <= a[0];
    end

    assign first = straight ? a_late : b_late;
endmodule

`default_nettype wire
