module undriven(input a, output y);
    wire b;
    assign y = a & b;
endmodule
