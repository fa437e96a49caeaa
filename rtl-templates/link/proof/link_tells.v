// link_tells: link_mailbox.v carries its bits from one clock to the other one whole, whatever the clocks do.
//
//   Two clocks: in each step of the proof each may rise or not, as `in_rises` and `out_rises` say, which are free; once high a
//   clock falls in the next step. A synchroniser sees a flag that the other clock's last edge has changed old or new, as `choose` says, which is
//   free, too (crossing_settles.v shows that it is no faster). By induction over the steps: nothing is claimed before both sides have
//   been in reset together, for two edges of their clocks each (crossing_releases.v proves it of crossing_reset.v).
//! proves link_mailbox as tells
//! within link_end
//! given BITS
//! subject "link_mailbox"
//! what "what one clock of a link tells the other one"
//! claim "what is told is one letter as it was put; it stands still while it is read; none is read twice"
//! steps 2
//! skip 1
//! clocks
//! cells 3 * BITS + 100
//! cuts crossing_sync
//! watches still
//! expose letter
//! expose flag
//! expose back
//! show parts "claims that held, of 0 to 5"
`default_nettype none

module link_tells #(
    parameter BITS = 50
) (
    input  wire            clk,
    // free in every step
    input  wire            in_rises, out_rises, in_rst, out_rst, put, choose_there, choose_home,
    input  wire [BITS-1:0] in,
    // the claim, and values to show if it fails
    output wire            ok,
    output wire [5:0]      parts
);
    reg             in_clk, out_clk, in_clean, out_clean, begun;
    wire            in_edge  = in_rises && !in_clk;         // between this step and the next one
    wire            out_edge = out_rises && !out_clk;
    wire            news, flag, back, flag_in, back_in;
    wire [BITS-1:0] letter, out;

    // ---- synchronisers
    reg             flag_old, flag_first, flag_seen, flag_moved, back_old, back_first, back_seen, back_moved;

    circuit circuit (
        .in_clk(in_clk), .in_rst(in_rst), .put(put), .in(in), .out_clk(out_clk), .out_rst(out_rst), .news(news), .out(out),
        .\there.in (flag_in), .\there.out (flag_seen), .\home.in (back_in), .\home.out (back_seen), .letter(letter), .flag(flag),
        .back(back)
    );

    reg             taken, full;                            // `out` is what was put, and a letter is under way
    reg  [BITS-1:0] kept, last;
    wire            puts  = in_edge && put && flag == back_seen && !in_rst;
    wire            takes = out_edge && flag_seen != back && !out_rst;
    wire            in_again  = in_edge && in_rst && !in_clean;
    wire            out_again = out_edge && out_rst && !out_clean;
    wire            still_moved = flag_moved && flag_old || back_moved && back_old;

    always @(posedge clk) begin
        in_clk  <= in_edge;
        out_clk <= out_edge;
        if (in_edge) begin
            in_clean   <= in_rst;
            back_first <= !in_rst && (back_moved && choose_home ? back_old : back_in);
            back_seen  <= !in_rst && back_first;
            flag_old   <= flag_in;
        end
        if (out_edge) begin
            out_clean  <= out_rst;
            flag_first <= !out_rst && (flag_moved && choose_there ? flag_old : flag_in);
            flag_seen  <= !out_rst && flag_first;
            back_old   <= back_in;
        end
        flag_moved <= in_edge || flag_moved && !out_edge;
        back_moved <= out_edge || back_moved && !in_edge;
        if (puts) begin
            full <= 1'b1;
            kept <= in;
        end
        if (takes) begin
            full  <= 1'b0;
            taken <= full;
            last  <= kept;
        end else if (out_edge)
            taken <= 1'b0;
        if (in_clean && out_clean && !begun && !still_moved) begin
            begun <= !in_edge && !out_edge;
            {full, taken} <= 2'b00;
        end
        if (in_again || out_again)
            begun <= 1'b0;
    end

    // A letter is under way while the flags differ. What a synchroniser has seen is no older than what it has seen before.
    assign parts = {
        flag_in == flag && back_in == back && full == (flag != back) && (!full || letter == kept),
        full || flag_first == back && flag_seen == back && (!flag_moved || flag_old == back),
        !full || flag_first != back && (!flag_moved || flag_old != back) || flag_first == back && flag_seen == back,
        !full || back_first == back && back_seen == back && (!back_moved || back_old == back),
        full || back_first == back && (!back_moved || back_old == back) || back_first != back && back_seen != back,
        news == taken && (!taken || out == last)
    };
    wire clean = (!in_clean || {flag, back_first, back_seen} == 3'd0) && (!out_clean || {back, news, flag_first, flag_seen} == 4'd0);
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(clean && (!begun || (&parts))), .ok(ok));
endmodule

`default_nettype wire
