// fork: a flip-flop shared by two runs that take turns and begin with the same bit.
//
//   In clock 0 run A sees the first bit, in clock 1 run B sees the same bit. From then on each run sees the bit that it
//   stored two clocks ago, one of its own clocks. techmap replaces every flip-flop of a circuit by this module.
`default_nettype none

(* techmap_celltype = "$_DFF_P_" *)
module fork_flip_flop (
    input  wire C,
    input  wire D,
    output wire Q
);
    reg first = 1'b1;
    reg early;
    reg late;

    always @(posedge C) begin
        first <= 1'b0;
        early <= D;
        late  <= early;
    end

    assign Q = first ? early : late;
endmodule

`default_nettype wire
