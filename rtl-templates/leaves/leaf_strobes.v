// leaf_strobes: a leaf adapter's own copies of the timing signals.
//
//   All adapters work in lockstep, and their copies are equal. Synthesis would merge equal registers into one that
//   drives the whole chip; keeping this module's boundary keeps a copy at each leaf.
//   Latency: 1 clock.
`default_nettype none

(* keep_hierarchy *)
module leaf_strobes (
    input  wire clk,
    input  wire rst,            // synchronous, active high: the network's reset
    input  wire start,          // from frame_timer
    input  wire answer,
    input  wire body,
    output reg  load,           // the M bits of a part are on the wires in the next clock
    output reg  load_body,      // source and payload enter the shift register
    output reg  answering,      // between the arrivals of a data and an acknowledge part
    output reg  up_start        // the M bits are on the wires
);
    always @(posedge clk) begin
        load      <= start;
        load_body <= body;
        answering <= answer;
        up_start  <= load;
        if (rst)
            answering <= 1'b0;
    end
endmodule

`default_nettype wire
