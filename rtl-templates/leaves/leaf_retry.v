// leaf_retry: detects a word of a leaf with one lane that was sent in vain. (leaf_adapter_many.v does this for
// several lanes.)
`default_nettype none

module leaf_retry (
    input  wire clk,
    input  wire leaf_rst,               // from the network's reset on, for a slot
    input  wire down,
    input  wire down_start,
    input  wire answering,              // between the arrivals of a data and an acknowledge part
    input  wire word_valid,
    input  wire settled,                // the word needs no acknowledgement
    output reg  in_vain
);
    always @(posedge clk) begin
        if (down_start & answering)
            in_vain <= word_valid & ~down & ~settled;
        if (leaf_rst)
            in_vain <= 1'b0;
    end
endmodule

`default_nettype wire
