// classic_holds: classic_slave.v asks the user's slave for each request of its bridge once, by the rules of classic Wishbone, and tells the bridge
//   of each answer.
//
//   Assumed: the bridge holds a request until it is taken, or, if it WITHDRAWS, any time; it has no other until it has the answer. The user's
//   slave answers in any clock in which it is asked. By induction over the clocks: nothing is claimed before the first reset.
//! proves classic_slave as holds
//! subject "classic_slave_{ADDRESS_BITS}{WITHDRAWS > 0 ? '_withdraws' : ''}"
//! what "classic Wishbone port of a slave"
//! claim "each request is asked for once, by the rules, and answered once"
//! steps 2
//! skip 1
//! cells 6 * ADDRESS_BITS + 200
//! reads bus_hold
//! watches still
//! uses wishbone_rules
//! show parts "claims that held, of 0 to 4"
//! show broken "rules of wishbone_rules.v that are broken"
`default_nettype none

module classic_holds #(
    parameter ADDRESS_BITS = 12,
    parameter WITHDRAWS    = 0,
    parameter WIDTH        = ADDRESS_BITS + 37
) (
    input  wire              clk,
    // free in every clock
    input  wire              rst, any_stb, drops, any_answer, fails,
    input  wire [WIDTH-1:0]  any_request,
    input  wire [31:0]       rdata,
    // the claim, and values to show if it fails
    output wire              ok,
    output wire [4:0]        parts,
    output wire [4:0]        broken
);
    reg                     begun, stb, busy;               // the bridge asks; it waits for an answer
    reg  [WIDTH-1:0]        request, copy;
    reg                     held;                           // a request was taken, but not by the slave
    wire                    stall, ack, err, out_cyc, out_stb;
    wire [WIDTH-1:0]        out;
    wire [31:0]             rdt;
    wire [1:0]              its_under_way;
    wire                    takes   = stb && !stall;
    wire                    answers = any_answer && out_cyc && out_stb;
    wire                    shows   = WITHDRAWS ? held : stb;
    wire [WIDTH-1:0]        shown   = WITHDRAWS ? copy : request;

    circuit circuit (
        .clk(clk), .rst(rst), .slave_cyc(stb || busy), .slave_stb(stb), .slave_we(request[WIDTH-1]),
        .slave_adr(request[36 +: ADDRESS_BITS]), .slave_dat(request[35:4]), .slave_sel(request[3:0]), .slave_stall(stall),
        .slave_ack(ack), .slave_err(err), .slave_rdt(rdt), .classic_slave_cyc(out_cyc), .classic_slave_stb(out_stb),
        .classic_slave_we(out[WIDTH-1]), .classic_slave_adr(out[36 +: ADDRESS_BITS]), .classic_slave_dat(out[35:4]),
        .classic_slave_sel(out[3:0]), .classic_slave_ack(answers && !fails), .classic_slave_err(answers && fails), .classic_slave_rdt(rdata)
    );
    wishbone_rules #(
        .CLASSIC(1),
        .ADDRESS_BITS(ADDRESS_BITS),
        .COUNT_BITS(2)
    ) rules (
        .clk(clk), .rst(rst), .cyc(out_cyc), .stb(out_stb), .we(out[WIDTH-1]), .adr(out[36 +: ADDRESS_BITS]), .dat(out[35:4]),
        .sel(out[3:0]), .stall(1'b0), .ack(answers && !fails), .err(answers && fails), .broken(broken), .under_way(its_under_way)
    );

    always @(posedge clk) begin
        if (stb ? takes || WITHDRAWS && drops : !busy) begin
            stb     <= !stb && any_stb;
            request <= any_request;
        end
        busy <= (busy || takes) && !(ack || err);
        held <= held ? !answers : takes;
        if (takes)
            copy <= request;
        if (rst) begin
            begun <= 1'b1;
            stb   <= 1'b0;
            busy  <= 1'b0;
            held  <= 1'b0;
        end
    end

    assign parts = {
        its_under_way == 0 && broken[2:0] == 0,
        !(stb && busy) && (WITHDRAWS ? busy == held : !busy),
        out_cyc == out_stb && out_stb == shows,
        !shows || out == shown,
        {ack, err, rdt} == {answers && !fails, answers && fails, rdata} && (WITHDRAWS ? stall == held : !stb || stall == !answers)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
