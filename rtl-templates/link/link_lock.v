// link_lock: finds where frames begin, and how full they are.
//
//   HUNT --three frames more right than wrong--> LOCK --sixteen wrong, one behind the other--> HUNT
//
//   In HUNT a wrong frame at a place where none was right moves the search on by a clock: `slip`. Only frames in LOCK are taken. The frames
//   of a link that is down are short: no words. Its far end counts them down before the first long one, in each of them: once
//   one of these has come, `full` follows whichever of the others are lost.
`default_nettype none

module link_lock (
    input  wire       clk,
    input  wire       rst,                  // synchronous, active high
    input  wire       done,                 // see link_deframer.v
    input  wire       good,
    input  wire       goes,                 // of the frame that is done: it counts down ..
    input  wire [2:0] left,                 // .. and so many short ones follow
    output wire       slip,
    output wire       take,
    output wire       bad,                  // a frame in LOCK was wrong
    output reg        locked,
    output reg        full
);
    reg [3:0] row;                          // HUNT: frames that were right, less those that were wrong; LOCK: wrong ones
    reg [2:0] rest;
    reg       going;

    // The far end's clock may never have run.
    initial
        locked = 1'b0;

    assign slip = done && !good && !locked && row == 4'd0;
    assign take = done && good && locked;
    assign bad  = done && !good && locked;

    always @(posedge clk) begin
        if (done) begin
            row <= locked ? (good ? 4'd0 : row + 4'd1) : good ? row + 4'd1 : row - {3'd0, row != 4'd0};
            if (!locked && good && row == 4'd2) begin
                locked <= 1'b1;
                row    <= 4'd0;
            end
            if (locked && !good && row == 4'd15)
                locked <= 1'b0;             // and `row` is 0 again
            rest <= rest - 3'd1;
            if (going && rest == 3'd1)
                full <= 1'b1;
            if (take && goes && !full) begin
                rest  <= left;
                going <= 1'b1;
                full  <= left == 3'd0;
            end
        end
        if (rst) begin
            locked <= 1'b0;
            row    <= 4'd0;
            going  <= 1'b0;
            full   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
