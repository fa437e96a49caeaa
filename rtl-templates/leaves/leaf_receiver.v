// leaf_receiver: finds the messages on a leaf's incoming wire, and assigns each bit to a register.
//
//   down --> [bit_now] --> source --> payload            leaf_store.v or leaf_store_many.v
//   up   --/
//
//   No counters: the source is complete when its start bit, the first 1, leaves at the top of its register; the payload
//   when the register's initial marker leaves. Flip-flops drive the registers' enables and resets directly, without a
//   LUT between. A word for this leaf itself is read from `up`. Latency: `down` to the last payload bit in its register
//   2 clocks.
`default_nettype none

module leaf_receiver #(
    parameter LATE = 0                  // 1: a route bit of a word for this leaf itself comes after `load_body`
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high: the network's reset
    input  wire leaf_rst,               // from the clock after `rst` on, for a slot
    input  wire load_body,              // the start bit of a data part is to follow the route
    input  wire answering,              // between the arrivals of a data and an acknowledge part
    input  wire closed,                 // take no message: an earlier one is still here
    input  wire turning,                // the word to send is for this leaf itself
    input  wire turned,                 // the word of this slot was for this leaf itself
    input  wire up,
    input  wire down,
    input  wire down_start,
    input  wire source_top,             // the first bit of the registers
    input  wire payload_top,
    output reg  bit_now,
    output reg  open,                   // a message can be taken
    output reg  take,                   // a message begins with the bit after `bit_now`
    output reg  in_source,              // `bit_now` is part of the source
    output reg  in_payload,
    output reg  clear,                  // `take` a clock later; drives only resets, hence fit for a global buffer
    output wire complete                // pulse: the last payload bit is being shifted in
);
    reg turn_now;

    assign complete = in_payload & payload_top;

    generate
        if (LATE != 0) begin : wait_for_route
            reg turn_soon;

            always @(posedge clk) begin
                turn_soon <= load_body & turning;
                turn_now  <= turn_soon;
            end
        end else begin : at_once
            always @(posedge clk)
                turn_now <= load_body & turning;
        end
    endgenerate

    always @(posedge clk) begin
        bit_now  <= turned ? up : down;
        open     <= ~closed & ~turned & ~answering & ~leaf_rst;
        take     <= down_start & down & open | turn_now;

        in_source  <= (take | in_source & ~source_top) & ~leaf_rst;
        in_payload <= in_source & source_top | in_payload & ~payload_top;
        if (rst) begin
            in_source  <= 1'b0;
            in_payload <= 1'b0;
        end
        clear <= take;
    end
endmodule

`default_nettype wire
