// root_timer: tells the adapters of the root channel when the parts of a slot pass, counted from the root's own strobe.
//
//   start    --> data, answers in turn, the first one after a reset is data
//   counter  --> receive, received, load_answer      in a data part
//            --> skip, decide, load_word             in a part with acknowledgements
//
//   The strobe says all: no timing bus comes up from the leaves. Pulses are registered.
`default_nettype none

module root_timer #(
    parameter LABEL_BITS   = 4,
    parameter MESSAGE_BITS = 48,            // of a message to the outside, behind its M bit
    parameter ANSWER_AT    = 52,            // clocks from the strobe of a data part to `load_answer`
    parameter DECIDE_AT    = 12,            // from the strobe of an acknowledge part to `decide`, ..
    parameter LOAD_AT      = 16             // .. and to `load_word`
) (
    input  wire clk,
    input  wire rst,
    input  wire leaf_rst,                   // .. and from the next clock on, for a slot: strobes from before may come
    input  wire start,                      // M bits pass at the root
    output wire start_data,                 // .. of a data part
    output wire heard,                      // .. of an acknowledge part
    output reg  receive,                    // the bits behind M come from the leaves
    output reg  received,                   // all have come
    output reg  load_answer,
    output reg  skip,                       // what comes belongs to the route
    output reg  decide,                     // it is known which words have been acknowledged
    output reg  load_word
);
    localparam MOST   = ANSWER_AT > LOAD_AT ? ANSWER_AT : LOAD_AT;
    localparam BITS   = $clog2(MOST + 1);
    // Constants of the counter's width.
    localparam [BITS-1:0] LAST = MESSAGE_BITS, ANSWER = ANSWER_AT - 1, ROUTE = LABEL_BITS, DECIDE = DECIDE_AT - 1,
                          LOAD = LOAD_AT - 1, END = MOST;

    reg            answers;                 // the next strobe begins an acknowledge part
    reg [BITS-1:0] at;                      // clocks since the strobe; END: many, or none has come yet

    assign start_data = start & ~answers;
    assign heard      = start & answers;

    always @(posedge clk) begin
        if (start)
            at <= {{BITS-1{1'b0}}, 1'b1};
        else if (at != END)
            at <= at + 1'b1;
        if (start)
            answers <= ~answers;
        receive     <= start_data | receive & at != LAST;
        received    <= receive & at == LAST;
        skip        <= heard | skip & at != ROUTE;
        load_answer <= answers & at == ANSWER;
        decide      <= ~answers & at == DECIDE;
        load_word   <= ~answers & at == LOAD;
        if (rst | leaf_rst) begin
            answers     <= 1'b0;
            at          <= END;
            receive     <= 1'b0;
            received    <= 1'b0;
            skip        <= 1'b0;
            load_answer <= 1'b0;
            decide      <= 1'b0;
            load_word   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
