// passes: packet_crossbar.v passes the packet that it has been granted, in the next frame and from that input only; else 0.
//   With DETOURS, its first byte has class, forced and detour as they came with the grant; with MARKS, its bit 3 is 1.
//
//   At most one grant a frame, in the clocks of the scan, as monitor scan.v proves. By induction over the clocks.
//! proves packet_crossbar as passes
//! subject "crossbar_{INPUTS}_{NUMBER}{MARKS ? '_down' : ''}{DETOURS ? '_detours' : ''}"
//! what "output port {NUMBER}, of packets from {INPUTS} ports{MARKS ? ', down' : ''}{DETOURS ? ', with detours' : ''}"
//! claim "what is granted passes in the next frame, byte for byte, and else nothing"
//! steps 4
//! skip 3
//! cells 200
//! watches still
//! expose next
//! expose idle
//! expose next_input
//! expose input_now
//! expose changes.bits when DETOURS
//! show parts "claims that held, of 0 to 3"
//! show clock_shown "bits of the clock in the frame"
//! fixed CLOCKS
`default_nettype none

module passes #(
    parameter INPUTS = 4,
    parameter NUMBER = 0,
    parameter BYTES  = 11,
    parameter FRAME  = 12,
    parameter DETOURS = 0,
    parameter MARKS   = 0,
    parameter CLOCKS = 3                // of the induction
) (
    input  wire                clk,
    // free in every clock
    input  wire                rst,
    input  wire                any_grant, own,
    input  wire [2:0]          number,
    input  wire [8*INPUTS-1:0] ins,
    input  wire [4:0]          control,
    // the claim, and values to show if it fails
    output wire                ok,
    output wire [4:0]          parts,
    output wire [6:0]          clock_shown
);
    localparam BITS  = INPUTS > 4 ? 3 : INPUTS > 2 ? 2 : 1;
    localparam SHORT = (1 << $clog2(BYTES)) < FRAME;

    reg       begun, fresh, settles, silent;
    reg [6:0] clock;
    reg       owed, passing;            // the next frame has a packet; this one has
    reg [2:0] next_from, from;
    wire      copies = clock == FRAME - 2;
    wire      grant  = any_grant && !owed && !silent && clock >= 7'd4 && clock < FRAME - 2
                       && (own ? NUMBER < INPUTS : number < INPUTS);
    // Inputs are read a clock before the wire, from clock F-1 on.
    wire      reads  = passing && (!SHORT || clock == FRAME - 1 || clock < BYTES - 1);
    reg       has_read;
    reg [7:0] due;
    reg [4:0] bits;                     // of the packet that was granted last
    wire [7:0] octet = ins[8*from +: 8];
    wire      leads  = clock == FRAME - 1;

    always @(posedge clk) begin
        fresh    <= rst;
        settles  <= fresh;
        clock    <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        owed     <= (owed || grant) && !copies;
        has_read <= reads;
        due      <= DETOURS != 0 && leads ? {octet[7], bits[4:3], octet[4:3], bits[2:0]}
                    : octet | (MARKS != 0 && leads ? 8'd8 : 8'd0);
        if (grant) begin
            next_from <= own ? NUMBER : number;
            bits      <= control;
        end
        if (copies) begin
            passing <= owed;
            from    <= next_from;
        end
        if (clock == FRAME - 3)
            silent <= 1'b0;
        if (silent || rst) begin
            owed    <= 1'b0;
            passing <= 1'b0;
        end
        if (rst) begin
            begun  <= 1'b1;
            silent <= 1'b1;
            clock  <= 7'd0;
        end
    end

    wire [7:0]      out;
    wire            next, idle;
    wire [BITS-1:0] next_input, input_now;

    wire [4:0]      control_kept;

    generate
        if (DETOURS != 0) begin : detours
            circuit circuit (
                .clk(clk), .silent(silent), .absent(1'b0), .copy(copies), .lead(leads), .nearly(clock == BYTES - 2),
                .granted(grant), .number(number), .own(own), .control(control), .ins(ins), .out(out), .next(next), .idle(idle),
                .next_input(next_input), .input_now(input_now), .\changes.bits (control_kept)
            );
        end else begin : no_detours
            circuit circuit (
                .clk(clk), .silent(silent), .absent(1'b0), .copy(copies), .lead(leads), .nearly(clock == BYTES - 2),
                .granted(grant), .number(number), .own(own), .control(control), .ins(ins), .out(out), .next(next), .idle(idle),
                .next_input(next_input), .input_now(input_now)
            );
            assign control_kept = bits;
        end
    endgenerate

    assign clock_shown = clock;
    assign parts = {
        fresh || idle == !reads && (!passing || input_now == from && from < INPUTS),
        fresh || !owed && !passing || control_kept == bits,
        fresh || next == owed && (!owed || next_input == next_from && next_from < INPUTS),
        fresh || settles || out == (has_read ? due : 8'd0),
        clock < FRAME && (!fresh || clock == 7'd0 && silent) && (!silent || !owed && !passing)
    };
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
