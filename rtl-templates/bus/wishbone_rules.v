// wishbone_rules: which rules of Wishbone B4 are broken at a port, in this clock, pipelined or classic. For simulations and proofs.
//
//   bit of `broken`, by the master                     by the slave
//   0  stb only with cyc                               3  not both ack and err
//   1  an access stays until it is taken, or, CLASSIC, 4  one ack or err for each access taken, in its clock at the earliest;
//      answered; with ENDS a cycle may end before         CLASSIC: none without an access
//   2  cyc stays until all accesses are answered
//
//   `stall` is 0 in a classic port. At most 2^COUNT_BITS - 1 accesses are under way.
`default_nettype none

module wishbone_rules #(
    parameter CLASSIC      = 0,
    parameter ENDS         = 0,
    parameter ADDRESS_BITS = 32,
    parameter COUNT_BITS   = 6
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    cyc,
    input  wire                    stb,
    input  wire                    we,
    input  wire [ADDRESS_BITS-1:0] adr,
    input  wire [31:0]             dat,
    input  wire [3:0]              sel,
    input  wire                    stall,
    input  wire                    ack,
    input  wire                    err,
    output wire [4:0]              broken,
    output reg  [COUNT_BITS-1:0]   under_way    // accesses without an answer
);
    localparam LEFT = COUNT_BITS - 1;

    reg                    waits, we_1;                     // an access was offered a clock ago and not taken
    reg [ADDRESS_BITS-1:0] adr_1;
    reg [31:0]             dat_1;
    reg [3:0]              sel_1;
    wire                   offers = cyc & stb;
    wire                   told   = ack | err;
    wire                   takes  = offers & (CLASSIC != 0 ? told : ~stall);
    wire                   same   = offers & {we, adr, sel} == {we_1, adr_1, sel_1} & (~we | dat == dat_1);

    always @(posedge clk) begin
        waits     <= offers & ~takes & ~rst;
        we_1      <= we;
        adr_1     <= adr;
        dat_1     <= dat;
        sel_1     <= sel;
        under_way <= under_way + {{LEFT{1'b0}}, takes} - {{LEFT{1'b0}}, told};
        if (rst)
            under_way <= {COUNT_BITS{1'b0}};
    end

    assign broken = {5{~rst}} & {
        told & ~(|under_way | takes),
        ack & err,
        |under_way & ~cyc,
        waits & ~(same | ENDS != 0 & ~cyc),
        stb & ~cyc
    };
endmodule

`default_nettype wire
