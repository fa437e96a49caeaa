// bench_holds: a testbench part: lets the channels of ports wait at random, and counts the rules that are broken there. For simulators only.
`default_nettype none

module bench_holds #(
    parameter MASTERS = 1,
    parameter SLAVES  = 1,
    parameter TIMEOUT = 0               // clocks in which a slave must answer; slaves hurry if they are few
) (
    input  wire                 clk,
    input  wire                 rst,
    output wire [5*MASTERS-1:0] master_holds,
    output wire [5*SLAVES-1:0]  slave_holds,
    input  wire [8*MASTERS-1:0] master_broken,
    input  wire [8*SLAVES-1:0]  slave_broken,
    input  wire [31:0]          found,          // errors that others have found
    output wire [31:0]          wrong           // all
);
    localparam ALL   = 5 * (MASTERS + SLAVES);
    localparam SHORT = TIMEOUT != 0 && TIMEOUT < 32;

    reg [31:0]    random;
    reg [31:0]    broken;
    reg [ALL-1:0] holds;
    integer       i;

    assign {slave_holds, master_holds} = holds;
    assign wrong = found + broken;

    initial begin
        random = 32'h6b8b4567;
        broken = 32'd0;
        holds  = {ALL{1'b0}};
    end

    always @(negedge clk) begin
        for (i = 0; i < ALL; i = i + 1) begin
            random   = random ^ random << 13;
            random   = random ^ random >> 17;
            random   = random ^ random << 5;
            holds[i] = random[9:8] == 2'd0 && (i < 5 * MASTERS || !SHORT);
        end
        #2 if (!rst && {slave_broken, master_broken} !== {(8*(MASTERS+SLAVES)){1'b0}}) begin
            $display("rules broken at ports of slaves and masters, 8 bits each: %b %b", slave_broken, master_broken);
            broken = broken + 32'd1;
        end
    end
endmodule

`default_nettype wire
