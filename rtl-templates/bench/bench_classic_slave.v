// bench_classic_slave: a testbench part: makes a pipelined Wishbone port of a classic one for slaves. For simulators only.
//
//   An access waits while `holds` says so. Without holds nothing takes a clock more.
`default_nettype none

module bench_classic_slave #(
    parameter ADDRESS_BITS = 12
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [4:0]              holds,       // [0]
    // classic
    input  wire                    classic_cyc,
    input  wire                    classic_stb,
    input  wire                    classic_we,
    input  wire [ADDRESS_BITS-1:0] classic_adr,
    input  wire [31:0]             classic_dat,
    input  wire [3:0]              classic_sel,
    output wire                    classic_ack,
    output wire                    classic_err,
    output wire [31:0]             classic_rdt,
    // pipelined
    output wire                    cyc,
    output wire                    stb,
    output wire                    we,
    output wire [ADDRESS_BITS-1:0] adr,
    output wire [31:0]             dat,
    output wire [3:0]              sel,
    input  wire                    stall,
    input  wire                    ack,
    input  wire                    err,
    input  wire [31:0]             rdt
);
    reg  asked, shown;                                      // the slave has taken it; it is offered to the slave
    wire unused = &{holds[4:1], 1'b0};

    assign cyc         = classic_cyc;
    assign stb         = classic_cyc && classic_stb && !asked && (!holds[0] || shown);
    assign we          = classic_we;
    assign adr         = classic_adr;
    assign dat         = classic_dat;
    assign sel         = classic_sel;
    assign classic_ack = ack;
    assign classic_err = err;
    assign classic_rdt = rdt;

    always @(posedge clk) begin
        asked <= (asked || stb && !stall) && !(ack || err) && !rst;
        shown <= stb && stall && !rst;
    end
endmodule

`default_nettype wire
