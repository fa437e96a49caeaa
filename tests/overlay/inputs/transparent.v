module transparent(input enable, input d, output reg q);
    always @* if (enable) q = d;
endmodule
