// axi_master: a port for the user's AXI4-Lite master, in front of the Wishbone port of its bridge.
//
//   AW, W --+                                                       +--> [ axi_answers ] --> B
//           +--> in turn --> Wishbone, pipelined --> acknowledges --+
//   AR -----+                                        by [ kinds ]   +--> [ axi_answers ] --> R
//
//   An address and its data are taken in one clock, whichever came first. Each kind of access is taken as long as there is room for its
//   answers: a B that the user does not take never holds back an R, nor the other way round. What needs no wait takes no clock more
//   than at a Wishbone port. An error is told as DECERR if no slave has the address, else as SLVERR. Protection bits are not used.
`default_nettype none

module axi_master #(
    parameter ADDRESS_BITS = 32,                            // of a byte
    parameter ENTRIES      = 1,                             // that the bridge takes before it answers the first; a power of two
    parameter LUT_RAM      = 1                              // see bus_words
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the user's master
    input  wire [ADDRESS_BITS-1:0] s_axi_awaddr,
    input  wire [2:0]              s_axi_awprot,
    input  wire                    s_axi_awvalid,
    output wire                    s_axi_awready,
    input  wire [31:0]             s_axi_wdata,
    input  wire [3:0]              s_axi_wstrb,
    input  wire                    s_axi_wvalid,
    output wire                    s_axi_wready,
    output wire [1:0]              s_axi_bresp,
    output wire                    s_axi_bvalid,
    input  wire                    s_axi_bready,
    input  wire [ADDRESS_BITS-1:0] s_axi_araddr,
    input  wire [2:0]              s_axi_arprot,
    input  wire                    s_axi_arvalid,
    output wire                    s_axi_arready,
    output wire [31:0]             s_axi_rdata,
    output wire [1:0]              s_axi_rresp,
    output wire                    s_axi_rvalid,
    input  wire                    s_axi_rready,
    // the bridge
    output wire                    master_cyc,
    output wire                    master_stb,
    output wire                    master_we,
    output wire [ADDRESS_BITS-1:0] master_adr,
    output wire [31:0]             master_dat,
    output wire [3:0]              master_sel,
    input  wire                    master_stall,
    input  wire                    master_ack,
    input  wire                    master_err,
    input  wire [31:0]             master_rdt,
    input  wire                    mapped,                  // what its decoder says of master_adr
    input  wire                    fence
);
    reg         waits;                                      // what is offered has not been taken
    reg         last;                                       // what was offered last is a write
    wire        write_room, read_room;
    wire        write_asks = s_axi_awvalid & s_axi_wvalid & write_room;
    wire        read_asks  = s_axi_arvalid & read_room;
    wire        known      = mapped | fence;
    wire        takes      = master_stb & ~master_stall;
    wire        told       = master_ack | master_err;
    wire [1:0]  kind;                                       // of the access that is told of: whether it writes, whether it was `known`
    wire [1:0]  response   = {master_err, master_err & ~kind[0]};
    wire        unused     = &{s_axi_awprot, s_axi_arprot, 1'b0};

    assign master_cyc    = 1'b1;
    assign master_stb    = write_asks | read_asks;
    assign master_we     = waits ? last : write_asks & ~(read_asks & last);
    assign master_adr    = master_we ? s_axi_awaddr : s_axi_araddr;
    assign master_dat    = s_axi_wdata;
    assign master_sel    = s_axi_wstrb | {4{~master_we}};
    assign s_axi_awready = takes & master_we;
    assign s_axi_wready  = takes & master_we;
    assign s_axi_arready = takes & ~master_we;

    always @(posedge clk) begin
        waits <= master_stb & master_stall & ~rst;
        if (master_stb)
            last <= master_we;
        if (rst)
            last <= 1'b0;
    end

    axi_answers #(
        .WIDTH(2),
        .PLACES(ENTRIES),
        .LUT_RAM(LUT_RAM)
    ) writes (
        .clk(clk), .rst(rst), .room(write_room), .take(takes & master_we), .comes(told & kind[1]), .in(response),
        .valid(s_axi_bvalid), .ready(s_axi_bready), .out(s_axi_bresp)
    );
    axi_answers #(
        .WIDTH(34),
        .PLACES(ENTRIES),
        .LUT_RAM(LUT_RAM)
    ) reads (
        .clk(clk), .rst(rst), .room(read_room), .take(takes & ~master_we), .comes(told & ~kind[1]), .in({response, master_rdt}),
        .valid(s_axi_rvalid), .ready(s_axi_rready), .out({s_axi_rresp, s_axi_rdata})
    );

    // ---- kinds of the accesses that the bridge has taken and not told of, in order
    generate
        if (ENTRIES == 1) begin : one
            reg [1:0] first;

            assign kind = first;
            always @(posedge clk)
                if (takes)
                    first <= {master_we, known};
        end else begin : several
            localparam BITS = $clog2(ENTRIES);
            reg [BITS-1:0] head, tail;

            bus_words #(
                .ADDRESS_BITS(BITS),
                .WIDTH(2),
                .LUT_RAM(LUT_RAM)
            ) kinds (
                .clk(clk),
                .write(takes),
                .write_address(tail),
                .in({master_we, known}),
                .read_address(head),
                .out(kind)
            );
            always @(posedge clk) begin
                tail <= tail + {{(BITS-1){1'b0}}, takes};
                head <= head + {{(BITS-1){1'b0}}, told};
                if (rst) begin
                    head <= {BITS{1'b0}};
                    tail <= {BITS{1'b0}};
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
