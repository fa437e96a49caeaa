// crossing_trap: 10,000 numbers through the FIFO between two clocks of a bus, whose flip-flops are metastable (docs/explanation/bus-traps.md).
`timescale 1ns / 1ps
`default_nettype none
module crossing_trap;
    localparam WORDS = 10000;

    reg         fast = 1'b0, slow = 1'b0, rst = 1'b1, wants = 1'b0;
    reg  [15:0] sent = 16'd0, taken = 16'd0;
    wire [15:0] out;
    wire        room, there;

    trap_crossing_fifo #(.WIDTH(16), .PLACES(8), .METASTABLE(1)) fifo (
        .in_clk(fast), .in_rst(rst), .in(sent), .in_valid(sent < WORDS), .in_ready(room),
        .out_clk(slow), .out_rst(rst), .out(out), .out_valid(there), .out_ready(wants)
    );

    // Periods of 5 ns and of 7 to 9 ns: edges meet at every distance.
    always #2.5 fast = ~fast;
    always #(3.5 + ($random & 1023) / 1024.0) slow = ~slow;
    initial #200 rst = 1'b0;
    initial begin
        #1000000 $display("it hangs after %0d of %0d words", taken, WORDS);
        $finish(0);
    end

    always @(posedge fast)
        if (!rst && room)
            sent <= sent + 16'd1;
    always @(posedge slow) begin
        wants <= $random & 1;
        if (!rst && there && wants) begin
            taken <= taken + 16'd1;
            if (out !== taken) begin
                $display("word %0d comes as number %0d", out, taken);
                $finish(0);
            end else if (taken == WORDS - 1) begin
                $display("%0d words came once, in order", WORDS);
                $finish(0);
            end
        end
    end
endmodule
`default_nettype wire
