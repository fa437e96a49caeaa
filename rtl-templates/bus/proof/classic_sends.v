// classic_sends: classic_master.v asks its bridge for each access of the user's master once, by the rules of pipelined Wishbone, and gives it the
//   answer.
//
//   Assumed: the user's master holds an access until it is answered, as classic Wishbone says; the bridge answers each access that it has taken
//   once, in a later clock. By induction over the clocks: nothing is claimed before the first reset.
//! proves classic_master as sends
//! subject "classic_master"
//! what "classic Wishbone port of a master"
//! claim "each access is sent once, by the rules, and answered once"
//! steps 2
//! skip 1
//! cells 6 * ADDRESS_BITS + 200
//! watches still
//! uses wishbone_rules
//! expose sent
//! show parts "claims that held, of 0 to 4"
//! show broken "rules of wishbone_rules.v that are broken: pipelined, classic"
`default_nettype none

module classic_sends #(
    parameter ADDRESS_BITS = 32,
    parameter WIDTH        = ADDRESS_BITS + 37
) (
    input  wire              clk,
    // free in every clock
    input  wire              rst, any_stb, stall, any_answer, fails,
    input  wire [WIDTH-1:0]  any_access,
    input  wire [31:0]       rdt,
    // the claim, and values to show if it fails
    output wire              ok,
    output wire [4:0]        parts,
    output wire [9:0]        broken
);
    reg                     begun, stb, under_way;
    reg  [WIDTH-1:0]        access;
    wire                    out_cyc, out_stb, ack, err, sent;
    wire [WIDTH-1:0]        out;
    wire [31:0]             data;
    wire [1:0]              its_under_way, classic_under_way;
    wire                    answers = any_answer && under_way;
    wire                    takes   = out_cyc && out_stb && !stall;

    circuit circuit (
        .clk(clk), .rst(rst), .classic_master_cyc(stb), .classic_master_stb(stb), .classic_master_we(access[WIDTH-1]),
        .classic_master_adr(access[36 +: ADDRESS_BITS]), .classic_master_dat(access[35:4]), .classic_master_sel(access[3:0]),
        .classic_master_ack(ack), .classic_master_err(err), .classic_master_rdt(data), .master_cyc(out_cyc), .master_stb(out_stb),
        .master_we(out[WIDTH-1]), .master_adr(out[36 +: ADDRESS_BITS]), .master_dat(out[35:4]), .master_sel(out[3:0]),
        .master_stall(stall), .master_ack(answers && !fails), .master_err(answers && fails), .master_rdt(rdt), .sent(sent)
    );
    wishbone_rules #(
        .ADDRESS_BITS(ADDRESS_BITS),
        .COUNT_BITS(2)
    ) pipelined (
        .clk(clk), .rst(rst), .cyc(out_cyc), .stb(out_stb), .we(out[WIDTH-1]), .adr(out[36 +: ADDRESS_BITS]), .dat(out[35:4]),
        .sel(out[3:0]), .stall(stall), .ack(answers && !fails), .err(answers && fails), .broken(broken[9:5]), .under_way(its_under_way)
    );
    wishbone_rules #(
        .CLASSIC(1),
        .ADDRESS_BITS(ADDRESS_BITS),
        .COUNT_BITS(2)
    ) classic (
        .clk(clk), .rst(rst), .cyc(stb), .stb(stb), .we(access[WIDTH-1]), .adr(access[36 +: ADDRESS_BITS]), .dat(access[35:4]),
        .sel(access[3:0]), .stall(1'b0), .ack(ack), .err(err), .broken(broken[4:0]), .under_way(classic_under_way)
    );

    always @(posedge clk) begin
        if (!stb || ack || err) begin
            stb    <= any_stb;
            access <= any_access;
        end
        under_way <= under_way ? !answers : takes;
        if (rst) begin
            begun     <= 1'b1;
            stb       <= 1'b0;
            under_way <= 1'b0;
        end
    end

    // The counts of accesses are those of the rules.
    assign parts = {
        its_under_way == under_way && classic_under_way == 0,
        broken[7:5] == 0 && broken[4:3] == 0,
        sent == under_way && (!under_way || stb) && !(takes && under_way),
        !stb || under_way || out_cyc && out_stb && out == access,
        {ack, err, data} == {answers && !fails, answers && fails, rdt}
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
