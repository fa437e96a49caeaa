// link_reader: gives out the words of the frames that have arrived, in order, from the receiver's store.
//
//   A word and `last`, which says that its frame ends with it, stand in the RAM's output register until the word is taken.
//   Behind the last one there is no word for a clock: what the RAM says decides nothing but what is known in the next one.
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
    wire       passes = gone && last;

    assign out     = stored[WIDTH-1:0];
    assign read    = !out_valid || out_ready;
    assign address = {place[3:0], number + {3'd0, gone}};
    assign empty   = place == arrived;

    always @(posedge clk) begin
        number <= passes ? 4'd0 : address[3:0];
        if (passes)
            place <= place + 5'd1;
        if (read)
            out_valid <= place != arrived && !passes;
        if (clear) begin
            place     <= 5'd0;
            number    <= 4'd0;
            out_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
