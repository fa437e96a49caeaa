// leaf_adapter_one.v: the AXI4-Stream side of a leaf with one lane.
//
//   A word stays on s_axis until its outcome is known: s_axis_tready says that it has arrived or, when no leaf has that
//   label, that it is discarded. To use every slot the next word must follow in the clock after s_axis_tready.
`default_nettype none

module leaf_adapter_one (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    input  wire down,
    input  wire down_start,
    input  wire answering,              // between the arrivals of a data and an acknowledge part
    input  wire settled,                // the word needs no acknowledgement
    input  wire broadcast,              // what is heard on `down` does not answer the word
    input  wire won,                    // the word was a broadcast, and all have received it
    input  wire arrived,                // a message is complete
    output reg  s_axis_tready,
    output reg  m_axis_tvalid,
    input  wire m_axis_tready
);
    always @(posedge clk) begin
        // Whoever hears an acknowledgement has sent something.
        s_axis_tready <= down_start & answering & (down & ~broadcast | settled) | won;
        m_axis_tvalid <= m_axis_tvalid & ~m_axis_tready | arrived;
        if (rst)
            m_axis_tvalid <= 1'b0;
    end
endmodule

`default_nettype wire
