// bus_atomic: changes a word of the user's slave by one access: a load and a store between which no other access comes.
//
//   bridge <--> [ bus_atomic ] <--> the user's slave
//
//   The top two bits of an address say what is done. A load gives the word as it was; a store gives the operand.
//     0           nothing: the access passes
//     1  ADD      load: adds 1; store: adds the operand
//     2  SET      load: sets all bits; store: those that are ones in the operand
//     3  CLEAR    load: clears all bits; store: those
//   Only bytes that are selected change; a load adds 1 at the lowest one. The bridge is stalled while the word is loaded, so its
//   request is still there when the store goes. If the bridge gives up meanwhile (its TIMEOUT), nothing is stored, and the word
//   that comes late is swallowed.
`default_nettype none

module bus_atomic #(
    parameter ADDRESS_BITS = 10                             // of the slave
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the bridge
    input  wire                    bus_cyc,
    input  wire                    bus_stb,
    input  wire                    bus_we,
    input  wire [ADDRESS_BITS+1:0] bus_adr,
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
    localparam [1:0] ADD = 2'd1, SET = 2'd2, CLEAR = 2'd3;

    reg         loads;                                      // the slave owes the word
    reg         stale;                                      // .. to a request that the bridge has given up
    reg         loaded;                                     // the word is here, the store is to go
    reg         returns;                                    // the store has gone; its answer brings the word
    reg  [31:0] word;

    wire [1:0]  what    = bus_adr[ADDRESS_BITS+1:ADDRESS_BITS];
    wire        atomic  = what != 2'd0;
    wire        goes    = slave_stb & ~slave_stall;
    wire        asks    = goes & atomic & ~loaded;          // for the word
    wire        awaited = asks | loads & ~stale & bus_stb;
    wire        ends    = slave_ack | slave_err;
    wire        fails   = awaited & slave_err;

    assign slave_cyc = bus_cyc | loads;
    assign slave_stb = bus_stb & ~loads;
    assign slave_we  = atomic ? loaded : bus_we;
    assign slave_adr = bus_adr[ADDRESS_BITS-1:0];
    assign slave_sel = bus_sel;
    assign bus_stall = atomic & ~loaded ? ~fails : slave_stall | loads;
    assign bus_ack   = slave_ack & ~(asks | loads);
    assign bus_err   = slave_err & ~(asks | loads) | fails;
    assign bus_rdt   = loaded | returns ? word : slave_rdt;

    always @(posedge clk) begin
        loads   <= (asks | loads) & ~ends;
        stale   <= loads & (stale | ~bus_stb) & ~ends;
        loaded  <= awaited & slave_ack | loaded & bus_stb & ~goes;
        returns <= (loaded & goes | returns) & ~ends;
        if (awaited)
            word <= slave_rdt;
        if (rst) begin
            loads   <= 1'b0;
            stale   <= 1'b0;
            loaded  <= 1'b0;
            returns <= 1'b0;
        end
    end

    // ---- what is stored
    wire [3:0]  lowest  = bus_sel & ~{bus_sel[2:0], 1'b0} & ~{bus_sel[1:0], 2'd0} & ~{bus_sel[0], 3'd0};
    wire [31:0] mask    = {{8{bus_sel[3]}}, {8{bus_sel[2]}}, {8{bus_sel[1]}}, {8{bus_sel[0]}}};
    wire [31:0] one     = {7'd0, lowest[3], 7'd0, lowest[2], 7'd0, lowest[1], 7'd0, lowest[0]};
    wire [31:0] operand = bus_we ? bus_dat & mask : what == ADD ? one : mask;
    wire [31:0] sum     = word + operand;
    wire [31:0] bits    = what == SET ? word | operand : what == CLEAR ? word & ~operand : operand;

    assign slave_dat = what == ADD ? sum : bits;
endmodule

`default_nettype wire
