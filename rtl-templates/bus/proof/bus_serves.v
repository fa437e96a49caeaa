// bus_serves: bus_slave.v has room for every request, asks the user's slave for each once, in order, and answers each once.
//
//   Assumed is what others prove, or what the map and Wishbone say: at most REQUESTS are under way to this leaf, as the masters'
//   limits add up; the user's slave answers what it was asked, at the earliest in the clock in which it takes it. One request, any, is
//   followed: the slave is asked for what it said, and its answer has the slave's data and error, and goes to whom it came from.
//   And if there is a request, the slave is asked, or has been, or an answer is offered: no request waits for another word. With a
//   TIMEOUT no request waits longer for the slave, whatever that does, and gets an error then; an answer that comes later goes nowhere.
//
//   Of the RAM of words, which bus_keeps.v proves, one row is in view, any, always the same; a block RAM shows anything in the first
//   clock of an address. By induction over the clocks: nothing
//   is claimed before the first reset.
//! proves bus_slave as serves
//! within bus_leaf
//! given BACK_BITS ADDRESS_BITS PLACES REQUESTS DATA_BITS LUT_RAM BLOCK_RAM TIMEOUT
//! subject "bus_slave_{PLACES}_{REQUESTS}{TIMEOUT > 0 ? '_timed' : ''}{BLOCK_RAM > 0 ? '_block' : ''}"
//! what "slave's side of a leaf, {REQUESTS} requests in {PLACES} places"
//! claim "no request is refused, lost or doubled; its answer is its own"
//! steps 2
//! skip 1
//! cells 8 * (BACK_BITS + ADDRESS_BITS + DATA_BITS) + 60
//! cuts bus_words
//! watches still
//! expose head
//! expose tail
//! expose some
//! expose waits
//! expose timed.owed when TIMEOUT > 0
//! expose timed.timer when TIMEOUT > 0
//! show parts "claims that held, of 0 to 11"
//! show queued_shown "bits of how many requests are queued"
`default_nettype none

module bus_serves #(
    parameter BACK_BITS    = 6,
    parameter ADDRESS_BITS = 10,
    parameter PLACES       = 16,
    parameter REQUESTS     = PLACES,                        // that can be under way to this leaf
    parameter DATA_BITS    = 32,
    parameter BLOCK_RAM    = 0,
    parameter TIMEOUT      = 0,
    parameter TIMER_BITS   = TIMEOUT > 0 ? $clog2(TIMEOUT) : 1,
    parameter PLACE_BITS   = $clog2(PLACES),
    parameter WIDTH        = BACK_BITS + ADDRESS_BITS + 4 + DATA_BITS,
    parameter COUNT_BITS   = $clog2(REQUESTS + PLACES + 2)
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst, any_request, any_ack, any_err, slave_stall, answer_ready, mark,
    input  wire [WIDTH-1:0]      asked, any_word,
    input  wire [DATA_BITS-1:0]  slave_rdt,
    input  wire [PLACE_BITS-1:0] any_row,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [11:0]           parts,
    output wire [COUNT_BITS-1:0] queued_shown
);
    localparam [1:0] NONE = 2'd0, QUEUED = 2'd1, SERVED = 2'd2, ANSWERED = 2'd3;
    localparam [31:0] MOST = REQUESTS, ROOM = PLACES, LAST = TIMEOUT - 1;

    reg                    begun;
    reg  [COUNT_BITS-1:0]  taken, queued;                   // requests here, in the queue
    reg                    in_slave;
    wire                   slave_cyc, slave_stb, slave_we, answer, answer_err, write, some, waits;
    wire [ADDRESS_BITS-1:0] slave_adr;
    wire [3:0]             slave_sel;
    wire [DATA_BITS-1:0]   slave_dat, answer_data;
    wire [BACK_BITS-1:0]   answer_back;
    wire [PLACE_BITS-1:0]  head, tail, write_address, read_address;
    wire [WIDTH-1:0]       in;

    wire request   = any_request && taken < MOST[COUNT_BITS-1:0];
    wire goes      = slave_stb && slave_cyc && !slave_stall;
    wire slave_ack = any_ack && (in_slave || goes);
    wire slave_err = any_err && (in_slave || goes);
    wire leaves    = answer && answer_ready;

    // ---- time: clocks since the turn of the oldest request came; `owed`: an answer that goes nowhere
    reg  [TIMER_BITS-1:0]  age;
    reg                    forgotten;
    wire                   owed;
    wire [TIMER_BITS-1:0]  timer;
    wire turn      = some && !answer || waits;
    wire ends      = (slave_ack || slave_err) && !forgotten;
    wire expires   = TIMEOUT > 0 && turn && age == LAST[TIMER_BITS-1:0] && !ends;
    wire pops      = goes || expires && !waits;

    // ---- the RAM of words
    reg  [PLACE_BITS-1:0]  row;
    reg  [WIDTH-1:0]       there;
    reg  [PLACE_BITS-1:0]  read_1;                          // its address, a clock ago
    wire                   shown = BLOCK_RAM == 0 || read_1 == read_address;
    wire [WIDTH-1:0]       out   = read_address == row && shown ? there : any_word;

    `define PORTS \
        .clk(clk), .rst(rst), .request(request), .back(asked[WIDTH-1 -: BACK_BITS]), \
        .address(asked[DATA_BITS+4 +: ADDRESS_BITS]), .select(asked[DATA_BITS +: 4]), .data(asked[DATA_BITS-1:0]), \
        .slave_cyc(slave_cyc), .slave_stb(slave_stb), .slave_we(slave_we), .slave_adr(slave_adr), .slave_sel(slave_sel), \
        .slave_dat(slave_dat), .slave_stall(slave_stall), .slave_ack(slave_ack), .slave_err(slave_err), .slave_rdt(slave_rdt), \
        .answer(answer), .answer_back(answer_back), .answer_err(answer_err), .answer_data(answer_data), .answer_ready(answer_ready), \
        .\queue.write (write), .\queue.write_address (write_address), .\queue.in (in), .\queue.read_address (read_address), \
        .\queue.out (out), .head(head), .tail(tail), .some(some), .waits(waits)
    generate
        if (TIMEOUT > 0) begin : timed
            circuit circuit (`PORTS, .\timed.owed (owed), .\timed.timer (timer));
        end else begin : patient
            circuit circuit (`PORTS);
            assign owed  = forgotten;
            assign timer = age;
        end
    endgenerate

    // ---- the request that is followed
    reg  [1:0]             stage;
    reg  [WIDTH-1:0]       kept;
    reg                    kept_err;
    reg  [DATA_BITS-1:0]   kept_data;
    wire [PLACE_BITS-1:0]  before = row - head;             // requests in front of it, while it is queued
    wire                   its    = stage == QUEUED && head == row;
    wire [BACK_BITS-1:0]   whose  = kept[WIDTH-1 -: BACK_BITS];

    // ---- what was offered a clock ago and not taken
    reg                    asks, offers;
    reg  [PLACE_BITS-1:0]  head_1;
    reg  [BACK_BITS+DATA_BITS:0] offered;

    always @(posedge clk) begin
        taken    <= taken + request - leaves;
        queued   <= queued + request - pops;
        in_slave <= (in_slave || goes) && !(slave_ack || slave_err);
        forgotten <= (forgotten || expires && (waits || goes)) && !(slave_ack || slave_err);
        age      <= turn && !ends && !expires ? age + 1'b1 : {TIMER_BITS{1'b0}};
        if (write && write_address == row)
            there <= in;
        read_1   <= read_address;
        if (request && mark && stage == NONE && tail == row) begin
            stage <= QUEUED;
            kept  <= asked;
        end
        if (its && goes)
            stage <= SERVED;
        if ((ends || expires) && (its && pops || stage == SERVED)) begin
            stage     <= ANSWERED;
            kept_err  <= slave_err && ends || expires;
            kept_data <= slave_rdt;
        end
        if (stage == ANSWERED && leaves)
            stage <= NONE;
        asks    <= slave_stb && !goes && !expires && !rst;
        head_1  <= head;
        offers  <= answer && !answer_ready && !rst;
        offered <= {answer_back, answer_err, answer_data};
        if (rst) begin
            begun    <= 1'b1;
            row      <= any_row;
            taken    <= {COUNT_BITS{1'b0}};
            queued   <= {COUNT_BITS{1'b0}};
            in_slave <= 1'b0;
            forgotten <= 1'b0;
            age      <= {TIMER_BITS{1'b0}};
            stage    <= NONE;
        end
    end

    assign queued_shown = queued;
    assign parts = {
        shown || !some || waits || answer,                                  // nobody looks at what is not there yet
        owed == forgotten && timer == age && (TIMEOUT == 0 || age <= LAST[TIMER_BITS-1:0]) && (TIMEOUT > 0 || !forgotten),
        queued <= ROOM[COUNT_BITS-1:0],                                     // there is room for each
        some == (queued != 0) && tail == head + queued[PLACE_BITS-1:0],
        taken == queued + waits + answer && taken <= MOST[COUNT_BITS-1:0] && !(waits && answer) && !(waits && owed)
            && (waits || owed) == in_slave,
        taken == 0 || slave_stb || waits || answer || owed,                 // it waits for the slave or the network
        !slave_stb || slave_cyc && queued != 0,
        (!asks || slave_stb && head == head_1) && (!(waits || owed) || slave_cyc),
        !offers || answer && offered == {answer_back, answer_err, answer_data},
        stage != QUEUED || before < queued && there == kept,
        !(its && goes) || {slave_adr, slave_sel, slave_dat} == kept[ADDRESS_BITS+DATA_BITS+3:0] && slave_we == whose[0],
        (stage != SERVED || waits && answer_back == whose)
            && (stage != ANSWERED || answer && {answer_back, answer_err, answer_data} == {whose, kept_err, kept_data})
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
