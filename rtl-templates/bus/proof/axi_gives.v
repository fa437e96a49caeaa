// axi_gives: axi_answers.v has a place for each answer of an access that it had room for, and gives the answers in their order, each until it is
//   taken.
//
//   An access is taken only while there is room; an answer comes only to such an access, and is taken at any time. One answer, any, is
//   followed. Of the RAM of words, which bus_keeps.v proves, one row is in view, any, always the same. By induction over the clocks:
//   nothing is claimed before the first reset.
//! proves axi_answers as gives
//! within axi_master
//! given WIDTH PLACES LUT_RAM
//! subject "axi_answers_{PLACES}_{WIDTH}"
//! what "answers of an AXI4-Lite port, {PLACES} at most"
//! claim "each has a place, and is given once, in order, until it is taken"
//! steps 2
//! skip 1
//! cells 6 * WIDTH + 12 * PLACES
//! cuts bus_words when PLACES > 1
//! watches still
//! expose one.owed when PLACES == 1
//! expose one.full when PLACES == 1
//! expose one.kept when PLACES == 1
//! expose several.taken when PLACES > 1
//! expose several.come when PLACES > 1
//! expose several.gone when PLACES > 1
//! show parts "claims that held, of 0 to 5"
`default_nettype none

module axi_gives #(
    parameter WIDTH  = 34,
    parameter PLACES = 1,
    parameter BITS   = PLACES > 1 ? $clog2(PLACES) : 1
) (
    input  wire             clk,
    // free in every clock
    input  wire             rst, any_take, any_comes, ready, mark,
    input  wire [WIDTH-1:0] in, any_word,
    input  wire [BITS-1:0]  any_row,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [5:0]       parts
);
    localparam [31:0] MOST = PLACES;

    reg                    begun;
    reg  [BITS:0]          owed, stored;                    // answers that have not gone; of these, that have come
    wire                   room, valid;
    wire [WIDTH-1:0]       out;
    wire                   take  = any_take && room;
    wire                   comes = any_comes && owed != stored;
    wire                   goes  = valid && ready;

    // ---- the answer that is followed
    reg                    follows;
    reg  [BITS:0]          ahead;                           // answers before it
    reg  [WIDTH-1:0]       its;
    wire                   fits;                            // the circuit's registers are those counted here

    generate
        if (PLACES == 1) begin : one
            wire             its_owed, full;
            wire [WIDTH-1:0] kept;

            circuit circuit (
                .clk(clk), .rst(rst), .room(room), .take(take), .comes(comes), .in(in), .valid(valid), .ready(ready), .out(out),
                .\one.owed (its_owed), .\one.full (full), .\one.kept (kept)
            );
            assign fits = its_owed == owed && full == stored && (!follows || kept == its);
        end else begin : several
            wire [BITS:0]    taken, come, gone;
            wire             write;
            wire [BITS-1:0]  write_address, read_address;
            wire [WIDTH-1:0] word;
            reg  [BITS-1:0]  row;
            reg  [WIDTH-1:0] there;
            wire [BITS:0]    in_ring = taken - gone, here = come - gone;
            wire [BITS-1:0]  place   = gone[BITS-1:0] + ahead[BITS-1:0];

            circuit circuit (
                .clk(clk), .rst(rst), .room(room), .take(take), .comes(comes), .in(in), .valid(valid), .ready(ready), .out(out),
                .\several.taken (taken), .\several.come (come), .\several.gone (gone), .\several.answers.write (write),
                .\several.answers.write_address (write_address), .\several.answers.in (word),
                .\several.answers.read_address (read_address), .\several.answers.out (read_address == row ? there : any_word)
            );
            always @(posedge clk) begin
                if (write && write_address == row)
                    there <= word;
                if (rst)
                    row <= any_row;
            end
            // Only the answer that is in the row in view is followed.
            assign fits = in_ring == owed && here == stored && (!follows || place != row || there == its);
        end
    endgenerate

    wire in_view;
    generate
        if (PLACES == 1) begin : whole
            wire unused = &{any_row, any_word};
            assign in_view = 1'b1;
        end else begin : ring
            assign in_view = several.place == several.row;
        end
    endgenerate

    always @(posedge clk) begin
        owed   <= owed + take - goes;
        stored <= stored + comes - goes;
        if (goes)
            ahead <= ahead - 1'b1;
        if (follows && goes && ahead == 0)
            follows <= 1'b0;
        if (comes && mark && !follows && !(stored == 0 && goes)) begin
            follows <= 1'b1;
            its     <= in;
            ahead   <= stored - goes;
        end
        if (rst) begin
            begun   <= 1'b1;
            owed    <= 0;
            stored  <= 0;
            follows <= 1'b0;
        end
    end

    assign parts = {
        owed <= MOST[BITS:0] && stored <= owed,
        room == (owed != MOST[BITS:0]),
        valid == (stored != 0 || comes),
        fits,
        !follows || ahead < stored,
        stored == 0 ? !comes || out == in : !(follows && ahead == 0 && in_view) || out == its
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
