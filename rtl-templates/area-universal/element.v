// element: the universal element of a mesh: a NAND, a latch, and four sides with a wire in and a wire out (Bay 1992,
// chapter 6).
//
//   control word                              side k (0 north, 1 east, 2 south, 3 west) sends a clock later
//     [3k+2 : 3k]   choice of side k              0  nothing: 0
//     [13 : 12]     side x                        1  2  3  what comes in on side k+1, k+2, k+3 (mod 4)
//     [15 : 14]     side y                        4  5     g, not g       g = not (in[x] and in[y])
//                                                 6  7     s, not s       s takes g at the end of a step
//
//   The control words of all elements are one shift register, bit 0 of a word first. Shifting clears s. Every way from
//   side to side has a register, so no control word can close a loop without one.
//
//   An FPGA is powered up with control words of 0, and keeps them in a reset: nextpnr finds no places in an ECP5 for so
//   many flip-flops with a reset.
`default_nettype none

module element (
    input  wire       clk,
    input  wire       load,         // the control word moves on by a bit
    input  wire       step,         // a step ends
    input  wire       chain_in,
    output wire       chain_out,
    input  wire [3:0] in,
    output reg  [3:0] out,
    output reg        s = 1'b0
);
    reg  [15:0] control = 16'd0;
    wire        g = ~(in[control[13:12]] & in[control[15:14]]);

    assign chain_out = control[0];

    always @(posedge clk) begin
        if (load)
            control <= {chain_in, control[15:1]};
        if (load)
            s <= 1'b0;
        else if (step)
            s <= g;
    end

    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : side
            wire [2:0] choice = control[3*k +: 3];
            wire       own    = choice[1] ? s : g;
            wire       other  = choice[1] ? (choice[0] ? in[(k+3)%4] : in[(k+2)%4]) : choice[0] & in[(k+1)%4];

            always @(posedge clk)
                out[k] <= choice[2] ? own ^ choice[0] : other;
        end
    endgenerate
endmodule

`default_nettype wire
