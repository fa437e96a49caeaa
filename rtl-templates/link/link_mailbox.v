// link_mailbox: bits that cross from one clock to another one, together.
//
//   in_clk:  in --put--> [letter] [flag]            the letter stands still until the flag has come back
//   out_clk:             [ out  ] <-- flag seen
//
//   What is put while a letter is under way is passed over: what the sender tells next covers it.
`default_nettype none

module link_mailbox #(
    parameter BITS = 50
) (
    input  wire            in_clk,
    input  wire            in_rst,          // synchronous, active high
    input  wire            put,
    input  wire [BITS-1:0] in,
    input  wire            out_clk,
    input  wire            out_rst,         // synchronous, active high
    output reg             news,            // for a clock: `out` is new
    output reg  [BITS-1:0] out
);
    reg  [BITS-1:0] letter;
    reg             flag, back;
    wire            flag_seen, back_seen;
    wire            takes = flag_seen != back;

    crossing_sync #(.BITS(1)) there (
        .from_clk(in_clk), .in(flag), .clk(out_clk), .rst(out_rst), .out(flag_seen)
    );
    crossing_sync #(.BITS(1)) home (
        .from_clk(out_clk), .in(back), .clk(in_clk), .rst(in_rst), .out(back_seen)
    );

    always @(posedge in_clk) begin
        if (put && flag == back_seen) begin
            letter <= in;
            flag   <= !flag;
        end
        if (in_rst)
            flag <= 1'b0;
    end
    always @(posedge out_clk) begin
        news <= takes;
        if (takes) begin
            out  <= letter;
            back <= !back;
        end
        if (out_rst) begin
            news <= 1'b0;
            back <= 1'b0;
        end
    end
endmodule

`default_nettype wire
