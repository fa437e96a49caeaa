// classic_slave: a port for the user's slave by Wishbone B4 classic, behind the pipelined port of its bridge.
//
//   The bridge asks for one access at a time, and counts it as taken in the clock of its answer. WITHDRAWS: the bridge may take back
//   what it asks for, as one with a timeout does, and the answer of such an access would be taken for the next one's. So the request
//   is first put into registers, in a clock of its own.
`default_nettype none

module classic_slave #(
    parameter ADDRESS_BITS = 12,                            // of a byte
    parameter WITHDRAWS    = 0
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the bridge
    input  wire                    slave_cyc,
    input  wire                    slave_stb,
    input  wire                    slave_we,
    input  wire [ADDRESS_BITS-1:0] slave_adr,
    input  wire [31:0]             slave_dat,
    input  wire [3:0]              slave_sel,
    output wire                    slave_stall,
    output wire                    slave_ack,
    output wire                    slave_err,
    output wire [31:0]             slave_rdt,
    // the user's slave
    output wire                    classic_slave_cyc,
    output wire                    classic_slave_stb,
    output wire                    classic_slave_we,
    output wire [ADDRESS_BITS-1:0] classic_slave_adr,
    output wire [31:0]             classic_slave_dat,
    output wire [3:0]              classic_slave_sel,
    input  wire                    classic_slave_ack,
    input  wire                    classic_slave_err,
    input  wire [31:0]             classic_slave_rdt
);
    wire ends = classic_slave_ack | classic_slave_err;

    assign classic_slave_cyc = classic_slave_stb;
    assign slave_ack         = classic_slave_ack;
    assign slave_err         = classic_slave_err;
    assign slave_rdt         = classic_slave_rdt;

    generate
        if (WITHDRAWS != 0) begin : kept
            bus_hold #(
                .ADDRESS_BITS(ADDRESS_BITS)
            ) hold (
                .clk(clk), .rst(rst), .slave_stb(slave_cyc & slave_stb), .slave_we(slave_we), .slave_adr(slave_adr),
                .slave_dat(slave_dat), .slave_sel(slave_sel), .slave_stall(slave_stall), .stb(classic_slave_stb),
                .we(classic_slave_we), .adr(classic_slave_adr), .dat(classic_slave_dat), .sel(classic_slave_sel), .goes(ends)
            );
        end else begin : plain
            wire unused = &{clk, rst, 1'b0};

            assign classic_slave_stb = slave_cyc & slave_stb;
            assign classic_slave_we  = slave_we;
            assign classic_slave_adr = slave_adr;
            assign classic_slave_dat = slave_dat;
            assign classic_slave_sel = slave_sel;
            assign slave_stall       = ~ends;
        end
    endgenerate
endmodule

`default_nettype wire
