// self_routing_bench.v: the prototypes of self_routing.v let every message of every label out where it belongs, with what is
// left of its label behind it. Level 1 and level 2 of the 64-leaf CM-5, and a part that goes down.
`default_nettype none

module computed_up_bench #(
    parameter ABOVE = 4,
    parameter SEEN  = 5,
    parameter DIGIT = 1
) (
    input  wire       clk,
    input  wire       go,
    output reg        done,
    output reg [31:0] wrong
);
    localparam LABEL = 6;
    reg  [1+LABEL+ABOVE-1:0] try_ = 0;          // M, the label, the router's own digits
    reg  [4:0]       at = 0;
    wire             m     = try_[ABOVE+LABEL];
    wire [LABEL-1:0] label = try_[ABOVE +: LABEL];
    wire [LABEL-1:0] own   = {try_[ABOVE-1:0], {LABEL-ABOVE{1'b0}}};
    wire             in    = at == 0 ? m : at <= LABEL && label[LABEL - at];
    wire             turn;
    wire [2**DIGIT-1:0] parent;

    computed_up #(.ABOVE(ABOVE), .SEEN(SEEN), .DIGIT(DIGIT)) part (.clk(clk), .first(at == 1), .last_above(at == ABOVE),
        .last_seen(at == SEEN), .own(at > 0 && at <= LABEL && own[LABEL - at]), .in(in), .turn(turn), .parent(parent));

    wire here = label[LABEL-1 -: ABOVE] == own[LABEL-1 -: ABOVE];
    wire [DIGIT-1:0] digit = label[LABEL-SEEN +: DIGIT];
    wire [2**DIGIT-1:0] wanted = m && !here ? 1 << digit : 0;
    wire late = at - SEEN > 0 && at - SEEN <= LABEL && label[LABEL - (at - SEEN)];

    initial begin
        done  = 0;
        wrong = 0;
    end
    always @(posedge clk) if (go && !done) begin
        if (at == ABOVE && turn != (m && here) || at > ABOVE && turn != in)
            wrong <= wrong + 1;
        if (at == SEEN && parent != wanted || at > SEEN && parent != {2**DIGIT{late}})
            wrong <= wrong + 1;
        at <= at == 15 ? 0 : at + 1;
        if (at == 15) begin
            try_ <= try_ + 1;
            done <= &try_;
        end
    end
endmodule

module computed_down_bench (
    input  wire       clk,
    input  wire       go,
    output reg        done,
    output reg [31:0] wrong
);
    reg  [3:0] try_ = 0;                        // M, the digit, a bit behind it
    reg  [2:0] at = 0;
    wire       in = at < 4 && try_[3 - at[1:0]];
    wire [3:0] child;
    wire [3:0] wanted = try_[3] ? 1 << try_[2:1] : 0;

    computed_down #(.DIGIT(2)) part (.clk(clk), .last(at == 2), .in(in), .child(child));

    initial begin
        done  = 0;
        wrong = 0;
    end
    always @(posedge clk) if (go && !done) begin
        if (at == 2 && child != wanted || at > 2 && child != {4{in}})
            wrong <= wrong + 1;
        at <= at + 1;
        if (at == 7) begin
            try_ <= try_ + 1;
            done <= &try_;
        end
    end
endmodule

module self_routing_bench;
    reg         clk = 1'b0;
    wire [2:0]  done;
    wire [31:0] wrong_1, wrong_2, wrong_down;

    computed_up_bench #(.ABOVE(4), .SEEN(5), .DIGIT(1)) level_1 (.clk(clk), .go(1'b1), .done(done[0]), .wrong(wrong_1));
    computed_up_bench #(.ABOVE(2), .SEEN(4), .DIGIT(2)) level_2 (.clk(clk), .go(1'b1), .done(done[1]), .wrong(wrong_2));
    computed_down_bench down (.clk(clk), .go(1'b1), .done(done[2]), .wrong(wrong_down));

    always
        #1 clk = ~clk;

    always @(posedge clk)
        if (&done) begin
            $display("%0d wrong", wrong_1 + wrong_2 + wrong_down);
            $finish(0);
        end
endmodule

`default_nettype wire
