// packet_dead_link: a link that can die: it is dead if it is so itself, or a node at one of its ends is.
`default_nettype none

module packet_dead_link (
    input  wire clk,
    input  wire count,          // what is dead counts from the next clock on
    input  wire itself,
    input  wire end_0,
    input  wire end_1,
    output reg  dead
);
    always @(posedge clk)
        if (count)
            dead <= itself | end_0 | end_1;
endmodule

`default_nettype wire
