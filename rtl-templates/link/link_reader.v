// link_reader: gives out the words of the frames that have arrived, in order, from the receiver's store.
//
//   A word and `last`, which says that its frame ends with it, stand in the RAM's output register until the word is taken.
`default_nettype none

module link_reader #(
    parameter WIDTH = 44
) (
    input  wire             clk,
    input  wire             clear,          // synchronous, active high
    input  wire [4:0]       arrived,        // all frames before it are there
    output reg  [4:0]       place,          // all frames before it are read
    output wire             read,
    output wire [7:0]       address,
    input  wire [WIDTH:0]   stored,         // {last, word}, a clock behind `read`
    output wire [WIDTH-1:0] out,
    output reg              out_valid,
    input  wire             out_ready,
    output wire             empty
);
    reg  [3:0] number;
    wire       last = stored[WIDTH];
    wire       gone = out_valid && out_ready;
    wire [4:0] next = place + {4'd0, gone && last};

    assign out     = stored[WIDTH-1:0];
    assign read    = !out_valid || out_ready;
    assign address = {next[3:0], gone ? (last ? 4'd0 : number + 4'd1) : number};
    assign empty   = place == arrived;

    always @(posedge clk) begin
        place  <= next;
        number <= address[3:0];
        if (read)
            out_valid <= next != arrived;
        if (clear) begin
            place     <= 5'd0;
            number    <= 4'd0;
            out_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
