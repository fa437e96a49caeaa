(* blackbox *) module ram(input a, output y); endmodule
module black_box(input a, output y);
    ram ram(.a(a), .y(y));
endmodule
