// bench_axi_slave: a testbench part: makes a pipelined Wishbone port of an AXI4-Lite port for slaves. For simulators only.
//
//   Each channel waits as `holds` says: AW, W, B, AR, R from bit 0 on, each by itself. Without holds nothing takes a clock more. One access at
//   a time is asked for. The byte enables of a read are those that W happens to show.
`default_nettype none

module bench_axi_slave #(
    parameter ADDRESS_BITS = 12
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [4:0]              holds,
    // AXI4-Lite
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire [2:0]              awprot,
    input  wire                    awvalid,
    output wire                    awready,
    input  wire [31:0]             wdata,
    input  wire [3:0]              wstrb,
    input  wire                    wvalid,
    output wire                    wready,
    output wire [1:0]              bresp,
    output wire                    bvalid,
    input  wire                    bready,
    input  wire [ADDRESS_BITS-1:0] araddr,
    input  wire [2:0]              arprot,
    input  wire                    arvalid,
    output wire                    arready,
    output wire [31:0]             rdata,
    output wire [1:0]              rresp,
    output wire                    rvalid,
    input  wire                    rready,
    // Wishbone
    output wire                    cyc,
    output wire                    stb,
    output wire                    we,
    output wire [ADDRESS_BITS-1:0] adr,
    output wire [31:0]             dat,
    output wire [3:0]              sel,
    input  wire                    stall,
    input  wire                    ack,
    input  wire                    err,
    input  wire [31:0]             rdt
);
    // ---- what was taken and not asked for
    reg                    aw_full, w_full, ar_full;
    reg [ADDRESS_BITS-1:0] aw_kept, ar_kept;
    reg [35:0]             w_kept;
    wire                   aw_here = aw_full || awvalid && awready;
    wire                   w_here  = w_full || wvalid && wready;
    wire                   ar_here = ar_full || arvalid && arready;
    wire                   goes    = stb && !stall;
    wire                   unused  = &{awprot, arprot, 1'b0};

    // ---- the access that was asked for
    reg                    asked, asked_write;              // its answer has not come
    reg                    answered, shown, fails;          // .. it has, and was not taken; it is on its channel
    reg [31:0]             data;
    wire                   told    = asked && (ack || err);
    wire                   answers = (told || answered) && (!holds[asked_write ? 2 : 4] || shown);
    wire                   taken   = answers && (asked_write ? bready : rready);
    wire [1:0]             response = {answered ? fails : err, 1'b0};
    reg                    waits, kept;                     // for the slave; what for

    assign awready = !aw_full && !holds[0];
    assign wready  = !w_full && !holds[1];
    assign arready = !ar_full && !holds[3];
    assign we      = waits ? kept : aw_here && w_here;
    assign stb     = (aw_here && w_here || ar_here) && !asked && !answered;
    assign cyc     = stb || asked;
    assign adr     = we ? (aw_full ? aw_kept : awaddr) : ar_full ? ar_kept : araddr;
    assign {dat, sel} = w_full ? w_kept : {wdata, wstrb};
    assign bvalid  = answers && asked_write;
    assign rvalid  = answers && !asked_write;
    assign bresp   = response;
    assign rresp   = response;
    assign rdata   = answered ? data : rdt;

    always @(posedge clk) begin
        if (!aw_full)
            aw_kept <= awaddr;
        if (!w_full)
            w_kept <= {wdata, wstrb};
        if (!ar_full)
            ar_kept <= araddr;
        aw_full  <= aw_here && !(goes && we);
        w_full   <= w_here && !(goes && we);
        ar_full  <= ar_here && !(goes && !we);
        waits    <= stb && stall;
        kept     <= we;
        asked    <= goes || asked && !told;
        if (goes)
            asked_write <= we;
        answered <= (told || answered) && !taken;
        shown    <= answers && !taken;
        if (told) begin
            fails <= err;
            data  <= rdt;
        end
        if (rst)
            {aw_full, w_full, ar_full, waits, asked, answered, shown} <= 7'd0;
    end
endmodule

`default_nettype wire
