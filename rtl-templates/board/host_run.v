// host_run: starts and halts the network for a host, and counts the clocks of a run.
//
//   begin_run --> starting --> hold falls --> three clocks --> running, now = 0, 1 ..      until halt or begin_run
//
// Between runs the network is reset. `starting` lasts 64 clocks, in which the logs are cleared, and the indices of the
// entries become 0, then 1 and 2, one leaf after the other.
`default_nettype none
module host_run #(
    parameter SHARE_BITS = 3,                   // a bank has 2^SHARE_BITS leaves
    parameter TIME_BITS = 30 - 2 * SHARE_BITS
) (
    input  wire                       clk,
    input  wire                       rst,      // synchronous, active high
    input  wire                       begin_run,        // commands, for a clock
    input  wire                       halt,

    output wire                       busy,     // starting or running
    output wire                       forget,   // the last run
    output wire                       withhold, // falls one clock before it
    output reg                        running,
    output reg                        idle,     // not running, without a LUT that inverts it
    output reg                        expired,  // `now` has wrapped
    output reg                        network_rst,
    output reg                        rewind,   // all leaves to entry 0
    output reg                        advance,  // twice for a clock for each leaf: to entry 2
    output wire                       second,   // all leaves read entry 1
    output wire                       fetch,    // all leaves read an entry
    output reg  [TIME_BITS-1:0]       now,      // clock of the run
    output reg  [(1<<SHARE_BITS)-1:0] skip      // low for the leaf of each bank that is visited: leaf 0 in clock 0
);

    reg  starting;
    reg  hold;                          // no run; falls three clocks before it
    reg  [2:0] primed;                  // for three clocks, then run
    // `now` counts in two parts, to keep carries short: `roll` is high when the lower part is about to wrap.
    reg  roll;
    wire [TIME_BITS-8:0] next_high = {1'b0, now[TIME_BITS-1:8]} + {{TIME_BITS-8{1'b0}}, roll};
    wire [7:0] next_low = now[7:0] + 8'd1;
    assign withhold = !running && !primed[2];
    assign busy = starting || !hold;
    assign forget = begin_run || rst;
    assign second = primed[2];
    assign fetch = rewind || second;

    always @(posedge clk) begin
        now <= {next_high[TIME_BITS-9:0], next_low};
        roll <= now[7:0] == 8'hfe;
        primed <= {primed[1:0], starting && now[6]};
        rewind <= starting && now[6:4] == 3'd0;
        advance <= starting && &now[4:SHARE_BITS];
        if (starting && now[6]) begin
            starting <= 1'b0;
            hold <= 1'b0;
        end
        if (primed[2]) begin
            running <= 1'b1;
            idle <= 1'b0;
            network_rst <= 1'b0;
            now <= {TIME_BITS{1'b0}};
        end
        if (running && next_high[TIME_BITS-8])
            expired <= 1'b1;
        skip <= {skip[(1<<SHARE_BITS)-2:0], skip[(1<<SHARE_BITS)-1] && !primed[2]};
        if (begin_run || halt || rst) begin
            running <= 1'b0;
            idle <= 1'b1;
            network_rst <= 1'b1;
            primed <= 3'b000;
            hold <= 1'b1;
            starting <= begin_run && !rst;
            skip <= {(1<<SHARE_BITS){1'b1}};
        end
        if (forget) begin
            expired <= 1'b0;
            now <= {TIME_BITS{1'b0}};
        end
    end

endmodule
`default_nettype wire
