// reading: clocks in which the wires of a router's part need not show messages: selectors read an address, or `copy`
// has changed since the M bits in whose clock it counts.
//
//   Frames are longer than an address: a strobe while an address is read is no case of interest.
`default_nettype none

module reading #(
    parameter BITS  = 1,            // of the address
    parameter CLOCK = 1             // in which its last bit is read, counted from the strobe, at least BITS
) (
    input  wire clk,
    input  wire start,              // strobe: M bits are on the inputs of the part
    input  wire copy,
    output reg  reads
);
    reg [CLOCK:1] started;          // [k]: the strobe k clocks ago
    reg [CLOCK:1] copied;
    integer       k;

    always @(posedge clk) begin
        started <= {started, start};
        copied  <= {copied, copy};
    end

    always @* begin
        reads = 1'b0;
        for (k = CLOCK - BITS + 1; k < CLOCK; k = k + 1)
            reads = reads | started[k];
        for (k = 1; k < CLOCK; k = k + 1)
            reads = reads | (started[CLOCK] & (copied[k] ^ copy));
    end
endmodule

`default_nettype wire
