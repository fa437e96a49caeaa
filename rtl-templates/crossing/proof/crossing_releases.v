// crossing_releases: crossing_reset.v lets neither side go before both have been in reset together, for 34 edges of the leaf's.
//
//   Both clocks rise in any steps (crossing_carries.v). By induction over the steps: nothing is claimed before the first edge of clk
//   in reset.
//! proves crossing_reset as releases
//! within crossing_leaf
//! subject "crossing_reset"
//! what "resets of both sides of a crossing"
//! claim "the leaf has 34 edges in reset, and the network's side waits for them"
//! steps 3
//! skip 1
//! clocks
//! cells 30
//! watches still
//! expose ask
//! expose low_early
//! expose low
//! expose left
//! expose held_early
//! expose held_late
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module crossing_releases (
    input  wire       clk,
    // free in every step
    input  wire       rises, leaf_rises, rst,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [4:0] parts
);
    localparam [5:0] LAST = 6'd34;

    reg        net_clk, leaf_clk, begun;
    reg  [5:0] edges;                       // of leaf_clk in reset, since `ask` fell
    wire       held, leaf_rst, ask, low_early, low, held_early, held_late;
    wire [4:0] left;
    wire       rises_now = rises && !net_clk, leaf_rises_now = leaf_rises && !leaf_clk;

    circuit circuit (
        .clk(net_clk), .rst(rst), .held(held), .leaf_clk(leaf_clk), .leaf_rst(leaf_rst), .ask(ask), .low_early(low_early),
        .low(low), .left(left), .held_early(held_early), .held_late(held_late)
    );
    always @(posedge clk) begin
        net_clk  <= rises_now;
        leaf_clk <= leaf_rises_now;
        if (ask)
            edges <= 6'd0;
        else if (leaf_rises_now && edges < LAST)
            edges <= edges + 6'd1;
        if (rises_now && rst) begin
            begun <= 1'b1;
            edges <= 6'd0;
        end
    end

    assign parts = {
        held == (held_late || rst),
        leaf_rst == (ask || edges < LAST),                  // so many edges see it high, and no further one
        low_early == (ask || edges < 1) && low == (ask || edges < 2)
            && {1'b0, left} == (ask || edges < 2 ? 6'd31 : edges < LAST ? LAST - 6'd1 - edges : 6'd0),
        !leaf_rst || held_early && held_late,               // the network's side waits
        !held_early || held_late                            // and then sees the leaf's counts
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
