// bus_rings: bus_doorbell.v loses no bit that is set, raises its interrupt for it, and lets all other accesses pass.
//
//   One bit, any, always the same, is followed: it is pending from the store, or the failure, that sets it until an access clears it,
//   and stays pending if that comes in the clock of another store or failure. By induction over the clocks: nothing is claimed before
//   the first reset.
//! proves bus_doorbell as rings
//! subject "bus_doorbell_{BITS}{FAILS ? '_fails' : ''}{SLAVE ? '' : '_alone'}"
//! what "doorbell of {BITS} bits{FAILS ? ', and one of failures' : ''}{SLAVE ? '' : ', without a slave'}"
//! claim "what is set stays until it is cleared, and interrupts; others pass"
//! steps 2
//! skip 1
//! cells 30 * BITS + 6 * ADDRESS_BITS + 200
//! watches still
//! expose pending
//! expose enable
//! expose lock
//! expose fails.was when FAILS
//! expose fails.set when FAILS
//! expose fails.on when FAILS
//! show parts "claims that held, of 0 to 6"
//! show bit "the bit that is followed"
`default_nettype none

module bus_rings #(
    parameter SLAVE        = 1,
    parameter ADDRESS_BITS = 10,
    parameter BITS         = 8,
    parameter FAILS        = 0
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst, failed, cyc, stb, we, slave_stall, slave_ack, slave_err,
    input  wire [ADDRESS_BITS:0] adr,
    input  wire [31:0]           dat, slave_rdt,
    input  wire [3:0]            sel,
    input  wire [4:0]            any_bit,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [6:0]            parts,
    output reg  [4:0]            bit
);
    localparam [5:0] COUNT = BITS;

    wire                    irq, stall, ack, err, slave_cyc, slave_stb, slave_we, lock;
    wire                    was, bad, bad_on;
    reg                     failed_1;
    wire [31:0]             rdt, slave_dat;
    wire [3:0]              slave_sel;
    wire [ADDRESS_BITS-1:0] slave_adr;
    wire [BITS-1:0]         pending, enable;

    `define DOORBELL \
        .clk(clk), .rst(rst), .failed(failed), .irq(irq), .bus_cyc(cyc), .bus_stb(stb), .bus_we(we), .bus_adr(adr), .bus_dat(dat), \
        .bus_sel(sel), .bus_stall(stall), .bus_ack(ack), .bus_err(err), .bus_rdt(rdt), .slave_cyc(slave_cyc), .slave_stb(slave_stb), \
        .slave_we(slave_we), .slave_adr(slave_adr), .slave_dat(slave_dat), .slave_sel(slave_sel), .slave_stall(slave_stall), \
        .slave_ack(slave_ack), .slave_err(slave_err), .slave_rdt(slave_rdt), .pending(pending), .enable(enable), .lock(lock)
    generate
        if (FAILS) begin : fails
            circuit circuit (`DOORBELL, .\fails.was (was), .\fails.set (bad), .\fails.on (bad_on));
        end else begin : flawless
            circuit circuit (`DOORBELL);
            assign was    = failed_1;
            assign bad    = 1'b0;
            assign bad_on = 1'b0;
        end
    endgenerate

    // ---- the bit that is followed
    reg         begun, due, on, held;
    wire        ring    = stb && adr[ADDRESS_BITS];
    wire [1:0]  place   = adr[1:0];
    wire        chosen  = sel[bit[4:3]];
    wire        rings   = ring && we && place == 2'd0 && chosen && dat[bit] || FAILS && bit == 5'd31 && failed && !failed_1;
    wire        clears  = ring && place == 2'd1 && chosen && (!we || dat[bit]);
    wire [31:0] all     = {bad, {(31-BITS){1'b0}}, pending};
    wire [31:0] enabled = {bad_on, {(31-BITS){1'b0}}, enable};

    always @(posedge clk) begin
        due      <= rings || due && !clears;
        failed_1 <= failed;
        if (ring && we && place == 2'd2 && chosen)
            on <= dat[bit];
        if (ring && place == 2'd3 && (!we || sel[0]))
            held <= !we || dat[0];
        if (rst) begin
            begun    <= 1'b1;
            bit      <= FAILS && any_bit == 5'd31 || {1'b0, any_bit} < COUNT ? any_bit : 5'd0;
            due      <= 1'b0;
            on       <= 1'b1;
            held     <= 1'b0;
            failed_1 <= 1'b0;
        end
    end

    assign parts = {
        all[bit] == due && enabled[bit] == on && lock == held && was == failed_1 && ({1'b0, bit} < COUNT || FAILS && bit == 5'd31),
        irq == |(all & enabled) && (irq || !(due && on)),
        !ring || ack && !stall && !err,
        !ring || (place == 2'd3 ? rdt == {31'd0, held} : rdt[bit] == (place == 2'd2 ? on : due)),
        // others pass
        slave_stb == (SLAVE && stb && !ring) && (!SLAVE || slave_cyc == (cyc && !ring)),
        !slave_stb || {slave_we, slave_adr, slave_sel, slave_dat} == {we, adr[ADDRESS_BITS-1:0], sel, dat},
        !SLAVE || ring || {stall, ack, err, rdt} == {slave_stall, slave_ack, slave_err, slave_rdt}
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
