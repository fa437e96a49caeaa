// batch_stream: what the induction claims of a leaf's registers, in the proof of its stream: a word that has been found
// is read nibble by nibble, then looked at, then shown, one at a time.
`default_nettype none

module batch_stream (
    input  wire looks,
    input  wire got_out,
    input  wire reader_comes_out,
    input  wire has_out,
    input  wire deliverer_comes_last,
    input  wire deliverer_has_last,
    input  wire deliverer_judges,
    input  wire m_axis_tvalid,
    output wire promised,
    output wire holds
);
    wire shows = deliverer_judges | m_axis_tvalid;
    wire ends  = deliverer_has_last | shows;

    assign promised = 1'b1;
    assign holds    = (~got_out | looks) & ~(deliverer_judges & m_axis_tvalid)
                      & ~(looks & (deliverer_comes_last | ends))
                      & (~ends | ~reader_comes_out & ~deliverer_comes_last) & (~shows | ~has_out & ~deliverer_has_last);
endmodule

`default_nettype wire
