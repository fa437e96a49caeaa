// fork: a flip-flop of two runs that take turns, and that begin with the same bit.
//
//   In clock 0 run A sees the first bit, in clock 1 run B sees the same; from then on each sees what it stored
//   two clocks, that is one of its own clocks, ago. Put in the place of every flip-flop of a circuit by techmap.
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
