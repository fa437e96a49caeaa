// leaf_adapter_one: the AXI4-Stream side of a leaf with one lane.
//
//   A word stays on s_axis until its outcome is known. s_axis_tready means: the word has been delivered, or discarded
//   because no leaf has that label. To use every slot, present the next word in the clock after s_axis_tready.
`default_nettype none

module leaf_adapter_one (
    input  wire clk,
    input  wire rst,                    // synchronous, active high: the network's reset
    input  wire down,
    input  wire down_start,
    input  wire answering,              // between the arrivals of a data and an acknowledge part
    input  wire settled,                // the word needs no acknowledgement
    input  wire broadcast,              // the bit on `down` does not answer the word
    input  wire won,                    // the word was a broadcast, and all have received it
    input  wire arrived,                // a message is complete
    output reg  s_axis_tready,
    output reg  m_axis_tvalid,
    input  wire m_axis_tready
);
    always @(posedge clk) begin
        // An acknowledgement on `down` always answers a word that this leaf has sent.
        s_axis_tready <= down_start & answering & (down & ~broadcast | settled) | won;
        m_axis_tvalid <= m_axis_tvalid & ~m_axis_tready | arrived;
        if (rst) begin
            s_axis_tready <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
