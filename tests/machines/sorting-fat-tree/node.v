// A node that gets random waves behind a reset, up, then down: nothing that leaves it may be unknown, though its registers begin unknown.
`timescale 1ns/1ns
`default_nettype none

module node_known;
    reg                clk = 1'b0;
    reg                rst = 1'b1;
    reg  [7:0]         chance = 8'd0;
    reg  [`LINES-1:0]  child_up = 0;
    reg  [`UP-1:0]     down = 0;
    wire [`LINES-1:0]  child_down;
    wire               idle, child_down_start, child_down_batch, child_down_sending;
    wire [`UP+1:0]     above;
    integer            clocks = 0;
    wire               climbs = clocks % 4096 > 10 && clocks % 4096 < 1500;
    wire               goes_down = clocks % 4096 > 2500;
    integer            seed = 1, unknown = 0, waves = 0;

    `NODE node (
`ifndef ROOT
        .up(above[`UP+1:2]), .up_start(above[1]), .up_batch(above[0]), .down(down), .down_start(goes_down & chance == 1), .down_batch(goes_down & chance == 2),
        .down_sending(1'b0),
`endif
        .clk(clk), .rst(rst), .round(clocks % 4096 == 6), .stage((climbs | goes_down) & chance < 10), .sort_now(clocks % 4096 == 1600), .idle(idle), .child_up(child_up),
        .child_start({2{climbs & chance[3:0] == 5}}), .child_batch({2{climbs & chance[5:0] == 6}}), .child_down(child_down),
        .child_down_start(child_down_start), .child_down_batch(child_down_batch), .child_down_sending(child_down_sending), .child_room(2'b11)
    );
`ifdef ROOT
    assign above = 0;
`endif

    always #5 clk = ~clk;
    always @(negedge clk) begin
        clocks   = clocks + 1;
        rst      = clocks < 3;
        chance   = $random(seed);
        child_up = $random(seed);
        down     = $random(seed);
        if (clocks > 4) begin
            if (^{child_down, idle, child_down_start, child_down_batch, child_down_sending, above} === 1'bx)
                unknown = unknown + 1;
            if (child_down_start | above[1])
                waves = waves + 1;
        end
        if (clocks == 30000) begin
            $display("%0d unknown, %0d waves", unknown, waves);
            $finish(0);
        end
    end
endmodule
