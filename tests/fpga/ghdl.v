// What GHDL 2.0 writes of a VHDL entity with the network as a component: ghdl --synth --std=08 --out=verilog top.vhd -e first
module fat_tree
  (input  clk,
   input  rst,
   input  [127:0] s_axis_tdata,
   input  [23:0] s_axis_tdest,
   input  [7:0] s_axis_tvalid,
   input  [7:0] m_axis_tready,
   output [7:0] s_axis_tready,
   output [127:0] m_axis_tdata,
   output [23:0] m_axis_tuser,
   output [7:0] m_axis_tvalid);
endmodule

module first
  (input  clk,
   input  rst,
   output led);
  wire [127:0] d;
  wire [127:0] md;
  wire [7:0] v;
  wire n1_o;
  wire [3:0] n129_o;
  wire [3:0] n130_o;
  wire [3:0] n131_o;
  wire [3:0] n132_o;
  wire [3:0] n133_o;
  wire [3:0] n134_o;
  wire [3:0] n135_o;
  wire [3:0] n136_o;
  wire [3:0] n137_o;
  wire [3:0] n138_o;
  wire [3:0] n139_o;
  wire [3:0] n140_o;
  wire [3:0] n141_o;
  wire [3:0] n142_o;
  wire [3:0] n143_o;
  wire [3:0] n144_o;
  wire [3:0] n145_o;
  wire [3:0] n146_o;
  wire [3:0] n147_o;
  wire [3:0] n148_o;
  wire [3:0] n149_o;
  wire [3:0] n150_o;
  wire [3:0] n151_o;
  wire [3:0] n152_o;
  wire [3:0] n153_o;
  wire [3:0] n154_o;
  wire [3:0] n155_o;
  wire [3:0] n156_o;
  wire [3:0] n157_o;
  wire [3:0] n158_o;
  wire [3:0] n159_o;
  wire [3:0] n160_o;
  wire [15:0] n161_o;
  wire [15:0] n162_o;
  wire [15:0] n163_o;
  wire [15:0] n164_o;
  wire [15:0] n165_o;
  wire [15:0] n166_o;
  wire [15:0] n167_o;
  wire [15:0] n168_o;
  wire [63:0] n169_o;
  wire [63:0] n170_o;
  wire [127:0] n171_o;
  wire [7:0] n_s_axis_tready;
  wire [127:0] n_m_axis_tdata;
  wire [23:0] n_m_axis_tuser;
  wire [7:0] n_m_axis_tvalid;
  localparam [23:0] n172_o = 24'b111111111111111111111111;
  localparam [7:0] n173_o = 8'b00000001;
  localparam [7:0] n176_o = 8'b11111111;
  wire n180_o;
  wire n181_o;
  wire n182_o;
  wire n184_o;
  reg n187_q;
  assign led = n187_q;
  /* top.vhd:11:10  */
  assign d = n171_o; // (signal)
  /* top.vhd:11:13  */
  assign md = n_m_axis_tdata; // (signal)
  /* top.vhd:11:57  */
  assign v = n_m_axis_tvalid; // (signal)
  /* top.vhd:13:14  */
  assign n1_o = ~rst;
  assign n129_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n130_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n131_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n132_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n133_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n134_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n135_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n136_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n137_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n138_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n139_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n140_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n141_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n142_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n143_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n144_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n145_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n146_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n147_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n148_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n149_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n150_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n151_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n152_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n153_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n154_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n155_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n156_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n157_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n158_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n159_o = {1'b0, 1'b0, 1'b0, 1'b0};
  assign n160_o = {1'b0, 1'b0, 1'b0, n1_o};
  assign n161_o = {n129_o, n130_o, n131_o, n132_o};
  assign n162_o = {n133_o, n134_o, n135_o, n136_o};
  assign n163_o = {n137_o, n138_o, n139_o, n140_o};
  assign n164_o = {n141_o, n142_o, n143_o, n144_o};
  assign n165_o = {n145_o, n146_o, n147_o, n148_o};
  assign n166_o = {n149_o, n150_o, n151_o, n152_o};
  assign n167_o = {n153_o, n154_o, n155_o, n156_o};
  assign n168_o = {n157_o, n158_o, n159_o, n160_o};
  assign n169_o = {n161_o, n162_o, n163_o, n164_o};
  assign n170_o = {n165_o, n166_o, n167_o, n168_o};
  assign n171_o = {n169_o, n170_o};
  /* top.vhd:14:3  */
  fat_tree n (
    .clk(clk),
    .rst(rst),
    .s_axis_tdata(d),
    .s_axis_tdest(n172_o),
    .s_axis_tvalid(n173_o),
    .m_axis_tready(n176_o),
    .s_axis_tready(),
    .m_axis_tdata(n_m_axis_tdata),
    .m_axis_tuser(),
    .m_axis_tvalid(n_m_axis_tvalid));
  /* top.vhd:16:85  */
  assign n180_o = v[7];
  /* top.vhd:16:109  */
  assign n181_o = md[112];
  /* top.vhd:16:78  */
  assign n182_o = n180_o ? n181_o : n187_q;
  /* top.vhd:16:48  */
  assign n184_o = rst ? 1'b0 : n182_o;
  /* top.vhd:16:23  */
  always @(posedge clk)
    n187_q <= n184_o;
endmodule

