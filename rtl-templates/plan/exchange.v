// exchange: passes two wires straight or crosses them, as decided once per frame.
//
//   a --[ ]--\ /-- first     At the strobe the M bits decide: straight if there is a message on a, and the
//             X              opposite if `odd`. The message bits follow from the next clock on, one clock
//   b --[ ]--/ \-- second    late. The decision holds until the next strobe.
//
//   odd     0: a lone message leaves on first, two messages go straight (Batcher's comparator of M bits);
//           parity of the number of messages before a: the message of even rank leaves on first, that of
//           odd rank on second (the first stage of a reverse butterfly).
//   No message is ever lost. Latency: 1 clock. One 3-input LUT per output.
`default_nettype none

module exchange (
    input  wire clk,
    input  wire start,      // strobe: M bits are on a and b
    input  wire odd,        // an odd number of messages stands before a; valid with the strobe
    input  wire a,
    input  wire b,
    output wire first,
    output wire second
);
    reg straight;
    reg a_late;
    reg b_late;

    always @(posedge clk) begin
        a_late <= a;
        b_late <= b;
        if (start)
            straight <= a ^ odd;
    end

    assign first  = straight ? a_late : b_late;
    assign second = straight ? b_late : a_late;
endmodule

`default_nettype wire
