module loop(input a, input b, output y);
    wire x = ~(a & y);
    assign y = ~(b & x);
endmodule
