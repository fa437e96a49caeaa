// wires_harness.v: a network without adapters between shift registers and XOR sinks, so that a placement of it alone
// has no path through a pin: every input comes from a flip-flop, every output ends behind one LUT at another.
//
//   serial --> [] -> [] -> [] ..                                       one per wire into the network
//               |     |     |
//             [ network and its strobe ]
//               |||   |||   |||
//              [xor] [xor] [xor] -> .. -> sink                         one per three wires out of it
`default_nettype none

module wires_harness #(
    parameter IN  = 16,                 // wires into the network
    parameter OUT = 16                  // wires out of it
) (
    input  wire clk,
    input  wire serial,
    input  wire rst,                    // from a pin: it may come whenever no strobe is on the way, so no path counts
    output wire sink
);
    reg  [IN:0]    source;
    reg  [IN:0]    in;                  // so that the network is not tied to where the shift register is
    wire           down_start;
    wire [OUT-1:0] down;

    always @(posedge clk) begin
        source <= {source[IN-1:0], serial};
        in     <= source;
    end

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .leaf_up_start(in[0]),
        .leaf_up(in[IN:1]),
        .leaf_down_start(down_start),
        .leaf_down(down)
    );

    xor_sink #(
        .WIDTH(OUT + 1)
    ) outputs (
        .clk(clk),
        .in({down, down_start}),
        .sink(sink)
    );
endmodule

`default_nettype wire
