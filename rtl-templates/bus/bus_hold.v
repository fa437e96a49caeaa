// bus_hold: takes a request of a bridge in its clock, and holds it until the user's slave has taken it, whatever the bridge does.
//
//   The bridge asks for nothing until it has the answer.
`default_nettype none

module bus_hold #(
    parameter ADDRESS_BITS = 12
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the bridge
    input  wire                    slave_stb,
    input  wire                    slave_we,
    input  wire [ADDRESS_BITS-1:0] slave_adr,
    input  wire [31:0]             slave_dat,
    input  wire [3:0]              slave_sel,
    output wire                    slave_stall,
    // the slave
    output reg                     stb,
    output reg                     we,
    output reg  [ADDRESS_BITS-1:0] adr,
    output reg  [31:0]             dat,
    output reg  [3:0]              sel,
    input  wire                    goes                     // the slave takes it
);
    assign slave_stall = stb;

    always @(posedge clk) begin
        stb <= (stb ? ~goes : slave_stb) & ~rst;
        if (~stb) begin
            we  <= slave_we;
            adr <= slave_adr;
            dat <= slave_dat;
            sel <= slave_sel;
        end
    end
endmodule

`default_nettype wire
