// axi_splits: axi_slave.v shows each request of its bridge once on each channel that it needs, by the rules of AXI4-Lite, and tells the bridge
//   of each response.
//
//   Assumed: the bridge holds a request until it is taken, or, if it WITHDRAWS, any time; it has no other until it has the answer. The user's
//   slave takes AW, W and AR in any order, and responds once to each access that it has taken. By induction over the clocks:
//   nothing is claimed before the first reset.
//! proves axi_slave as splits
//! subject "axi_slave_{ADDRESS_BITS}{WITHDRAWS > 0 ? '_withdraws' : ''}"
//! what "AXI4-Lite port of a slave"
//! claim "each request is shown once, by the rules; each response is told"
//! steps 2
//! skip 1
//! cells 12 * ADDRESS_BITS + 400
//! reads bus_hold
//! watches still
//! uses axi_rules
//! expose address_done
//! expose data_done
//! expose kept.hold.stb when WITHDRAWS > 0
//! expose kept.hold.we when WITHDRAWS > 0
//! expose kept.hold.adr when WITHDRAWS > 0
//! expose kept.hold.dat when WITHDRAWS > 0
//! expose kept.hold.sel when WITHDRAWS > 0
//! show parts "claims that held, of 0 to 5"
//! show broken "rules of axi_rules.v that are broken"
`default_nettype none

module axi_splits #(
    parameter ADDRESS_BITS = 12,
    parameter WITHDRAWS    = 0,
    parameter WIDTH        = ADDRESS_BITS + 37
) (
    input  wire              clk,
    // free in every clock
    input  wire              rst, any_stb, drops, awready, wready, arready, any_response, bresp0, rresp0, fails,
    input  wire [WIDTH-1:0]  any_request,
    input  wire [31:0]       rdata,
    // the claim, and values to show if it fails
    output wire              ok,
    output wire [5:0]        parts,
    output wire [7:0]        broken
);
    // ---- the bridge
    reg                     stb, busy;                      // it asks; it waits for an answer
    reg  [WIDTH-1:0]        request;
    wire                    stall, ack, err;
    wire [31:0]             rdt;
    wire                    takes = stb && !stall;

    // ---- the user's slave: a request that it has taken
    reg                     served, served_write;
    wire                    done;                           // it takes the last channel of a request
    wire                    write_now;
    wire                    responds = any_response && (served || done);
    wire                    write_responds = served ? served_write : write_now;
    wire                    bvalid = responds && write_responds, rvalid = responds && !write_responds;
    wire [1:0]              bresp = {fails, fails && bresp0}, rresp = {fails, fails && rresp0};

    wire [ADDRESS_BITS-1:0] awaddr, araddr;
    wire [2:0]              awprot, arprot;
    wire                    awvalid, wvalid, arvalid, bready, rready, address_done, data_done;
    wire [31:0]             wdata;
    wire [3:0]              wstrb;

    `define PORTS \
        .clk(clk), .rst(rst), .slave_cyc(stb || busy), .slave_stb(stb), .slave_we(request[WIDTH-1]), \
        .slave_adr(request[36 +: ADDRESS_BITS]), .slave_dat(request[35:4]), .slave_sel(request[3:0]), .slave_stall(stall), \
        .slave_ack(ack), .slave_err(err), .slave_rdt(rdt), .m_axi_awaddr(awaddr), .m_axi_awprot(awprot), .m_axi_awvalid(awvalid), \
        .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wvalid(wvalid), .m_axi_wready(wready), \
        .m_axi_bresp(bresp), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_araddr(araddr), .m_axi_arprot(arprot), \
        .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rvalid(rvalid), \
        .m_axi_rready(rready), .address_done(address_done), .data_done(data_done)

    // ---- the request that the channels must show
    wire                    shows, fits;
    wire [WIDTH-1:0]        shown;
    reg                     got_address, got_data;          // of it
    wire                    its_write = shown[WIDTH-1];

    generate
        if (WITHDRAWS != 0) begin : kept
            reg             held;
            reg [WIDTH-1:0] copy;
            wire            its_stb, its_we;
            wire [ADDRESS_BITS-1:0] its_adr;
            wire [31:0]     its_dat;
            wire [3:0]      its_sel;

            circuit circuit (
                `PORTS, .\kept.hold.stb (its_stb), .\kept.hold.we (its_we), .\kept.hold.adr (its_adr), .\kept.hold.dat (its_dat),
                .\kept.hold.sel (its_sel)
            );
            always @(posedge clk) begin
                held <= (held ? !done : takes) && !rst;
                if (takes)
                    copy <= request;
            end
            assign shows = held;
            assign shown = copy;
            assign fits  = its_stb == held && (!held || {its_we, its_adr, its_dat, its_sel} == copy) && stall == held && (!held || busy);
        end else begin : plain
            circuit circuit (`PORTS);
            assign shows = stb;
            assign shown = request;
            assign fits  = stall == !(stb && done) || !stb;
        end
    endgenerate

    wire has_address = got_address || awvalid && awready;
    wire has_data    = got_data || wvalid && wready;

    assign write_now = its_write;
    assign done      = shows && (its_write ? has_address && has_data : arvalid && arready);

    axi_rules #(
        .ADDRESS_BITS(ADDRESS_BITS),
        .COUNT_BITS(2)
    ) rules (
        .clk(clk), .rst(rst), .awaddr(awaddr), .awprot(awprot), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(wstrb),
        .wvalid(wvalid), .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(araddr), .arprot(arprot), .arvalid(arvalid),
        .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready), .broken(broken)
    );

    reg begun;

    always @(posedge clk) begin
        if (stb ? takes || WITHDRAWS && drops : !busy) begin
            stb     <= !stb && any_stb && !(takes && !(ack || err));
            request <= any_request;
        end
        busy         <= (busy || takes) && !(ack || err);
        served       <= (served || done) && !responds;
        if (done)
            served_write <= its_write;
        got_address  <= shows && !done && has_address;
        got_data     <= shows && !done && has_data;
        if (rst) begin
            begun       <= 1'b1;
            stb         <= 1'b0;
            busy        <= 1'b0;
            served      <= 1'b0;
            got_address <= 1'b0;
            got_data    <= 1'b0;
        end
    end

    assign parts = {
        broken[2:0] == 0,
        fits && bready && rready,
        (served ? busy : !busy || shows) && !(served && shows) && !(stb && busy),
        address_done == got_address && data_done == got_data && !(got_address && got_data) && (shows && its_write || !(got_address || got_data)),
        {awvalid, wvalid, arvalid} == {shows && its_write && !got_address, shows && its_write && !got_data, shows && !its_write}
            && (!shows || {awaddr, araddr, wdata, wstrb} == {{2{shown[36 +: ADDRESS_BITS]}}, shown[35:0]}) && {awprot, arprot} == 0,
        {ack, err} == (responds ? {!fails, fails} : 2'd0) && (!rvalid || rdt == rdata)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
