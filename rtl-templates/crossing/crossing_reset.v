// crossing_reset: the reset of a leaf with a clock of its own, made of the network's.
//
//   clk:       rst --> [ask] .........................            `held`: of what stands at the network's side
//                              v                      v
//   leaf_clk:  0 --> [low_early] --> [low] --> [left, leaf_low] --> leaf_rst: the leaf's side, and its user
//                                                     v
//   clk:                                       [held_early] --> [held_late]
//
//   `ask` sets the leaf's flip-flops at once, so a reset reaches the leaf even if its clock stands still. leaf_rst falls 34 edges of
//   leaf_clk after the network's reset: what ftc builds may count on 32 clocks of reset. `held` falls two clocks after
//   that. Until then the network's side takes nothing and offers nothing, however long the leaf's clock takes to begin.
`default_nettype none

module crossing_reset (
    input  wire clk,
    input  wire rst,            // synchronous, active high, for two clocks at least
    output wire held,           // in step with clk
    input  wire leaf_clk,
    output wire leaf_rst        // rises at any time, falls in step with leaf_clk
);
    reg ask;                    // from a flip-flop: it sets others, so it must have no glitch
    (* keep = "true", async_reg = "true" *)
    reg low_early, low;
    reg leaf_low;
    reg [4:0] left;             // edges
    (* keep = "true", async_reg = "true" *)
    reg held_early, held_late;

    always @(posedge clk) begin
        ask        <= rst;
        held_early <= leaf_low;
        held_late  <= held_early;
        if (rst) begin
            held_early <= 1'b1;
            held_late  <= 1'b1;
        end
    end
    always @(posedge leaf_clk or posedge ask)
        if (ask) begin
            low_early <= 1'b1;
            low       <= 1'b1;
            left      <= 5'd31;
            leaf_low  <= 1'b1;
        end else begin
            low_early <= 1'b0;
            low       <= low_early;
            if (!low && left != 5'd0)
                left <= left - 5'd1;
            leaf_low  <= low || left != 5'd0;
        end
    assign leaf_rst = leaf_low;
    assign held     = held_late || rst;
endmodule

`default_nettype wire
