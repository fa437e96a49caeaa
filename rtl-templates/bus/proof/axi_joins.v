// axi_joins: axi_master.v asks its bridge for each access of the user's master once, as it is, until it is taken; reads and writes take turns,
//   and neither waits for the other's responses; each answer goes to the channel of its access.
//
//   Assumed: the user's master holds AW, W and AR until they are taken, each by itself; the bridge has at most ENTRIES accesses that it has not
//   told of, and tells of each once, in order; room stays until it is used. The holders of answers are cut out: axi_gives.v proves them. One
//   access, any, is followed. Of the RAM of kinds one row is in view, any, always the same. By induction over the clocks: nothing is
//   claimed before the first reset.
//! proves axi_master as joins
//! subject "axi_master_{ENTRIES}"
//! what "AXI4-Lite port of a master, {ENTRIES} under way"
//! claim "each access is sent once, as it is; each answer goes to its channel"
//! steps 2
//! skip 1
//! cells 8 * ADDRESS_BITS + 300
//! cuts axi_answers
//! cuts bus_words when ENTRIES > 1
//! watches still
//! expose waits
//! expose last
//! expose one.first when ENTRIES == 1
//! expose several.head when ENTRIES > 1
//! expose several.tail when ENTRIES > 1
//! show parts "claims that held, of 0 to 9"
`default_nettype none

module axi_joins #(
    parameter ADDRESS_BITS = 32,
    parameter ENTRIES      = 1,
    parameter BITS         = ENTRIES > 1 ? $clog2(ENTRIES) : 1
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst, any_aw, any_w, any_ar, any_write_room, any_read_room, any_stall, any_told, any_err, mapped, fence, mark,
    input  wire [ADDRESS_BITS-1:0] any_awaddr, any_araddr,
    input  wire [31:0]             any_wdata, rdt,
    input  wire [3:0]              any_wstrb,
    input  wire [1:0]              any_kind, write_out,
    input  wire [BITS-1:0]         any_row,
    input  wire [33:0]             read_out,
    input  wire                    bready, rready, write_valid, read_valid,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [9:0]              parts
);
    localparam [31:0] MOST = ENTRIES;

    // ---- the user's master
    reg                     awvalid, wvalid, arvalid;
    reg  [ADDRESS_BITS-1:0] awaddr, araddr;
    reg  [31:0]             wdata;
    reg  [3:0]              wstrb;
    wire                    awready, wready, arready;

    // ---- the holders of answers, and the bridge
    reg                     write_room, read_room;
    reg  [BITS:0]           under_way;
    wire                    told = any_told && under_way != 0;
    wire                    stb, we, stall;
    wire                    takes = stb && !stall;
    wire [ADDRESS_BITS-1:0] adr;
    wire [31:0]             dat, rdata;
    wire [3:0]              sel;
    wire                    cyc, write_take, read_take, write_comes, read_comes, write_ready, read_ready, bvalid, rvalid, waits, last;
    wire [1:0]              write_in, bresp, rresp;
    wire [33:0]             read_in;
    wire                    write_asks = awvalid && wvalid && write_room;
    wire                    read_asks  = arvalid && read_room;

    assign stall = any_stall || under_way == MOST[BITS:0] && !told;

    `define PORTS \
        .clk(clk), .rst(rst), .s_axi_awaddr(awaddr), .s_axi_awprot(3'd0), .s_axi_awvalid(awvalid), .s_axi_awready(awready), \
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bresp(bresp), \
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_araddr(araddr), .s_axi_arprot(3'd0), .s_axi_arvalid(arvalid), \
        .s_axi_arready(arready), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rvalid(rvalid), .s_axi_rready(rready), \
        .master_cyc(cyc), .master_stb(stb), .master_we(we), .master_adr(adr), .master_dat(dat), .master_sel(sel), .master_stall(stall), \
        .master_ack(told && !any_err), .master_err(told && any_err), .master_rdt(rdt), .mapped(mapped), .fence(fence), \
        .\writes.room (write_room), .\writes.take (write_take), .\writes.comes (write_comes), .\writes.in (write_in), \
        .\writes.valid (write_valid), .\writes.ready (write_ready), .\writes.out (write_out), \
        .\reads.room (read_room), .\reads.take (read_take), .\reads.comes (read_comes), .\reads.in (read_in), \
        .\reads.valid (read_valid), .\reads.ready (read_ready), .\reads.out (read_out), .waits(waits), .last(last)

    // ---- the access that is followed
    reg                     begun, follows, its_write, its_known;
    reg  [BITS:0]           ahead;
    wire                    its = follows && ahead == 0 && told;
    wire                    fits, in_view;

    generate
        if (ENTRIES == 1) begin : one
            wire [1:0] first;
            wire       unused = &{any_kind, any_row};

            circuit circuit (`PORTS, .\one.first (first));
            assign fits    = !follows || first == {its_write, its_known};
            assign in_view = 1'b1;
        end else begin : several
            wire [BITS-1:0] head, tail, write_address, read_address;
            wire            write;
            wire [1:0]      word;
            reg  [BITS-1:0] row;
            reg  [1:0]      there;
            wire [BITS-1:0] place = head + ahead[BITS-1:0];

            circuit circuit (
                `PORTS, .\several.head (head), .\several.tail (tail), .\several.kinds.write (write),
                .\several.kinds.write_address (write_address), .\several.kinds.in (word), .\several.kinds.read_address (read_address),
                .\several.kinds.out (read_address == row ? there : any_kind)
            );
            always @(posedge clk) begin
                if (write && write_address == row)
                    there <= word;
                if (rst)
                    row <= any_row;
            end
            assign fits    = tail == head + under_way[BITS-1:0] && (!follows || place != row || there == {its_write, its_known});
            assign in_view = place == row;
        end
    endgenerate

    reg                     offered, we_1;                  // an access was offered a clock ago and not taken
    reg  [1:0]              passed_write, passed_read;      // how many of the other kind went while it asked

    always @(posedge clk) begin
        if (!awvalid || awready) begin
            awvalid <= any_aw && !rst;
            awaddr  <= any_awaddr;
        end
        if (!wvalid || wready) begin
            wvalid <= any_w && !rst;
            wdata  <= any_wdata;
            wstrb  <= any_wstrb;
        end
        if (!arvalid || arready) begin
            arvalid <= any_ar && !rst;
            araddr  <= any_araddr;
        end
        write_room <= write_room && !write_take || any_write_room;
        read_room  <= read_room && !read_take || any_read_room;
        under_way  <= under_way + takes - told;
        if (told)
            ahead <= ahead - 1'b1;
        if (its)
            follows <= 1'b0;
        if (takes && mark && (!follows || its)) begin
            follows   <= 1'b1;
            its_write <= we;
            its_known <= mapped || fence;
            ahead     <= under_way - told;
        end
        offered      <= stb && stall && !rst;
        we_1         <= we;
        passed_write <= write_asks && !write_take && !rst ? passed_write + read_take : 2'd0;
        passed_read  <= read_asks && !read_take && !rst ? passed_read + write_take : 2'd0;
        if (rst) begin
            begun     <= 1'b1;
            under_way <= 0;
            follows   <= 1'b0;
            awvalid   <= 1'b0;
            wvalid    <= 1'b0;
            arvalid   <= 1'b0;
        end
    end

    assign parts = {
        cyc && stb == (write_asks || read_asks),
        !stb || (we ? write_asks && {adr, dat, sel} == {awaddr, wdata, wstrb} : read_asks && {adr, sel} == {araddr, 4'hf}),
        {awready, wready, write_take} == {3{takes && we}} && {arready, read_take} == {2{takes && !we}},
        !offered || stb && we == we_1,
        waits == offered && (!waits || last == we_1),
        passed_write == 0 || passed_write == 1 && !last && !waits || passed_write == 1 && waits && we,
        passed_read == 0 || passed_read == 1 && last && !waits || passed_read == 1 && waits && !we,
        under_way <= MOST[BITS:0] && (!follows || ahead < under_way) && fits,
        // answers
        write_comes + read_comes == told && (!told || read_in[31:0] == rdt) && (!(its && in_view) || (its_write
            ? write_comes && write_in == {any_err, any_err && !its_known}
            : read_comes && read_in[33:32] == {any_err, any_err && !its_known})),
        {bvalid, bresp, write_ready} == {write_valid, write_out, bready} && {rvalid, rresp, rdata, read_ready} == {read_valid, read_out, rready}
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
