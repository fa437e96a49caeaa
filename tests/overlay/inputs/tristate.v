module tristate(input enable, input d, output q);
    assign q = enable ? d : 1'bz;
endmodule
