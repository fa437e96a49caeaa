// classic_master: a port for the user's master by Wishbone B4 classic, in front of the pipelined port of its bridge.
//
//   The user's master holds an access until it is acknowledged; the bridge is offered it until it takes it, once.
`default_nettype none

module classic_master #(
    parameter ADDRESS_BITS = 32                             // of a byte
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the user's master
    input  wire                    classic_master_cyc,
    input  wire                    classic_master_stb,
    input  wire                    classic_master_we,
    input  wire [ADDRESS_BITS-1:0] classic_master_adr,
    input  wire [31:0]             classic_master_dat,
    input  wire [3:0]              classic_master_sel,
    output wire                    classic_master_ack,
    output wire                    classic_master_err,
    output wire [31:0]             classic_master_rdt,
    // the bridge
    output wire                    master_cyc,
    output wire                    master_stb,
    output wire                    master_we,
    output wire [ADDRESS_BITS-1:0] master_adr,
    output wire [31:0]             master_dat,
    output wire [3:0]              master_sel,
    input  wire                    master_stall,
    input  wire                    master_ack,
    input  wire                    master_err,
    input  wire [31:0]             master_rdt
);
    reg sent;                                               // the bridge has taken the access

    assign master_cyc         = classic_master_cyc;
    assign master_stb         = classic_master_stb & ~sent;
    assign master_we          = classic_master_we;
    assign master_adr         = classic_master_adr;
    assign master_dat         = classic_master_dat;
    assign master_sel         = classic_master_sel;
    assign classic_master_ack = master_ack;
    assign classic_master_err = master_err;
    assign classic_master_rdt = master_rdt;

    always @(posedge clk)
        sent <= (sent ? ~(master_ack | master_err) : master_cyc & master_stb & ~master_stall) & ~rst;
endmodule

`default_nettype wire
