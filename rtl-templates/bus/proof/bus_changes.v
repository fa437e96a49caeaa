// bus_changes: bus_atomic.v changes a word by a load and a store between which the slave gets no other access, answers each access once,
//   with the word as it was, and lets plain accesses pass.
//
//   The bridge offers an access until it is taken, or gives up while it is stalled; then, and behind each access, it offers none for a
//   clock or more, and none until the answer is in. The user's slave answers what it was asked, at the earliest in that clock. By
//   induction over the clocks: nothing is claimed before the first reset.
//! proves bus_atomic as changes
//! subject "bus_atomic_{ADDRESS_BITS}"
//! what "accesses that change a word"
//! claim "no access comes between load and store; each is answered once"
//! steps 2
//! skip 1
//! cells 8 * ADDRESS_BITS + 900
//! watches still
//! expose loads
//! expose stale
//! expose loaded
//! expose returns
//! expose word
//! show parts "claims that held, of 0 to 8"
//! show phase "0: none, 1: the word is awaited, 2: it is there, 3: it is being stored"
`default_nettype none

module bus_changes #(
    parameter ADDRESS_BITS = 10
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst, any_stb, any_we, quits, slave_stall, any_ack, any_err,
    input  wire [ADDRESS_BITS+1:0] any_adr,
    input  wire [31:0]             any_dat, slave_rdt,
    input  wire [3:0]              any_sel,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [8:0]              parts,
    output reg  [1:0]              phase
);
    localparam [1:0] NONE = 2'd0, ASKED = 2'd1, LOADED = 2'd2, STORED = 2'd3;

    reg                     begun, stb, we, open, in_slave, given_up;
    reg  [ADDRESS_BITS+1:0] adr;
    reg  [31:0]             dat, old;
    reg  [3:0]              sel;
    wire                    stall, ack, err, slave_cyc, slave_stb, slave_we, loads, stale, loaded, returns;
    wire [31:0]             rdt, slave_dat, word;
    wire [3:0]              slave_sel;
    wire [ADDRESS_BITS-1:0] slave_adr;

    wire goes      = slave_stb && !slave_stall;
    wire slave_ack = any_ack && (in_slave || goes);
    wire slave_err = any_err && !any_ack && (in_slave || goes);
    wire answers   = slave_ack || slave_err;
    wire takes     = stb && !stall;

    circuit circuit (
        .clk(clk), .rst(rst), .bus_cyc(stb || open), .bus_stb(stb), .bus_we(we), .bus_adr(adr), .bus_dat(dat), .bus_sel(sel),
        .bus_stall(stall), .bus_ack(ack), .bus_err(err), .bus_rdt(rdt), .slave_cyc(slave_cyc), .slave_stb(slave_stb),
        .slave_we(slave_we), .slave_adr(slave_adr), .slave_dat(slave_dat), .slave_sel(slave_sel), .slave_stall(slave_stall),
        .slave_ack(slave_ack), .slave_err(slave_err), .slave_rdt(slave_rdt), .loads(loads), .stale(stale), .loaded(loaded),
        .returns(returns), .word(word)
    );

    // ---- what is to be stored
    wire [1:0]  what   = adr[ADDRESS_BITS+1:ADDRESS_BITS];
    wire        atomic = what != 2'd0;
    wire [31:0] lanes  = {{8{sel[3]}}, {8{sel[2]}}, {8{sel[1]}}, {8{sel[0]}}};
    wire [31:0] least  = sel[0] ? 32'h1 : sel[1] ? 32'h100 : sel[2] ? 32'h10000 : sel[3] ? 32'h1000000 : 32'h0;
    wire [31:0] by     = we ? dat & lanes : what == 2'd1 ? least : 32'hffffffff;
    wire [31:0] fresh  = what == 2'd1 ? old + by : what == 2'd2 ? old | by : old & ~by;

    // ---- how far the change is
    wire asks  = goes && atomic && phase == NONE;           // for the word
    wire waits = phase == ASKED && stb && !given_up;        // for it
    wire last  = goes && (!atomic || phase == LOADED);      // of the accesses to the slave

    always @(posedge clk) begin
        if (!stb) begin
            stb <= any_stb && !(open && !answers);
            {we, adr, dat, sel} <= {any_we, any_adr, any_dat, any_sel};
        end else
            stb <= stall && !quits;
        open     <= (open || takes) && !(ack || err);
        in_slave <= (in_slave || goes) && !answers;
        given_up <= phase == ASKED && (given_up || !stb) && !answers;
        if (asks || phase == ASKED)
            phase <= !answers ? ASKED : slave_ack && (asks || waits) ? LOADED : NONE;
        if ((asks || waits) && slave_ack)
            old <= slave_rdt;
        if (phase == LOADED)
            phase <= goes && !answers ? STORED : goes || !stb ? NONE : LOADED;
        if (phase == STORED && answers)
            phase <= NONE;
        if (rst) begin
            begun    <= 1'b1;
            stb      <= 1'b0;
            open     <= 1'b0;
            in_slave <= 1'b0;
            given_up <= 1'b0;
            phase    <= NONE;
        end
    end

    assign parts = {
        loads == (phase == ASKED) && stale == given_up && loaded == (phase == LOADED) && returns == (phase == STORED),
        (phase != LOADED && phase != STORED || word == old) && (phase != ASKED && phase != LOADED || given_up || !stb || atomic)
            && open == (in_slave && phase != ASKED) && (phase != ASKED && phase != STORED || in_slave)
            && !(phase == LOADED && in_slave) && !(open && stb) && (phase == ASKED || !given_up),
        !(slave_stb && in_slave) && (!slave_stb || stb && slave_cyc) && (!in_slave || slave_cyc),
        !slave_stb || {slave_adr, slave_sel} == {adr[ADDRESS_BITS-1:0], sel},
        !slave_stb || slave_we == (atomic ? phase == LOADED : we),
        !(slave_stb && slave_we) || (slave_dat & lanes) == ((atomic ? fresh : dat) & lanes),
        takes == (last || (asks || waits) && slave_err),                    // nothing is taken between load and store
        ack == (slave_ack && (open || last)) && err == (slave_err && (open || last || asks || waits)),
        !ack || rdt == (phase == LOADED || phase == STORED ? old : slave_rdt)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
