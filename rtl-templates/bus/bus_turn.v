// bus_turn: requests and answers of a leaf take turns at the one stream into the network.
//
//   requests --+
//              +--[ LUT ]--> word, to the network
//   answers  --+
//
//   What is offered stays until the network takes it. Of a request and an answer that wait, the one goes whose kind did not go
//   last: answers that always went first would keep a leaf from its own accesses for as long as others want its memory. There is
//   no register in front of the network: a word would miss its slot.
`default_nettype none

module bus_turn #(
    parameter WIDTH = 38
) (
    input  wire             clk,
    input  wire             rst,                            // synchronous, active high
    input  wire [WIDTH-1:0] request,
    input  wire             request_valid,
    output wire             request_ready,
    input  wire [WIDTH-1:0] answer,
    input  wire             answer_valid,
    output wire             answer_ready,
    output wire [WIDTH-1:0] word,
    output wire             answers,                        // it is the answer
    output wire             valid,
    input  wire             ready
);
    reg waits, kept;                                        // a word was offered and not taken; `answers` of a clock ago
    reg last;                                               // what went last was an answer

    assign answers       = waits ? kept : answer_valid & ~(request_valid & last);
    assign word          = answers ? answer : request;
    assign valid         = request_valid | answer_valid;
    assign request_ready = ready & ~answers;
    assign answer_ready  = ready & answers;

    always @(posedge clk) begin
        waits <= valid & ~ready;
        kept  <= answers;
        if (valid & ready)
            last <= answers;
        if (rst) begin
            waits <= 1'b0;
            last  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
