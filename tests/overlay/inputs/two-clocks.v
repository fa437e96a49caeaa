module two_clocks(input fast, input slow, input d, output reg q, output reg r);
    always @(posedge fast) q <= d;
    always @(posedge slow) r <= d;
endmodule
