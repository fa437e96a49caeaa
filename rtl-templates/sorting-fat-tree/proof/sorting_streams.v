// sorting_streams: for the stream of a terminal: while a word comes or is shown there is no room, and so no other word
// begins.
`default_nettype none

module sorting_streams (
    input  wire room,
    input  wire loops,
    input  wire down_start,
    input  wire down,
    input  wire m_axis_tvalid,
    output wire promised,
    output wire holds
);
    assign promised = room | ~(loops | down_start & down);
    assign holds    = ~(room & m_axis_tvalid);
endmodule

`default_nettype wire
