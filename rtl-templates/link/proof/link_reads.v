// link_reads: link_reader.v gives out the words of each frame that has arrived, in order, and keeps each until it is taken.
//
//   More frames arrive at any time, but no more than 16 are there. The RAM is cut out: what it shows is any word, the same until the next
//   one is read. By induction over the clocks, from the first `clear` on.
//! proves link_reader as reads
//! within link_end
//! given WIDTH
//! subject "link_reader"
//! what "reading end of a link"
//! claim "every place is read from its first word to its last one, then the next; a word stays until it is taken"
//! steps 2
//! skip 1
//! cells 2 * WIDTH + 100
//! watches still
//! expose number
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module link_reads #(
    parameter WIDTH = 44
) (
    input  wire             clk,
    // free in every clock
    input  wire             clear, out_ready,
    input  wire [WIDTH:0]   any_word,
    input  wire [4:0]       any_more,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [4:0]       parts
);
    reg  [4:0]       arrived;
    reg  [WIDTH:0]   stored;
    wire             read, out_valid, empty;
    wire [4:0]       place;
    wire [7:0]       address;
    wire [3:0]       number;
    wire [WIDTH-1:0] out;

    circuit circuit (
        .clk(clk), .clear(clear), .arrived(arrived), .place(place), .read(read), .address(address), .stored(stored), .out(out),
        .out_valid(out_valid), .out_ready(out_ready), .empty(empty), .number(number)
    );

    reg              begun, offered;
    reg  [4:0]       due_place;                             // of the word that comes next, or is shown
    reg  [3:0]       due_number;
    reg  [7:0]       address_1;
    reg  [WIDTH-1:0] out_1;
    wire [4:0]       waiting = arrived - place;
    wire [4:0]       most    = 5'd16 - waiting;
    wire             gone    = out_valid && out_ready;

    always @(posedge clk) begin
        arrived <= arrived + (any_more > most ? most : any_more);
        if (read) begin
            stored    <= any_word;
            address_1 <= address;
        end
        if (gone) begin
            due_place  <= due_place + {4'd0, stored[WIDTH]};
            due_number <= stored[WIDTH] ? 4'd0 : due_number + 4'd1;
        end
        offered <= out_valid && !out_ready;
        out_1   <= out;
        if (clear) begin
            begun   <= 1'b1;
            offered <= 1'b0;
            {arrived, due_place, due_number} <= 14'd0;
        end
    end

    assign parts = {
        waiting <= 5'd16 && empty == (waiting == 5'd0),
        place == due_place && number == due_number,
        !out_valid || waiting != 5'd0,
        !out_valid || address_1 == {due_place[3:0], due_number},
        !offered || out_valid && out == out_1
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
