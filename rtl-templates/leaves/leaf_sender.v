// leaf_sender: sends the messages and answers of a lane of a leaf.
//
//   [ 1 | source | payload ] --> tail --> route --> head --> [up]
//             [ 1 | tag ] OR'ed in --^
//
//   No counters: a message is one shift register, loaded at once; zeros follow.
//   Latency: `load` to the M bit on `up` 1 clock.
`default_nettype none

module leaf_sender #(
    parameter SOURCE_BITS  = 4,         // of the source field
    parameter PAYLOAD_BITS = 32,        // at least 1
    parameter TAG_BITS     = 0,         // of an acknowledgement, 0 .. SOURCE_BITS
    parameter PLAIN        = 0          // 1: multiplexers in the LUTs that the flip-flops have anyway
) (
    input  wire                                     clk,
    input  wire                                     load,       // the M bits of a part are on `up` in the next clock
    input  wire                                     load_body,  // the start bit of a data part is to follow the route
    input  wire                                     load_tag,   // as load_body, for an acknowledge part
    input  wire                                     m,
    input  wire [SOURCE_BITS-1:0]                   own_source,
    input  wire [PAYLOAD_BITS-1:0]                  word,
    input  wire [(TAG_BITS > 0 ? TAG_BITS : 1)-1:0] tag,
    output wire                                     tail,       // the bits that follow the route
    input  wire                                     head,       // the route, then `tail`
    output reg                                      up
);
    localparam N = SOURCE_BITS + PAYLOAD_BITS;

    reg  [N:0] line;                    // start bit, source, payload; zeros follow
    wire [N:0] message = {1'b1, own_source, word};
    wire [N:1] answer;

    assign tail = line[N];

    // Verilog has no vectors without bits: hence the case of TAG_BITS 0.
    generate
        if (TAG_BITS > 0) begin : with_tag
            assign answer = {load_tag, tag & {TAG_BITS{load_tag}}, {N-TAG_BITS-1{1'b0}}};
        end else begin : without_tag
            wire unused = &{load_tag, tag, 1'b0};

            assign answer = {N{1'b0}};
        end
        // PLAIN names a property of the device: both cases are the same circuit before technology mapping.
        if (PLAIN != 0) begin : load_by_luts
            always @(posedge clk)
                line[N:1] <= message[N:1] & {N{load_body}} | (line[N-1:0] | answer) & {N{~load_body}};
        end else begin : load_by_pins
            always @(posedge clk)
                line[N:1] <= load_body ? message[N:1] : line[N-1:0] | answer;
        end
    endgenerate

    always @(posedge clk) begin
        // A gate: Yosys would turn a multiplexer into a reset with an inverter before it.
        line[0] <= load_body & message[0];
        up <= load ? m : head;
    end
endmodule

`default_nettype wire
