// crossed.v: two nodes of examples/many-core load the same word of each other's memory at the same time, again and again. Each serves the
// other while it waits itself.
`default_nettype none
module crossed #(
    parameter TWO_PORTS = 1
);
    reg         clk = 1'b0, rst = 1'b1;
    integer     clocks = 0;
    wire [1:0]  stopped, fault, cyc, stb, we, stall, ack, unused_valid, unused_err;
    wire [63:0] adr, dat, rdt;
    wire [15:0] unused_data;
    wire [7:0]  sel;

    always #5 clk = ~clk;

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : leaf
            core_node #(.BASE(32'h10000000 + i * 32'h1000), .PROGRAM("crossed.hex"), .TWO_PORTS(TWO_PORTS)) node (
                .clk(clk), .rst(rst), .stopped(stopped[i]), .fault(fault[i]), .line_valid(unused_valid[i]),
                .line_data(unused_data[8*i +: 8]), .line_ready(1'b1),
                .master_cyc(cyc[i]), .master_stb(stb[i]), .master_we(we[i]), .master_adr(adr[32*i +: 32]), .master_dat(dat[32*i +: 32]),
                .master_sel(sel[4*i +: 4]), .master_stall(stall[1-i]), .master_ack(ack[1-i]), .master_err(1'b0),
                .master_rdt(rdt[32*(1-i) +: 32]),
                .slave_cyc(cyc[1-i]), .slave_stb(stb[1-i]), .slave_we(we[1-i]), .slave_adr(adr[32*(1-i) +: 12]),
                .slave_dat(dat[32*(1-i) +: 32]), .slave_sel(sel[4*(1-i) +: 4]), .slave_stall(stall[i]), .slave_ack(ack[i]),
                .slave_err(unused_err[i]), .slave_rdt(rdt[32*i +: 32])
            );
        end
    endgenerate

    always @(posedge clk) begin
        clocks <= clocks + 1;
        rst    <= clocks < 4;
        if (!rst && (&stopped || clocks > 4000)) begin
            $display("%s after %0d clocks", &stopped && !fault ? "passed:" : "FAILED:", clocks);
            $finish(0);
        end
    end
endmodule
`default_nettype wire
