// bench_classic_master: a testbench part: makes a pipelined Wishbone port of a classic one for masters. For simulators only.
//
//   An access waits while `holds` says so. Without holds nothing takes a clock more. One access at a time is under way.
`default_nettype none

module bench_classic_master #(
    parameter ADDRESS_BITS = 32
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [4:0]              holds,       // [0]
    // pipelined
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
    // classic
    output wire                    classic_cyc,
    output wire                    classic_stb,
    output wire                    classic_we,
    output wire [ADDRESS_BITS-1:0] classic_adr,
    output wire [31:0]             classic_dat,
    output wire [3:0]              classic_sel,
    input  wire                    classic_ack,
    input  wire                    classic_err,
    input  wire [31:0]             classic_rdt
);
    reg                     full, shown;                    // an access is under way; it is offered
    reg [ADDRESS_BITS+36:0] kept;
    wire                    here   = full || cyc && stb;
    wire                    unused = &{holds[4:1], 1'b0};

    assign stall       = full;
    assign classic_stb = here && (!holds[0] || shown);
    assign classic_cyc = classic_stb;
    assign {classic_we, classic_adr, classic_dat, classic_sel} = full ? kept : {we, adr, dat, sel};
    assign ack         = classic_ack;
    assign err         = classic_err;
    assign rdt         = classic_rdt;

    always @(posedge clk) begin
        if (!full)
            kept <= {we, adr, dat, sel};
        full  <= here && !(classic_ack || classic_err) && !rst;
        shown <= classic_stb && !(classic_ack || classic_err) && !rst;
    end
endmodule

`default_nettype wire
