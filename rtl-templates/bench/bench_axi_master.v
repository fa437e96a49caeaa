// bench_axi_master: a testbench part: makes a pipelined Wishbone port of an AXI4-Lite port for masters. For simulators only.
//
//   Each channel waits as `holds` says: AW, W, B, AR, R from bit 0 on, each by itself. Without holds nothing takes a clock more. A read and
//   a write may be offered together. AXI4-Lite does not order them, so those of one word wait for each other, and a fence for all. Answers
//   come in the order of the accesses.
`default_nettype none

module bench_axi_master #(
    parameter ADDRESS_BITS = 32,
    parameter FENCED       = 0,         // there is a fence:
    parameter [31:0] FENCE = 0
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [4:0]              holds,
    // Wishbone
    input  wire                    cyc,
    input  wire                    stb,
    input  wire                    we,
    input  wire [ADDRESS_BITS-1:0] adr,
    input  wire [31:0]             dat,
    input  wire [3:0]              sel,
    output wire                    stall,
    output wire                    ack,
    output wire                    err,
    output wire [31:0]             rdt,
    // AXI4-Lite
    output wire [ADDRESS_BITS-1:0] awaddr,
    output wire [2:0]              awprot,
    output wire                    awvalid,
    input  wire                    awready,
    output wire [31:0]             wdata,
    output wire [3:0]              wstrb,
    output wire                    wvalid,
    input  wire                    wready,
    input  wire [1:0]              bresp,
    input  wire                    bvalid,
    output wire                    bready,
    output wire [ADDRESS_BITS-1:0] araddr,
    output wire [2:0]              arprot,
    output wire                    arvalid,
    input  wire                    arready,
    input  wire [31:0]             rdata,
    input  wire [1:0]              rresp,
    input  wire                    rvalid,
    output wire                    rready
);
    localparam BITS = 5, ENTRIES = 32, MOST = 30;

    // ---- accesses without an answer, in order
    reg [ENTRIES-1:0]      writes;                          // of each
    reg [ENTRIES*ADDRESS_BITS-1:0] addresses;
    reg [BITS:0]           first, last;
    wire [BITS:0]          count = last - first;
    wire                   fences = FENCED != 0 && adr >> 2 == FENCE[ADDRESS_BITS-1:0] >> 2;
    reg                    clash;                           // the access must wait for one of these
    reg [BITS-1:0]         at;
    reg [ADDRESS_BITS-1:0] its;
    integer                i;

    always @* begin
        clash = fences && count != 0;
        at    = first[BITS-1:0];
        its   = adr;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            at  = i[BITS-1:0];
            its = addresses[i*ADDRESS_BITS +: ADDRESS_BITS];
            if ({1'b0, at - first[BITS-1:0]} < count
                && (writes[at] != we && its >> 2 == adr >> 2
                    || FENCED != 0 && its >> 2 == FENCE[ADDRESS_BITS-1:0] >> 2))
                clash = 1'b1;
        end
    end

    // ---- what is offered: an access may leave its data behind its address, or the other way round
    reg                    aw_full, w_full, ar_full;
    reg                    aw_shown, w_shown, ar_shown;     // and was not taken
    reg [ADDRESS_BITS-1:0] aw_kept, ar_kept;
    reg [35:0]             w_kept;
    wire                   offers   = cyc && stb && !clash && count < MOST;
    wire                   new_aw   = offers && we && !aw_full && !w_full;
    wire                   new_ar   = offers && !we && !ar_full;
    wire                   takes    = new_aw || new_ar;

    assign stall   = !takes;
    assign awvalid = (aw_full || new_aw) && (!holds[0] || aw_shown);
    assign wvalid  = (w_full || new_aw) && (!holds[1] || w_shown);
    assign arvalid = (ar_full || new_ar) && (!holds[3] || ar_shown);
    assign awaddr  = aw_full ? aw_kept : adr;
    assign araddr  = ar_full ? ar_kept : adr;
    assign {wdata, wstrb} = w_full ? w_kept : {dat, sel};
    assign awprot  = 3'd0;
    assign arprot  = 3'd0;

    // ---- answers: those of one kind that came before their turn
    reg [31:0]     read_data [0:ENTRIES-1];
    reg [ENTRIES-1:0] read_err, write_err;
    reg [BITS:0]   reads_come, reads_gone, writes_come, writes_gone;
    wire           writes_now  = writes[first[BITS-1:0]];
    wire           b_goes      = bvalid && bready;
    wire           r_goes      = rvalid && rready;
    wire           b_kept      = writes_come != writes_gone;
    wire           r_kept      = reads_come != reads_gone;
    wire           told        = count != 0 && (writes_now ? b_kept || b_goes : r_kept || r_goes);
    wire           fails       = writes_now ? (b_kept ? write_err[writes_gone[BITS-1:0]] : bresp[1])
                                            : (r_kept ? read_err[reads_gone[BITS-1:0]] : rresp[1]);
    wire           unused      = &{bresp[0], rresp[0], 1'b0};

    assign bready = !holds[2];
    assign rready = !holds[4];
    assign ack    = told && !fails;
    assign err    = told && fails;
    assign rdt    = r_kept ? read_data[reads_gone[BITS-1:0]] : rdata;

    always @(posedge clk) begin
        if (takes) begin
            writes[last[BITS-1:0]]    <= we;
            addresses[last[BITS-1:0]*ADDRESS_BITS +: ADDRESS_BITS] <= adr;
            last <= last + 1'b1;
        end
        if (new_aw) begin
            aw_kept <= adr;
            w_kept  <= {dat, sel};
        end
        if (new_ar)
            ar_kept <= adr;
        aw_full  <= (aw_full || new_aw) && !(awvalid && awready);
        w_full   <= (w_full || new_aw) && !(wvalid && wready);
        ar_full  <= (ar_full || new_ar) && !(arvalid && arready);
        aw_shown <= awvalid && !awready;
        w_shown  <= wvalid && !wready;
        ar_shown <= arvalid && !arready;
        if (b_goes) begin
            write_err[writes_come[BITS-1:0]] <= bresp[1];
            writes_come <= writes_come + 1'b1;
        end
        if (r_goes) begin
            read_err[reads_come[BITS-1:0]]  <= rresp[1];
            read_data[reads_come[BITS-1:0]] <= rdata;
            reads_come <= reads_come + 1'b1;
        end
        if (told) begin
            first <= first + 1'b1;
            if (writes_now)
                writes_gone <= writes_gone + 1'b1;
            else
                reads_gone <= reads_gone + 1'b1;
        end
        if (rst) begin
            {aw_full, w_full, ar_full, aw_shown, w_shown, ar_shown} <= 6'd0;
            first       <= 0;
            last        <= 0;
            reads_come  <= 0;
            reads_gone  <= 0;
            writes_come <= 0;
            writes_gone <= 0;
        end
    end
endmodule

`default_nettype wire
