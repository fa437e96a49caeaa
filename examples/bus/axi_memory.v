// axi_memory.v: a small memory behind a port of AXI4-Lite. It takes an address and its data in one clock, and has room for one response of each
// kind.
`default_nettype none
module axi_memory #(
    parameter WORD_BITS = 10            // 2^WORD_BITS words of 4 bytes
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [WORD_BITS+1:0] awaddr,
    input  wire                 awvalid,
    output wire                 awready,
    input  wire [31:0]          wdata,
    input  wire [3:0]           wstrb,
    input  wire                 wvalid,
    output wire                 wready,
    output wire [1:0]           bresp,
    output reg                  bvalid,
    input  wire                 bready,
    input  wire [WORD_BITS+1:0] araddr,
    input  wire                 arvalid,
    output wire                 arready,
    output reg  [31:0]          rdata,
    output wire [1:0]           rresp,
    output reg                  rvalid,
    input  wire                 rready
);
    reg [31:0] memory [0:(1 << WORD_BITS)-1];
    integer    k;

    wire writes = awvalid & wvalid & (~bvalid | bready);
    wire reads  = arvalid & (~rvalid | rready);
    wire unused = &{awaddr[1:0], araddr[1:0], 1'b0};

    assign awready = writes;
    assign wready  = writes;
    assign arready = ~rvalid | rready;
    assign bresp   = 2'b00;
    assign rresp   = 2'b00;

    always @(posedge clk) begin
        for (k = 0; k < 4; k = k + 1)
            if (writes & wstrb[k])
                memory[awaddr[WORD_BITS+1:2]][8*k +: 8] <= wdata[8*k +: 8];
        if (reads)
            rdata <= memory[araddr[WORD_BITS+1:2]];
        bvalid <= (writes | bvalid & ~bready) & ~rst;
        rvalid <= (reads | rvalid & ~rready) & ~rst;
    end
endmodule
`default_nettype wire
