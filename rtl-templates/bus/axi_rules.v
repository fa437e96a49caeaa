// axi_rules: which rules of AXI4-Lite are broken at a port, in this clock. For simulations and proofs.
//
//   bit of `broken`, by the master        by the slave
//   0  AW stays until it is taken         3  B stays until it is taken
//   1  W stays                            4  R stays
//   2  AR stays                           5  no B without an address and data that were taken, one each
//                                         6  no R without an address that was taken, one each
//                                         7  no response EXOKAY, which AXI4-Lite has not
//
//   No channel waits for another, but for its own responses. At most 2^COUNT_BITS - 1 accesses of a kind are under way. In simulations the
//   data of an error may be undefined.
`default_nettype none

module axi_rules #(
    parameter ADDRESS_BITS = 32,
    parameter COUNT_BITS   = 6
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire [2:0]              awprot,
    input  wire                    awvalid,
    input  wire                    awready,
    input  wire [31:0]             wdata,
    input  wire [3:0]              wstrb,
    input  wire                    wvalid,
    input  wire                    wready,
    input  wire [1:0]              bresp,
    input  wire                    bvalid,
    input  wire                    bready,
    input  wire [ADDRESS_BITS-1:0] araddr,
    input  wire [2:0]              arprot,
    input  wire                    arvalid,
    input  wire                    arready,
    input  wire [31:0]             rdata,
    input  wire [1:0]              rresp,
    input  wire                    rvalid,
    input  wire                    rready,
    output wire [7:0]              broken
);
    localparam LEFT = COUNT_BITS - 1;

    // What was shown a clock ago and not taken.
    reg                    aw_waits, w_waits, ar_waits, b_waits, r_waits;
    reg [ADDRESS_BITS-1:0] awaddr_1, araddr_1;
    reg [2:0]              awprot_1, arprot_1;
    reg [31:0]             wdata_1, rdata_1;
    reg [3:0]              wstrb_1;
    reg [1:0]              bresp_1, rresp_1;
    // Taken, without a response that was taken.
    reg [COUNT_BITS-1:0]   addresses, words, reads;

    wire aw_goes = awvalid & awready;
    wire w_goes  = wvalid & wready;
    wire ar_goes = arvalid & arready;
    wire b_goes  = bvalid & bready;
    wire r_goes  = rvalid & rready;

    always @(posedge clk) begin
        aw_waits  <= awvalid & ~awready & ~rst;
        w_waits   <= wvalid & ~wready & ~rst;
        ar_waits  <= arvalid & ~arready & ~rst;
        b_waits   <= bvalid & ~bready & ~rst;
        r_waits   <= rvalid & ~rready & ~rst;
        awaddr_1  <= awaddr;
        awprot_1  <= awprot;
        wdata_1   <= wdata;
        wstrb_1   <= wstrb;
        araddr_1  <= araddr;
        arprot_1  <= arprot;
        bresp_1   <= bresp;
        rdata_1   <= rdata;
        rresp_1   <= rresp;
        addresses <= addresses + {{LEFT{1'b0}}, aw_goes} - {{LEFT{1'b0}}, b_goes};
        words     <= words + {{LEFT{1'b0}}, w_goes} - {{LEFT{1'b0}}, b_goes};
        reads     <= reads + {{LEFT{1'b0}}, ar_goes} - {{LEFT{1'b0}}, r_goes};
        if (rst) begin
            addresses <= {COUNT_BITS{1'b0}};
            words     <= {COUNT_BITS{1'b0}};
            reads     <= {COUNT_BITS{1'b0}};
        end
    end

    assign broken = {8{~rst}} & {
        bvalid & bresp == 2'b01 | rvalid & rresp == 2'b01,
        rvalid & ~(|reads | ar_goes),
        bvalid & ~((|addresses | aw_goes) & (|words | w_goes)),
        r_waits & ~(rvalid & {rresp, rdata} === {rresp_1, rdata_1}),
        b_waits & ~(bvalid & bresp == bresp_1),
        ar_waits & ~(arvalid & {araddr, arprot} == {araddr_1, arprot_1}),
        w_waits & ~(wvalid & {wdata, wstrb} == {wdata_1, wstrb_1}),
        aw_waits & ~(awvalid & {awaddr, awprot} == {awaddr_1, awprot_1})
    };
endmodule

`default_nettype wire
