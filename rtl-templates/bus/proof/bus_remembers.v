// bus_remembers: bus_master_relaxed.v sends each access that it takes once, with a tag that no access under way has, no more to a
//   slave than that has room for, and tells the master of each once, in order, with its own data and error.
//
//   Assumed: the user's master holds an access until it is taken; an answer comes only for a tag that is out, and says whether
//   its request wrote. One access, any, is followed: what the master is told is what its own answer brought; of a posted write,
//   that there was no error; of an address without a slave, that there was one. One slave, any, has a limit of
//   its own, and all others have another one.
//
//   Of the table of answers, which bus_keeps.v proves, one row is in view, any, always the same. By induction over the clocks:
//   nothing is claimed before the first reset.
//! proves bus_master_relaxed as remembers
//! within bus_leaf
//! given LABEL_BITS LIMIT_BITS TAG_BITS LONE POSTED DATA_BITS LUT_RAM
//! subject "bus_master_{1 << TAG_BITS}_{LONE ? 'lone' : 'counted'}"
//! what "master's side of a leaf, relaxed order"
//! claim "tags are not reused; each access is told once, with its own answer"
//! steps 2
//! skip 1
//! cells (LABEL_BITS * 3 + 30) * (1 << TAG_BITS) + 6 * DATA_BITS
//! cuts bus_words
//! watches still
//! expose busy
//! expose done
//! expose bad
//! expose slaves
//! expose oldest
//! expose next
//! expose oldest_number
//! expose next_number
//! show parts "claims that held, of 0 to 10"
//! show held_shown "bits of how many accesses the master awaits"
`default_nettype none

module bus_remembers #(
    parameter LABEL_BITS = 4,
    parameter LIMIT_BITS = 3,
    parameter TAG_BITS   = 2,
    parameter LONE       = 1,
    parameter POSTED     = 0,
    parameter DATA_BITS  = 32,
    parameter ENTRIES    = 1 << TAG_BITS
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst, any_access, any_write, any_mapped, any_fence, request_ready, any_answer, answer_err, mark,
    input  wire [LABEL_BITS-1:0] any_to, any_special,
    input  wire [LIMIT_BITS-1:0] any_limit, any_other_limit,
    input  wire [TAG_BITS-1:0]   answer_tag, any_row,
    input  wire [DATA_BITS-1:0]  answer_data, any_word,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [10:0]           parts,
    output wire [TAG_BITS:0]     held_shown
);
    // ---- the user's master and the decoder
    reg                   access, write, mapped, fences;
    wire                  fence = fences && !mapped;
    reg  [LABEL_BITS-1:0] to, special;
    reg  [LIMIT_BITS-1:0] special_limit, other_limit;
    wire [LIMIT_BITS-1:0] limit = to == special ? special_limit : other_limit;

    // ---- tags that are out, kept here
    reg  [ENTRIES-1:0]    out, writes;
    reg  [ENTRIES*LABEL_BITS-1:0] whose;
    wire                  answer       = any_answer && out[answer_tag];
    wire                  answer_write = writes[answer_tag];
    wire                  silent       = POSTED && answer_write;
    wire                  posts        = POSTED && write;

    // ---- the table of answers
    reg  [TAG_BITS-1:0]   row;
    reg  [DATA_BITS-1:0]  there;
    wire                  put;
    wire [TAG_BITS-1:0]   put_at, read_at;
    wire [DATA_BITS-1:0]  in, data;
    wire [DATA_BITS-1:0]  read = read_at == row ? there : any_word;

    wire                  stall, ack, err, failed, request;
    wire [TAG_BITS-1:0]   tag, oldest_number, next_number;
    wire [ENTRIES-1:0]    busy, done, bad, oldest, next;
    wire [ENTRIES*LABEL_BITS-1:0] slaves;

    circuit circuit (
        .clk(clk), .rst(rst), .access(access), .write(write), .mapped(mapped), .fence(fence), .to(to), .limit(limit), .stall(stall), .ack(ack),
        .err(err), .data(data), .failed(failed), .request(request), .tag(tag), .request_ready(request_ready), .answer(answer),
        .answer_tag(answer_tag), .answer_write(answer_write), .answer_err(answer_err), .answer_data(answer_data),
        .\answers.write (put), .\answers.write_address (put_at), .\answers.in (in), .\answers.read_address (read_at),
        .\answers.out (read), .busy(busy), .done(done), .bad(bad), .slaves(slaves), .oldest(oldest), .next(next),
        .oldest_number(oldest_number), .next_number(next_number)
    );

    // ---- the access that is followed
    reg                   follows, unmapped, refused, posted, answered, its_err;
    reg  [DATA_BITS-1:0]  its_data;
    wire                  tells = ack || err;
    wire                  its   = follows && tells && oldest_number == row;
    wire [TAG_BITS-1:0]   place = at(row) - at(oldest_number);

    // the place of a number in the ring
    function [TAG_BITS-1:0] at(input [TAG_BITS-1:0] number);
        at = TAG_BITS == 2 ? number ^ number >> 1 : number;
    endfunction

    reg                   begun, offered, failing;
    reg  [TAG_BITS-1:0]   tag_1;
    reg  [TAG_BITS:0]     held;                             // accesses that the master awaits
    wire                  sends = request && request_ready;
    wire                  takes = access && !stall;

    always @(posedge clk) begin
        if (!access || takes || rst) begin
            access <= any_access;
            write  <= any_write;
            mapped <= any_mapped;
            fences <= any_fence;
            to     <= any_to;
        end
        out <= (out & ~({{ENTRIES-1{1'b0}}, answer} << answer_tag)) | {{ENTRIES-1{1'b0}}, sends} << tag;
        if (sends) begin
            writes[tag] <= write;
            whose[tag*LABEL_BITS +: LABEL_BITS] <= to;
        end
        held    <= held + takes - tells;
        failing <= failing && !(takes && fence) || answer && silent && answer_err;
        offered <= request && !request_ready && !rst;
        tag_1   <= tag;
        if (put && put_at == row)
            there <= in;
        if (its)
            follows <= 1'b0;
        if (takes && mark && (!follows || its) && next_number == row) begin
            follows  <= 1'b1;
            unmapped <= !mapped;
            refused  <= !mapped && !(fence && !failing);
            posted   <= mapped && posts;
            answered <= 1'b0;
        end else if (answer && answer_tag == row && !silent) begin
            answered <= 1'b1;
            its_err  <= answer_err;
            its_data <= answer_data;
        end
        if (rst) begin
            begun         <= 1'b1;
            special       <= any_special;
            special_limit <= LONE || any_limit == 0 ? 1'b1 : any_limit;
            other_limit   <= LONE || any_other_limit == 0 ? 1'b1 : any_other_limit;
            row           <= any_row;
            out           <= {ENTRIES{1'b0}};
            held          <= {TAG_BITS+1{1'b0}};
            failing       <= 1'b0;
            follows       <= 1'b0;
        end
    end

    // ---- the ring, entry by entry, and how many are under way to the slave of each
    reg                   ring, told, known, few;
    reg  [TAG_BITS:0]     count;
    reg  [LABEL_BITS-1:0] slave;
    reg  [TAG_BITS-1:0]   away;
    integer               j, k;

    always @* begin
        {ring, told, known, few} = 4'b1111;
        for (k = 0; k < ENTRIES; k = k + 1) begin
            away = at(k) - at(oldest_number);
            if (away < held) begin
                if (busy[k] && POSTED && writes[k] ? !done[k] : busy[k] == done[k])
                    ring = 1'b0;
            end else if (done[k] || busy[k] && !(POSTED && writes[k]))
                ring = 1'b0;
            if (busy[k] && done[k] && bad[k])
                told = 1'b0;
            if (out[k] && slaves[k*LABEL_BITS +: LABEL_BITS] != whose[k*LABEL_BITS +: LABEL_BITS])
                known = 1'b0;
            count = 0;
            slave = whose[k*LABEL_BITS +: LABEL_BITS];
            for (j = 0; j < ENTRIES; j = j + 1)
                count = count + (out[j] && whose[j*LABEL_BITS +: LABEL_BITS] == slave);
            if (out[k] && count > (slave == special ? special_limit : other_limit))
                few = 1'b0;
        end
    end

    assign held_shown = held;
    assign parts = {
        !(takes && fence) || out == 0,                                      // all accesses under way have been answered
        special_limit != 0 && other_limit != 0,
        !sends || !out[tag],                                                // no tag is used again while its answer may come
        out == busy && known && few,
        held <= ENTRIES && at(next_number) == at(oldest_number) + held[TAG_BITS-1:0] && tag == next_number,
        oldest == 1 << oldest_number && next == 1 << next_number,
        ring && told && (held == 0 || |(oldest & (busy | done))) && !(ack && err) && tells == |(oldest & done),
        (takes && mapped) == sends && (!offered || request && tag == tag_1) && (!request || access && mapped),
        !access || held != 0 || out != 0 || (mapped ? request : !stall),    // nothing is refused if nothing is under way
        // what is followed
        !follows || place < held && (!busy[row] || posted == (POSTED && writes[row])) && (unmapped || posted ? done[row] && bad[row] == refused && (unmapped || !refused) && !(unmapped && busy[row])
                                     : busy[row] == !answered
                                       && (!answered || done[row] && bad[row] == its_err && there == its_data)),
        failed == failing && (!its || (unmapped ? err == refused : posted ? ack : answered && err == its_err && data == its_data))
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
