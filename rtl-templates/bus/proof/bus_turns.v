// bus_turns: bus_turn.v offers each request and each answer until the network takes it, once, and neither kind waits for more than
//   one of the other kind.
//
//   Requests and answers come at any time and stay until they are taken. By induction over the clocks: nothing is claimed before
//   the first reset.
//! proves bus_turn as turns
//! within bus_leaf
//! given WIDTH
//! subject "bus_turn"
//! what "requests and answers of a leaf"
//! claim "each is offered until it is taken, once; neither passes the other twice"
//! steps 2
//! skip 1
//! cells 6 * WIDTH + 20
//! watches still
//! expose waits
//! expose kept
//! expose last
//! show parts "claims that held, of 0 to 5"
`default_nettype none

module bus_turns #(
    parameter WIDTH = 38
) (
    input  wire             clk,
    // free in every clock
    input  wire             rst, any_request, any_answer, ready,
    input  wire [WIDTH-1:0] any_request_word, any_answer_word,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [5:0]       parts
);
    reg              request_valid, answer_valid;
    reg  [WIDTH-1:0] request, answer;
    wire             request_ready, answer_ready, answers, valid, waits, kept, last;
    wire [WIDTH-1:0] word;

    circuit circuit (
        .clk(clk), .rst(rst), .request(request), .request_valid(request_valid), .request_ready(request_ready), .answer(answer),
        .answer_valid(answer_valid), .answer_ready(answer_ready), .word(word), .answers(answers), .valid(valid), .ready(ready),
        .waits(waits), .kept(kept), .last(last)
    );

    reg              begun;
    reg              offered, answers_1;                    // a word was offered a clock ago and not taken; it was an answer
    reg  [WIDTH-1:0] word_1;
    reg  [1:0]       passed_request, passed_answer;         // how many of the other kind went while it waited
    wire             request_goes = request_valid && request_ready;
    wire             answer_goes  = answer_valid && answer_ready;

    always @(posedge clk) begin
        if (rst)
            begun <= 1'b1;
        if (!request_valid || request_ready) begin
            request_valid <= any_request;
            request       <= any_request_word;
        end
        if (!answer_valid || answer_ready) begin
            answer_valid <= any_answer;
            answer       <= any_answer_word;
        end
        offered   <= valid && !ready && !rst;
        answers_1 <= answers;
        word_1    <= word;
        passed_request <= request_valid && !request_ready && !rst ? passed_request + answer_goes : 2'd0;
        passed_answer  <= answer_valid && !answer_ready && !rst ? passed_answer + request_goes : 2'd0;
    end

    assign parts = {
        passed_answer == 2'd0 || passed_answer == 2'd1 && !last && !(waits && !kept),
        passed_request == 2'd0 || passed_request == 2'd1 && last && !(waits && kept),
        waits == offered && (!waits || kept == answers_1 && (kept ? answer_valid : request_valid)),
        !offered || valid && word == word_1 && answers == answers_1,
        valid == (request_valid || answer_valid) && (!valid || word == (answers ? answer : request)
                                                               && (answers ? answer_valid : request_valid)),
        {request_goes, answer_goes} == (valid && ready ? {!answers, answers} : 2'd0)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
