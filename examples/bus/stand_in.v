// stand_in.v: stands in for a small core, with PicoRV32's memory port. It stores a word and a byte in the memory of every leaf, its
// own included, loads them back, and says whether all were right.
`default_nettype none
module stand_in #(
    parameter LEAF   = 0,
    parameter LEAVES = 8,
    parameter BASE   = 32'h10000000,    // of leaf 0
    parameter SIZE   = 32'h1000
) (
    input  wire        clk,
    input  wire        rst,
    output reg         mem_valid,
    input  wire        mem_ready,
    output reg  [31:0] mem_addr,
    output reg  [31:0] mem_wdata,
    output reg  [3:0]  mem_wstrb,
    input  wire [31:0] mem_rdata,
    output reg         done,
    output reg         wrong
);
    reg [1:0]  step;                    // store a word, store a byte of it, load it
    reg [31:0] other;                   // leaves visited

    wire [31:0] target = (LEAF + 1 + other) % LEAVES;
    wire [31:0] word   = {LEAF[7:0], target[7:0], 8'h5a, ~LEAF[7:0]};

    always @(posedge clk) begin
        if (!mem_valid && !done) begin
            mem_valid <= 1'b1;
            mem_addr  <= BASE + target * SIZE + 4 * LEAF;
            mem_wdata <= step == 2'd0 ? word : 32'h00c30000;
            mem_wstrb <= step == 2'd0 ? 4'b1111 : step == 2'd1 ? 4'b0100 : 4'b0000;
        end else if (mem_valid && mem_ready) begin
            mem_valid <= 1'b0;
            step      <= step == 2'd2 ? 2'd0 : step + 2'd1;
            if (step == 2'd2) begin
                wrong <= wrong | (mem_rdata != {word[31:24], 8'hc3, word[15:0]});
                other <= other + 1;
                done  <= other == LEAVES - 1;
            end
        end
        if (rst) begin
            mem_valid <= 1'b0;
            step      <= 2'd0;
            other     <= 32'd0;
            done      <= 1'b0;
            wrong     <= 1'b0;
        end
    end
endmodule
`default_nettype wire
