// crossing_sync: bits of another clock, through two flip-flops each.
//
//   in --> [first] --> [second] --> out         out: two edges of `clk` behind `in`
//
//   A bit that changes near an edge of `clk` may leave `first` undecided for a while, neither 0 nor 1, and then be seen old or new.
//   Nothing but `second` sees `first`, so it has a whole clock to decide. Of several bits each decides for itself: only a Gray code, of
//   which one bit changes in a step, is then seen as it was or as it is. The attributes keep tools from moving or
//   removing these flip-flops.
//
//   METASTABLE is for simulation: in an edge of `clk`, each bit that the last edge of `from_clk` has changed since the edge before is
//   seen old or new, by chance. That is the most that a flip-flop does which settles within a clock.
`default_nettype none

module crossing_sync #(
    parameter BITS       = 3,               // 1 .. 32
    parameter METASTABLE = 0                // 1: by chance, in simulation
) (
    input  wire            from_clk,        // of `in`
    input  wire [BITS-1:0] in,              // from flip-flops
    input  wire            clk,
    input  wire            rst,             // synchronous, active high
    output wire [BITS-1:0] out
);
    (* keep = "true", async_reg = "true" *)
    reg  [BITS-1:0] first, second;
    wire [BITS-1:0] seen;

    generate
        if (METASTABLE != 0) begin : simulated
            reg [BITS-1:0] old;                             // `in` before the last edge of from_clk
            reg [7:0]      edges, edges_seen;
            reg [31:0]     chance;

            initial begin
                edges      = 8'd0;
                edges_seen = 8'd0;
                chance     = 32'd0;
            end
            always @(posedge from_clk) begin
                old    <= in;
                edges  <= edges + 8'd1;
            end
            always @(posedge clk) begin
                edges_seen <= edges;
                chance     <= $random;
            end
            assign seen = edges != edges_seen ? in ^ ((in ^ old) & chance[BITS-1:0]) : in;
            wire unused = &{chance, 1'b0};
        end else begin : built
            wire unused = from_clk;
            assign seen = in;
        end
    endgenerate

    always @(posedge clk) begin
        first  <= seen;
        second <= first;
        if (rst) begin
            first  <= {BITS{1'b0}};
            second <= {BITS{1'b0}};
        end
    end
    assign out = second;
endmodule

`default_nettype wire
