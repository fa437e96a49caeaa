// bus_master_relaxed: takes the accesses of the user's master, by Wishbone B4 pipelined, to any slaves at a time.
//
//   accesses --> tag of the next entry --> requests
//   acks <------ [ table of answers ] <--- answers, by their tags
//
//   An access has an entry of the table from the clock in which it is taken; the number of the entry is its tag. The table is a ring:
//   answers come in any order, and the master is told in the order of its accesses. No entry is used again before its answer has come.
//   The order of accesses to one slave is that of the network. LONE: at most one access is under way to each slave;
//   otherwise so many as `limit` says, that of the slave that the access is for.
//
//   POSTED: a write is acknowledged when its turn comes, without its answer; that is swallowed, and sets `failed` if it is an error.
//   The fence waits for all accesses under way. It is acknowledged or, if `failed` is set, gives an error and clears that.
`default_nettype none

module bus_master_relaxed #(
    parameter LABEL_BITS = 4,
    parameter LIMIT_BITS = 1,
    parameter TAG_BITS   = 2,                               // 2^TAG_BITS entries
    parameter LONE       = 1,
    parameter POSTED     = 0,
    parameter DATA_BITS  = 32,
    parameter LUT_RAM    = 1                                // see bus_words
) (
    input  wire                  clk,
    input  wire                  rst,                       // synchronous, active high
    // the user's master
    input  wire                  access,
    input  wire                  write,
    input  wire                  mapped,                    // its address is that of a slave
    input  wire                  fence,                     // .. or of the fence
    input  wire [LABEL_BITS-1:0] to,                        // the slave's leaf
    input  wire [LIMIT_BITS-1:0] limit,                     // at least 1
    output wire                  stall,
    output wire                  ack,
    output wire                  err,
    output wire [DATA_BITS-1:0]  data,                      // with `ack`
    output reg                   failed,                    // a posted write had an error, since the last fence
    // requests
    output wire                  request,
    output wire [TAG_BITS-1:0]   tag,
    input  wire                  request_ready,
    // answers: each is taken in its clock
    input  wire                  answer,
    input  wire [TAG_BITS-1:0]   answer_tag,
    input  wire                  answer_write,              // to a write
    input  wire                  answer_err,
    input  wire [DATA_BITS-1:0]  answer_data
);
    localparam ENTRIES = 1 << TAG_BITS;

    // One-hot pointers: an index that is a signal would take thrice the LUTs.
    reg  [ENTRIES-1:0]  oldest, next;
    reg  [TAG_BITS-1:0] oldest_number, next_number;
    reg  [ENTRIES-1:0]  busy;                               // the answer has not come
    reg  [ENTRIES-1:0]  done;                               // the master may be told
    reg  [ENTRIES-1:0]  bad;                                // .. of an error. Not in the table: of a posted write no answer has come
    reg  [ENTRIES*LABEL_BITS-1:0] slaves;                   // the leaves that the accesses are for
    wire [ENTRIES-1:0]  same;                               // busy, with the slave that the access is for
    wire [ENTRIES-1:0]  comes;                              // its answer
    wire                posts  = POSTED != 0 & write;
    wire                silent = POSTED != 0 & answer_write;
    wire                free   = ~|(next & (busy | done));
    wire                may;                                // the slave has room
    wire                tells  = |(oldest & done);
    wire                takes  = access & ~stall;
    wire [ENTRIES-1:0]  starts = next & {ENTRIES{takes}};
    wire [ENTRIES-1:0]  told   = next & {ENTRIES{takes & (~mapped | posts)}};          // at once
    wire                fails  = ~mapped & ~(fence & ~failed);
    wire [ENTRIES-1:0]  ends   = comes & {ENTRIES{~silent}};

    // The numbers follow each other in a ring: of two bits as 0, 1, 3, 2, which takes one LUT.
    function [TAG_BITS-1:0] after(input [TAG_BITS-1:0] number);
        after = TAG_BITS == 2 ? number << 1 | {{(TAG_BITS-1){1'b0}}, ~number[TAG_BITS-1]} : number + 1'b1;
    endfunction

    genvar e;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : entry
            localparam [31:0] NUMBER = e;
            localparam        BEFORE = TAG_BITS == 2 ? 2 * (1 - e % 2) + e / 2 : (e + ENTRIES - 1) % ENTRIES;

            assign same[e]  = busy[e] & slaves[e*LABEL_BITS +: LABEL_BITS] == to;
            assign comes[e] = answer & answer_tag == NUMBER[TAG_BITS-1:0];
            always @(posedge clk)
                if (starts[e])
                    slaves[e*LABEL_BITS +: LABEL_BITS] <= to;
            always @(posedge clk) begin
                if (tells)
                    oldest[e] <= oldest[BEFORE];
                if (takes)
                    next[e] <= next[BEFORE];
                if (rst) begin
                    oldest[e] <= e == 0;
                    next[e]   <= e == 0;
                end
            end
            // It counts from the clock on in which the entry is done.
            always @(posedge clk)
                if (~done[e])
                    bad[e] <= comes[e] ? answer_err : fails;
        end
    endgenerate

    generate
        if (LONE != 0) begin : alone
            wire unused = &{limit, 1'b0};

            assign may = ~|same;
        end else begin : counted
            reg [TAG_BITS:0] count;
            integer          i;

            always @* begin
                count = {(TAG_BITS+1){1'b0}};
                for (i = 0; i < ENTRIES; i = i + 1)
                    count = count + {{TAG_BITS{1'b0}}, same[i]};
            end
            assign may = count != limit;
        end
    endgenerate

    assign request = access & mapped & free & may;
    assign stall   = ~free | mapped & ~(may & request_ready) | fence & |busy;
    assign tag     = next_number;
    assign ack     = tells & ~err;
    assign err     = tells & |(oldest & bad);

    bus_words #(
        .ADDRESS_BITS(TAG_BITS),
        .WIDTH(DATA_BITS),
        .LUT_RAM(LUT_RAM)
    ) answers (
        .clk(clk),
        .write(answer),
        .write_address(answer_tag),
        .in(answer_data),
        .read_address(oldest_number),
        .out(data)
    );

    always @(posedge clk) begin
        if (tells)
            oldest_number <= after(oldest_number);
        if (takes)
            next_number <= after(next_number);
        busy   <= ~comes & (busy | starts & {ENTRIES{mapped}});
        // The oldest is told in the clock in which it is done, and no other entry.
        done   <= done & ~oldest | ends | told;
        failed <= failed & ~(takes & fence) | (answer & silent & answer_err);
        if (rst) begin
            oldest_number <= {TAG_BITS{1'b0}};
            next_number   <= {TAG_BITS{1'b0}};
            busy          <= {ENTRIES{1'b0}};
            done          <= {ENTRIES{1'b0}};
            failed        <= 1'b0;
        end
    end
endmodule

`default_nettype wire
