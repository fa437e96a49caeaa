// bus_doorbell: a leaf's doorbell, between its bridge and the user's slave: a store to it raises the leaf's interrupt.
//
//   bridge <--> [ bus_doorbell ] <--> the user's slave, if there is one
//                    |
//                   irq
//
//   Accesses with the top bit of their address are to the doorbell's four words, and answered in their clock; all others pass.
//     0  PENDING  load: the bits that are pending; store: ones set bits, so it rings
//     1  TAKE     load: the pending bits of the bytes that are selected, which it clears; store: ones clear bits
//     2  ENABLE   the bits that raise `irq`; all of them after a reset
//     3  LOCK     load: bit 0, which it sets, so whoever loads 0 has the lock; store: bit 0
//   FAILS: the leaf has a master whose writes are posted. When one of them has had an error, bit 31 is set, too. What is set in the
//   clock in which it is cleared stays set.
`default_nettype none

module bus_doorbell #(
    parameter SLAVE        = 1,                             // 1: there is a slave behind it
    parameter ADDRESS_BITS = 10,                            // of the slave, at least 2
    parameter BITS         = 8,                             // of the doorbell, 1 .. 31
    parameter FAILS        = 0
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    input  wire                    failed,                  // see bus_master
    output wire                    irq,
    // the bridge
    input  wire                    bus_cyc,
    input  wire                    bus_stb,
    input  wire                    bus_we,
    input  wire [ADDRESS_BITS:0]   bus_adr,
    input  wire [31:0]             bus_dat,
    input  wire [3:0]              bus_sel,
    output wire                    bus_stall,
    output wire                    bus_ack,
    output wire                    bus_err,
    output wire [31:0]             bus_rdt,
    // the slave
    output wire                    slave_cyc,
    output wire                    slave_stb,
    output wire                    slave_we,
    output wire [ADDRESS_BITS-1:0] slave_adr,
    output wire [31:0]             slave_dat,
    output wire [3:0]              slave_sel,
    input  wire                    slave_stall,
    input  wire                    slave_ack,
    input  wire                    slave_err,
    input  wire [31:0]             slave_rdt
);
    localparam [1:0] PENDING = 2'd0, TAKE = 2'd1, ENABLE = 2'd2, LOCK = 2'd3;

    reg  [BITS-1:0] pending, enable;
    reg             lock;
    wire            bad, bad_enable;                        // bit 31
    wire [30:0]     pending_word, enable_word;

    wire        here  = bus_stb & bus_adr[ADDRESS_BITS];
    wire [1:0]  place = bus_adr[1:0];
    wire [31:0] mask  = {{8{bus_sel[3]}}, {8{bus_sel[2]}}, {8{bus_sel[1]}}, {8{bus_sel[0]}}};
    wire [31:0] sets   = {32{here & place == PENDING & bus_we}} & mask & bus_dat;
    wire [31:0] clears = {32{here & place == TAKE}} & mask & (bus_dat | {32{~bus_we}});
    wire [31:0] stores = {32{here & place == ENABLE & bus_we}} & mask;      // bits of ENABLE that are stored
    wire        locks  = here & place == LOCK & (bus_sel[0] | ~bus_we);

    always @(posedge clk) begin
        pending <= pending & ~clears[BITS-1:0] | sets[BITS-1:0];
        enable  <= enable & ~stores[BITS-1:0] | bus_dat[BITS-1:0] & stores[BITS-1:0];
        if (locks)
            lock <= ~bus_we | bus_dat[0];
        if (rst) begin
            pending <= {BITS{1'b0}};
            enable  <= {BITS{1'b1}};
            lock    <= 1'b0;
        end
    end

    generate
        if (FAILS != 0) begin : fails
            reg was, set, on;                               // was: `failed` of a clock ago

            assign bad        = set;
            assign bad_enable = on;
            always @(posedge clk) begin
                was <= failed;
                set <= set & ~clears[31] | sets[31] | failed & ~was;
                on  <= stores[31] ? bus_dat[31] : on;
                if (rst) begin
                    was <= 1'b0;
                    set <= 1'b0;
                    on  <= 1'b1;
                end
            end
        end else begin : flawless
            wire unused = &{failed, sets[31], clears[31], stores[31], 1'b0};

            assign bad        = 1'b0;
            assign bad_enable = 1'b0;
        end
        if (BITS < 31) begin : few
            wire unused = &{sets[30:BITS], clears[30:BITS], stores[30:BITS], 1'b0};

            assign pending_word = {{(31-BITS){1'b0}}, pending};
            assign enable_word  = {{(31-BITS){1'b0}}, enable};
        end else begin : all
            assign pending_word = pending;
            assign enable_word  = enable;
        end
    endgenerate

    // ---- words
    wire [31:0] own = place == LOCK ? {31'd0, lock} : place == ENABLE ? {bad_enable, enable_word} : {bad, pending_word};

    assign irq       = |(pending & enable) | bad & bad_enable;
    assign slave_adr = bus_adr[ADDRESS_BITS-1:0];
    assign slave_dat = bus_dat;
    assign slave_sel = bus_sel;
    assign slave_we  = bus_we;

    generate
        if (SLAVE != 0) begin : serves
            assign slave_cyc = bus_cyc & ~here;
            assign slave_stb = bus_stb & ~here;
            assign bus_stall = slave_stall & ~here;
            assign bus_ack   = here | slave_ack;
            assign bus_err   = ~here & slave_err;
            assign bus_rdt   = here ? own : slave_rdt;
        end else begin : alone
            wire unused = &{bus_cyc, slave_stall, slave_ack, slave_err, slave_rdt, 1'b0};

            assign slave_cyc = 1'b0;
            assign slave_stb = 1'b0;
            assign bus_stall = 1'b0;
            assign bus_ack   = bus_stb;
            assign bus_err   = 1'b0;
            assign bus_rdt   = own;
        end
    endgenerate
endmodule

`default_nettype wire
