// crossing_carries: crossing_fifo.v never overflows, and gives out the words it took, once each, in order.
//
//   Two clocks: in each step of the proof each may rise or not, as `in_rises` and `out_rises` say, which are free; once high a clock
//   falls in the next step. So the edges come in any order and number. clk2fflogic makes flip-flops of Yosys' logic that
//   look at their clock in every step.
//   Of the synchronisers the monitor plays a metastable one: each bit that the last edge of the other clock has changed since the last
//   edge of their own is seen old or new, as `choose` says, which is free, too. crossing_settles.v shows that they are not faster.
//   Of the RAM of words, which bus_keeps.v proves, one row is in view, any, always the same, and one word in it is followed.
//
//   By induction over the steps: nothing is claimed before both sides have been in reset together, for two edges of their clocks each
//   (crossing_releases.v proves it of crossing_reset.v); from then on until one of them is reset again, whichever leaves it first.
//! proves crossing_fifo as carries
//! within crossing_leaf
//! given WIDTH PLACES LUT_RAM METASTABLE
//! subject "crossing_fifo_{WIDTH}_{PLACES}"
//! what "FIFO between two clocks, {PLACES} words of {WIDTH} bits"
//! claim "no overflow; each word comes out once, in order; counts change by one bit"
//! steps 2
//! skip 1
//! clocks
//! cells 3 * WIDTH + 200
//! cuts bus_words crossing_sync
//! watches still
//! expose writes
//! expose reads
//! show parts "claims that held, of 0 to 9"
`default_nettype none

module crossing_carries #(
    parameter WIDTH  = 48,
    parameter PLACES = 4,
    parameter A      = $clog2(PLACES)
) (
    input  wire             clk,
    // free in every step
    input  wire             in_rises, out_rises, in_rst, out_rst, in_valid, out_ready, mark,
    input  wire [WIDTH-1:0] in, any_word,
    input  wire [A-1:0]     any_row,
    input  wire [A:0]       choose_writes, choose_reads,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [9:0]       parts
);
    localparam [A:0] ALL = PLACES;

    function [A:0] number;
        input [A:0] gray;
        integer     i;
        begin
            number[A] = gray[A];
            for (i = A - 1; i >= 0; i = i - 1)
                number[i] = number[i+1] ^ gray[i];
        end
    endfunction

    reg              in_clk, out_clk;
    reg              in_clean, out_clean, begun;
    wire             in_edge  = in_rises && !in_clk;        // between this step and the next one
    wire             out_edge = out_rises && !out_clk;
    wire             in_ready, out_valid, write;
    wire [WIDTH-1:0] out, stored;
    wire [A-1:0]     write_address, read_address;
    wire [A:0]       writes, reads;                         // in Gray code
    wire [A:0]       writes_in, reads_in;                   // of the synchronisers

    // ---- synchronisers
    reg  [A:0]       writes_old, writes_first, writes_seen, reads_old, reads_first, reads_seen;
    reg              writes_moved, reads_moved;

    // ---- the RAM of words
    reg  [A-1:0]     row;
    reg  [WIDTH-1:0] there;
    wire [WIDTH-1:0] word = read_address == row ? there : any_word;

    circuit circuit (
        .in_clk(in_clk), .in_rst(in_rst), .in(in), .in_valid(in_valid), .in_ready(in_ready),
        .out_clk(out_clk), .out_rst(out_rst), .out(out), .out_valid(out_valid), .out_ready(out_ready),
        .\store.write (write), .\store.write_address (write_address), .\store.in (stored), .\store.read_address (read_address),
        .\store.out (word), .\to_reader.in (writes_in), .\to_reader.out (writes_seen), .\to_writer.in (reads_in),
        .\to_writer.out (reads_seen), .writes(writes), .reads(reads)
    );

    // ---- what came and went; the word that is followed, by its number
    reg  [A:0]       came, went, its, writes_1, reads_1;
    reg              here, offered;
    reg  [WIDTH-1:0] kept, out_1;
    wire             comes = in_edge && in_valid && in_ready;
    wire             goes  = out_edge && out_valid && out_ready;
    wire             in_again  = in_edge && in_rst && !in_clean;
    wire             out_again = out_edge && out_rst && !out_clean;
    wire             still_moved = writes_moved && writes_old != 0 || reads_moved && reads_old != 0;

    wire [A:0] number_in   = number(writes);
    wire [A:0] number_out  = number(reads);
    wire [A:0] used        = number_in - number_out;
    wire [A:0] used_seen   = number(writes_seen) - number_out;      // as the reader knows, soon knows, and may soon know
    wire [A:0] used_first  = number(writes_first) - number_out;
    wire [A:0] used_old    = number(writes_old) - number_out;
    wire [A:0] held_seen   = number_in - number(reads_seen);        // as the writer does
    wire [A:0] held_first  = number_in - number(reads_first);
    wire [A:0] held_old    = number_in - number(reads_old);
    wire [A:0] place       = its - number_out;
    wire [A:0] step_in     = writes ^ writes_1;
    wire [A:0] step_out    = reads ^ reads_1;

    always @(posedge clk) begin
        in_clk  <= in_edge;
        out_clk <= out_edge;
        if (in_edge) begin
            in_clean     <= in_rst;
            reads_first  <= in_rst ? {(A+1){1'b0}} : reads_moved ? reads_in ^ ((reads_in ^ reads_old) & choose_reads) : reads_in;
            reads_seen   <= in_rst ? {(A+1){1'b0}} : reads_first;
            writes_old   <= writes_in;
        end
        if (out_edge) begin
            out_clean    <= out_rst;
            writes_first <= out_rst ? {(A+1){1'b0}} : writes_moved ? writes_in ^ ((writes_in ^ writes_old) & choose_writes) : writes_in;
            writes_seen  <= out_rst ? {(A+1){1'b0}} : writes_first;
            reads_old    <= reads_in;
        end
        writes_moved <= in_edge || writes_moved && !out_edge;
        reads_moved  <= out_edge || reads_moved && !in_edge;

        came <= came + comes;
        went <= went + goes;
        if (in_edge && write && write_address == row)
            there <= stored;
        if (comes && mark && !here && write_address == row) begin
            here <= 1'b1;
            its  <= came;
            kept <= in;
        end
        if (goes && here && its == went)
            here <= 1'b0;
        offered  <= out_valid && !goes && !out_rst && read_address == row;
        out_1    <= out;
        writes_1 <= writes;
        reads_1  <= reads;
        if (in_clean && out_clean && !begun && !still_moved) begin
            begun <= !in_edge && !out_edge;
            came  <= {(A+1){1'b0}};
            went  <= {(A+1){1'b0}};
            here  <= 1'b0;
            row   <= any_row;
            {offered, writes_1, reads_1} <= {(2*A+3){1'b0}};
        end
        if (in_again || out_again)
            begun <= 1'b0;
    end

    assign parts = {
        number_in == came && number_out == went && writes_in == writes && reads_in == reads,
        used <= ALL,
        used_seen <= used_first && used_first <= used,
        !writes_moved || used_first <= used_old && used_old <= used && used - used_old <= 1,
        held_seen <= ALL && held_first <= held_seen && used <= held_first,
        !reads_moved || held_old <= held_first && used <= held_old && held_old - used <= 1,
        (step_in & (step_in - 1'b1)) == 0 && (step_out & (step_out - 1'b1)) == 0,       // one bit
        !here || place < used && there == kept && row == {its[A-1], its[A-2:0] ^ its[A-1:1]},
        !(here && out_valid && its == went) || out == kept,
        !offered || out_valid && out == out_1
    };
    wire clean = (!in_clean || {writes, reads_first, reads_seen} == {(3*A+3){1'b0}})
                 && (!out_clean || {reads, writes_first, writes_seen} == {(3*A+3){1'b0}});
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(clean && (!begun || (&parts))), .ok(ok));
endmodule

`default_nettype wire
