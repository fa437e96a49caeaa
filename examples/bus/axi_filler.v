// axi_filler.v: a master with a port of AXI4-Lite: it writes words side by side, one a clock if the bus takes them, and reads them back.
`default_nettype none
module axi_filler #(
    parameter BASE  = 32'h10000000,     // of the first word
    parameter WORDS = 16
) (
    input  wire        clk,
    input  wire        rst,
    output wire [31:0] awaddr,
    output reg         awvalid,
    input  wire        awready,
    output wire [31:0] wdata,
    output wire [3:0]  wstrb,
    output reg         wvalid,
    input  wire        wready,
    input  wire [1:0]  bresp,
    input  wire        bvalid,
    output wire        bready,
    output wire [31:0] araddr,
    output reg         arvalid,
    input  wire        arready,
    input  wire [31:0] rdata,
    input  wire [1:0]  rresp,
    input  wire        rvalid,
    output wire        rready,
    output wire        done,
    output reg         wrong
);
    // Words whose address, data, response, address for reading and data read have gone.
    reg [31:0] addresses, words, responses, asked, got;

    assign awaddr = BASE + (addresses << 2);
    assign wdata  = BASE ^ words * 32'h01010101;
    assign wstrb  = 4'b1111;
    assign araddr = BASE + (asked << 2);
    assign bready = 1'b1;
    assign rready = 1'b1;
    assign done   = got == WORDS;

    always @(posedge clk) begin
        // Address and data go each by itself.
        awvalid <= addresses + (awvalid & awready) < WORDS;
        wvalid  <= words + (wvalid & wready) < WORDS;
        arvalid <= responses == WORDS && asked + (arvalid & arready) < WORDS;
        if (awvalid & awready)
            addresses <= addresses + 1;
        if (wvalid & wready)
            words <= words + 1;
        if (bvalid)
            responses <= responses + 1;
        if (arvalid & arready)
            asked <= asked + 1;
        if (rvalid)
            got <= got + 1;
        wrong <= wrong | bvalid & bresp != 2'b00 | rvalid & (rresp != 2'b00 | rdata != (BASE ^ got * 32'h01010101));
        if (rst) begin
            {awvalid, wvalid, arvalid, wrong} <= 4'd0;
            addresses <= 0;
            words     <= 0;
            responses <= 0;
            asked     <= 0;
            got       <= 0;
        end
    end
endmodule
`default_nettype wire
