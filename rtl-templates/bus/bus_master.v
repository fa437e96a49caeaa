// bus_master: takes the accesses of the user's master, by Wishbone B4 pipelined, in strict order.
//
//   Accesses under way are all for one slave: one for another slave waits until all answers are in. So a master may rely on the
//   order of its accesses as on a bus, and answers come in their order: they go straight to the master, with no tag and no table.
//   `limit`, that of the slave that the access is for, is the most accesses that may be under way.
//
//   POSTED: a write is acknowledged in the clock behind the one in which it is taken; its answer is swallowed, and sets `failed` if it
//   is an error. It waits for loads under way, whose acknowledges would meet its own. The fence waits for all accesses under way. It is
//   acknowledged or, if `failed` is set, gives an error and clears that.
`default_nettype none

module bus_master #(
    parameter LABEL_BITS = 4,
    parameter LIMIT_BITS = 1,
    parameter POSTED     = 0
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
    output reg                   failed,                    // a posted write had an error, since the last fence
    // requests
    output wire                  request,
    input  wire                  request_ready,
    // answers: each is taken in its clock
    input  wire                  answer,
    input  wire                  answer_write,              // to a write
    input  wire                  answer_err
);
    reg  [LIMIT_BITS-1:0] under_way;                        // requests without an answer
    reg  [LABEL_BITS-1:0] slave;                            // the leaf that they are for
    reg                   own, own_err;                     // an acknowledge that no answer brings

    wire none  = under_way == {LIMIT_BITS{1'b0}};
    wire quiet;                                             // no answer will bring an acknowledge
    wire tells = answer & ~(POSTED != 0 & answer_write);
    wire posts = POSTED != 0 & write;
    wire may   = (none | slave == to) & under_way != limit & (quiet | ~posts);
    wire sends = request & request_ready;
    wire still = fence ? none : quiet;
    wire here  = access & ~mapped & still;                  // the access is acknowledged here

    assign request = access & mapped & may;
    assign stall   = mapped ? ~(may & request_ready) : ~still;
    assign ack     = tells & ~answer_err | own & ~own_err;
    assign err     = tells & answer_err | own & own_err;

    always @(posedge clk) begin
        under_way <= under_way + {{(LIMIT_BITS-1){1'b0}}, sends} - {{(LIMIT_BITS-1){1'b0}}, answer};
        if (sends)
            slave <= to;
        own     <= here | sends & posts;
        own_err <= here & ~(fence & ~failed);
        failed  <= failed & ~(here & fence) | (answer & ~tells & answer_err);
        if (rst) begin
            under_way <= {LIMIT_BITS{1'b0}};
            own       <= 1'b0;
            failed    <= 1'b0;
        end
    end

    generate
        if (POSTED != 0) begin : posted
            reg [LIMIT_BITS-1:0] loads;                     // requests that the master waits for

            assign quiet = loads == {LIMIT_BITS{1'b0}};
            always @(posedge clk)
                loads <= rst ? {LIMIT_BITS{1'b0}}
                             : loads + {{(LIMIT_BITS-1){1'b0}}, sends & ~posts} - {{(LIMIT_BITS-1){1'b0}}, tells};
        end else begin : told
            assign quiet = none;
        end
    endgenerate
endmodule

`default_nettype wire
