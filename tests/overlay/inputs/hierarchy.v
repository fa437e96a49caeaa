module half(input a, input b, output sum, output carry);
    assign sum = a ^ b;
    assign carry = a & b;
endmodule
module full(input a, input b, input c, output sum, output carry);
    wire s, c1, c2;
    half first(a, b, s, c1);
    half second(s, c, sum, c2);
    assign carry = c1 | c2;
endmodule
