// ice40_ram.v: an iCE40's block RAM as Yosys' memory_libmap leaves it, for the first microseconds after configuration: until
// DEAD clocks have passed, it reads 0 and loses what is written.
`default_nettype none

module \$__ICE40_RAM4K_ #(
    parameter [4095:0] INIT = 4096'd0,
    parameter OPTION_HAS_BE = 1,
    parameter PORT_R_WIDTH = 16,
    parameter PORT_W_WIDTH = 16,
    parameter PORT_W_WR_BE_WIDTH = 16,
    parameter PORT_R_CLK_POL = 1,
    parameter PORT_W_CLK_POL = 1
) (
    input  wire                          PORT_R_CLK,
    input  wire                          PORT_R_RD_EN,
    input  wire [10:0]                   PORT_R_ADDR,           // of two bits
    output reg  [PORT_R_WIDTH-1:0]       PORT_R_RD_DATA,
    input  wire                          PORT_W_CLK,
    input  wire                          PORT_W_WR_EN,
    input  wire [PORT_W_WR_BE_WIDTH-1:0] PORT_W_WR_BE,
    input  wire [10:0]                   PORT_W_ADDR,
    input  wire [PORT_W_WIDTH-1:0]       PORT_W_WR_DATA
);
    reg [4095:0] memory = INIT;
    integer      clocks = 0;
    wire         dead = clocks < `DEAD;
    integer      at;

    initial
        if (PORT_R_CLK_POL != 1 || PORT_W_CLK_POL != 1) begin
            $display("failed: a RAM has a falling clock");
            $finish(0);
        end

    always @(posedge PORT_R_CLK) begin
        if (dead)
            clocks <= clocks + 1;
        if (PORT_R_RD_EN)
            PORT_R_RD_DATA <= dead ? {PORT_R_WIDTH{1'b0}} : memory[2*PORT_R_ADDR +: PORT_R_WIDTH];
    end

    always @(posedge PORT_W_CLK)
        if (PORT_W_WR_EN && !dead)
            for (at = 0; at < PORT_W_WIDTH; at = at + 1)
                if (OPTION_HAS_BE == 0 || PORT_W_WR_BE[at])
                    memory[2*PORT_W_ADDR + at] <= PORT_W_WR_DATA[at];
endmodule

`default_nettype wire
