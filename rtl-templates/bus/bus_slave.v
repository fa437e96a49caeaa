// bus_slave: does the accesses of other leaves in the user's slave, by Wishbone B4 pipelined.
//
//   requests --> [ queue ] --> the user's slave --> [ answer ] --> answers
//
//   The queue has room for all requests that can be under way to this leaf, so they are taken without being asked. A leaf
//   that refused one would stop the network, in which the answers wait that it needs itself. One access at a time is done. Its
//   answer waits in a register; a slave that answers in the clock behind `stb` has it there three clocks after the request came.
//   In the clock behind that in which a request leaves the queue nobody asks for the next one: a block RAM has time to read it.
//
//   TIMEOUT: a request that the slave has not answered so many clocks after its turn came is answered with an error. The slave's own
//   answer, if it has taken the request, is swallowed when it comes; until then the slave is asked for nothing, and requests that
//   come have errors, too, each after as many clocks.
`default_nettype none

module bus_slave #(
    parameter BACK_BITS    = 6,                             // whom the answer is for
    parameter ADDRESS_BITS = 10,                            // of a word of 4 bytes
    parameter PLACES       = 16,                            // requests in the queue, a power of two, at least 2
    parameter DATA_BITS    = 32,                            // a multiple of 4
    parameter TIMEOUT      = 0,                             // 0: none; else 2 .. 65535 clocks
    parameter LUT_RAM      = 1,                             // see bus_words
    parameter BLOCK_RAM    = 0
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // requests: each is taken in its clock
    input  wire                    request,
    input  wire [BACK_BITS-1:0]    back,                    // [0]: it writes
    input  wire [ADDRESS_BITS-1:0] address,
    input  wire [3:0]              select,
    input  wire [DATA_BITS-1:0]    data,
    // the user's slave
    output wire                    slave_cyc,
    output wire                    slave_stb,
    output wire                    slave_we,
    output wire [ADDRESS_BITS-1:0] slave_adr,
    output wire [3:0]              slave_sel,
    output wire [DATA_BITS-1:0]    slave_dat,
    input  wire                    slave_stall,
    input  wire                    slave_ack,
    input  wire                    slave_err,
    input  wire [DATA_BITS-1:0]    slave_rdt,
    // answers
    output reg                     answer,
    output reg  [BACK_BITS-1:0]    answer_back,
    output reg                     answer_err,
    output reg  [DATA_BITS-1:0]    answer_data,
    input  wire                    answer_ready
);
    localparam PLACE_BITS = $clog2(PLACES);

    reg  [PLACE_BITS-1:0] head, tail;
    reg                   some;                             // the queue is not empty
    reg                   waits;                            // for the slave
    wire                  late;                             // .. for an answer that will be swallowed
    wire                  expires;                          // no answer has come in time
    wire [BACK_BITS-1:0]  first_back;                       // of the first request in the queue
    wire [PLACE_BITS-1:0] next = head + 1'b1;
    wire                  goes = slave_stb & ~slave_stall;
    wire                  ends = (goes | waits) & (slave_ack | slave_err);  // in the clock of `stb`, too
    wire                  pops = goes | expires & ~waits;

    bus_words #(
        .ADDRESS_BITS(PLACE_BITS),
        .WIDTH(BACK_BITS + ADDRESS_BITS + 4 + DATA_BITS),
        .LUT_RAM(LUT_RAM),
        .BLOCK_RAM(BLOCK_RAM)
    ) queue (
        .clk(clk),
        .write(request),
        .write_address(tail),
        .in({back, address, select, data}),
        .read_address(head),
        .out({first_back, slave_adr, slave_sel, slave_dat})
    );
    assign slave_stb = some & ~waits & ~answer & ~late;
    assign slave_cyc = slave_stb | waits | late;
    assign slave_we  = first_back[0];

    always @(posedge clk) begin
        tail <= tail + {{(PLACE_BITS-1){1'b0}}, request};
        if (pops)
            head <= next;
        some   <= request | some & ~(pops & tail == next);
        waits  <= (goes | waits) & ~ends & ~expires;
        answer <= ends | expires | answer & ~answer_ready;
        if (pops)
            answer_back <= first_back;
        if (ends | expires) begin
            answer_err  <= slave_err | expires;
            answer_data <= slave_rdt;
        end
        if (rst) begin
            head   <= {PLACE_BITS{1'b0}};
            tail   <= {PLACE_BITS{1'b0}};
            some   <= 1'b0;
            waits  <= 1'b0;
            answer <= 1'b0;
        end
    end

    generate
        if (TIMEOUT != 0) begin : timed
            localparam        TIMER_BITS = $clog2(TIMEOUT);
            localparam [31:0] LAST       = TIMEOUT - 1;
            reg                  owed;                      // by the slave: an answer that will be swallowed
            reg [TIMER_BITS-1:0] timer;                     // clocks since the request's turn came
            wire                 turn = some & ~answer | waits;

            assign late    = owed;
            assign expires = turn & timer == LAST[TIMER_BITS-1:0] & ~ends;
            always @(posedge clk) begin
                owed  <= (owed | expires & (goes | waits)) & ~(slave_ack | slave_err);
                timer <= turn & ~ends & ~expires ? timer + 1'b1 : {TIMER_BITS{1'b0}};
                if (rst) begin
                    owed  <= 1'b0;
                    timer <= {TIMER_BITS{1'b0}};
                end
            end
        end else begin : patient
            assign late    = 1'b0;
            assign expires = 1'b0;
        end
    endgenerate
endmodule

`default_nettype wire
