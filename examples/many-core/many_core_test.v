// many_core_test.v: runs sixteen_cores, or four_cores, in any simulator, and prints what comes over the serial line.
`default_nettype none
module many_core_test #(
    parameter CORES   = 16,                 // or 4
    parameter PROGRAM = "program.hex"       // read when the simulation starts
);
    localparam BIT_CLOCKS = 8;              // faster than a real line, for which the simulation would wait

    reg         clk = 1'b0, rst = 1'b1, heard = 1'b0;
    wire        tx;
    wire [CORES-1:0] stopped, fault;
    integer     clocks = -40, timer = 0;    // after the reset
    reg  [8:0]  shift = 9'h1ff;             // low: the start bit has come through

    generate
        if (CORES == 4) begin : four
            four_cores #(.PROGRAM(PROGRAM), .BIT_CLOCKS(BIT_CLOCKS)) cores (
                .clk(clk), .rst(rst), .tx(tx), .stopped(stopped), .fault(fault)
            );
        end else begin : sixteen
            sixteen_cores #(.PROGRAM(PROGRAM), .BIT_CLOCKS(BIT_CLOCKS)) cores (
                .clk(clk), .rst(rst), .tx(tx), .stopped(stopped), .fault(fault)
            );
        end
    endgenerate

    always #5 clk = ~clk;
    always @(posedge clk) begin
        clocks <= clocks + 1;
        rst    <= clocks < 0;

        // Each bit is read in its middle.
        if (timer != 0) begin
            timer <= timer - 1;
            if (timer % BIT_CLOCKS == BIT_CLOCKS / 2)
                shift <= {tx, shift[8:1]};
            if (timer == 1)
                $write("%c", shift[7:0]);
        end else if (!tx && !rst) begin
            timer <= 9 * BIT_CLOCKS + BIT_CLOCKS / 2;
            heard <= 1'b1;
            if (!heard)
                $display("the first byte is sent after %0d clocks", clocks);
        end

        if (!rst && (&stopped || |fault || clocks > 60000000) && timer == 0) begin
            if (&stopped && !(|fault))
                $display("passed: %0d cores have stopped after %0d clocks", CORES, clocks);
            else
                $display("FAILED: stopped %b, with a fault %b, after %0d clocks", stopped, fault, clocks);
            $finish(0);
        end
    end
endmodule
`default_nettype wire
