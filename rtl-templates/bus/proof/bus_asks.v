// bus_asks: bus_master.v sends each access that it takes once, to one slave at a time and no more than that has room for, and
//   acknowledges each once, in order.
//
//   Assumed: the user's master holds an access until it is taken; an answer comes only to a request, and says whether that wrote. Two
//   slaves are told apart: one, any, with a limit of its own, and all others. As answers come in the order of their requests, and what
//   they bring goes by to the master, each acknowledge is that of its access. By induction over the clocks: nothing is claimed before
//   the first reset.
//! proves bus_master as asks
//! within bus_leaf
//! given LABEL_BITS LIMIT_BITS POSTED
//! subject "bus_master_{LIMIT_BITS}"
//! what "master's side of a leaf, strict order"
//! claim "each access is sent and told once, to one slave at a time"
//! steps 2
//! skip 1
//! cells 4 * LABEL_BITS + 12 * LIMIT_BITS + 40
//! watches still
//! expose under_way
//! expose slave
//! expose own
//! expose own_err
//! expose posted.loads when POSTED
//! show parts "claims that held, of 0 to 9"
`default_nettype none

module bus_asks #(
    parameter LABEL_BITS = 4,
    parameter LIMIT_BITS = 1,
    parameter POSTED     = 0
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst, any_access, any_write, any_mapped, any_fence, request_ready, any_answer, any_answer_write, answer_err,
    input  wire [LABEL_BITS-1:0] any_to, any_special,
    input  wire [LIMIT_BITS-1:0] any_limit, any_other_limit,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [9:0]            parts
);
    // ---- the user's master and the decoder
    reg                   access, write, mapped, fences;
    wire                  fence = fences && !mapped;
    reg  [LABEL_BITS-1:0] to, special;
    reg  [LIMIT_BITS-1:0] special_limit, other_limit;
    wire [LIMIT_BITS-1:0] limit = to == special ? special_limit : other_limit;

    // ---- requests under way, counted here
    reg  [LIMIT_BITS:0]   out, out_loads;
    reg  [LABEL_BITS-1:0] whose;
    wire [LIMIT_BITS:0]   most = whose == special ? special_limit : other_limit;
    wire                  answer       = any_answer && out != 0;
    wire                  answer_write = out_loads == 0 || any_answer_write && out_loads != out;
    wire                  tells        = answer && !(POSTED && answer_write);
    wire                  posts        = POSTED && write;

    wire                  stall, ack, err, failed, request, own, own_err;
    wire [LABEL_BITS-1:0] slave;
    wire [LIMIT_BITS-1:0] under_way, loads;

    `define COMMON_PORTS \
        .clk(clk), .rst(rst), .access(access), .write(write), .mapped(mapped), .fence(fence), .to(to), .limit(limit), .stall(stall), .ack(ack), \
        .err(err), .failed(failed), .request(request), .request_ready(request_ready), .answer(answer), .answer_write(answer_write), \
        .answer_err(answer_err), .under_way(under_way), .slave(slave), .own(own), .own_err(own_err)
    generate
        if (POSTED != 0) begin : posted
            circuit circuit (`COMMON_PORTS, .\posted.loads (loads));
        end else begin : told
            circuit circuit (`COMMON_PORTS);
            assign loads = out_loads[LIMIT_BITS-1:0];
        end
    endgenerate

    reg                   begun, offered;                   // a request was offered a clock ago and not taken
    reg                   due, due_err, bad;                // an acknowledge that no answer brings; a posted write has failed
    wire                  sends = request && request_ready;
    wire                  takes = access && !stall;
    wire                  quiet = (POSTED ? out_loads : out) == 0;

    always @(posedge clk) begin
        if (!access || takes || rst) begin
            access <= any_access;
            write  <= any_write;
            mapped <= any_mapped;
            fences <= any_fence;
            to     <= any_to;
        end
        out       <= out + sends - answer;
        out_loads <= out_loads + (sends && !posts) - tells;
        if (sends)
            whose <= to;
        due     <= takes && (!mapped || posts);
        due_err <= !mapped && !(fence && !bad);
        bad     <= bad && !(takes && fence) || answer && !tells && answer_err;
        offered <= request && !request_ready && !rst;
        if (rst) begin
            begun         <= 1'b1;
            special       <= any_special;
            special_limit <= any_limit == 0 ? 1'b1 : any_limit;
            other_limit   <= any_other_limit == 0 ? 1'b1 : any_other_limit;
            out           <= 0;
            out_loads     <= 0;
            due           <= 1'b0;
            bad           <= 1'b0;
        end
    end

    assign parts = {
        !(takes && fence) || out == 0,                                      // all accesses under way have been answered
        special_limit != 0 && other_limit != 0,
        under_way == out && out <= most && loads == out_loads && out_loads <= out && (POSTED || out_loads == out),
        out == 0 || slave == whose,
        !sends || out == 0 || to == whose,                                  // one slave at a time
        // what is taken is sent; what is offered stays
        (takes && mapped) == sends && (!request || access && mapped) && (!offered || request),
        !access || out != 0 || (mapped ? request : !stall),                 // nothing is refused if nothing is under way
        own == due && (!own || own_err == due_err && quiet) && failed == bad,
        !(due && tells),
        {ack, err} == (due ? {!due_err, due_err} : tells ? {!answer_err, answer_err} : 2'd0)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
