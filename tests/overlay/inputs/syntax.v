module syntax(input a, output y);
    assign y = a &;
endmodule
