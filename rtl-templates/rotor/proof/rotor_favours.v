// rotor_favours: in rotor_favourite.v a leaf stays the favourite until its word is taken, or it has none, or it has been the
//   favourite for the whole time between two ticks; then the next one is it.
//
//   From any state with a favourite that exists, all inputs free.
//! proves rotor_favourite as favours
//! within rotor
//! subject "favourite"
//! what "favourite of {PLACES} leaves"
//! claim "a leaf stays the favourite until its word is taken, it has none, or its time is over"
//! steps 5
//! skip 4
//! cells 20 * PLACES
//! reads rotor_select
//! expose favourite
//! expose old
//! expose late
//! show parts "claims that held, of 0 to 4"
//! show favourite "the favourite"
`default_nettype none

module rotor_favours #(
    parameter PLACES     = 4,
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  clear, tick, sent, answer,
    input  wire [PLACES-1:0]     valid,
    input  wire [PLACE_BITS-1:0] sender,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [4:0]            parts,
    output wire [PLACE_BITS-1:0] favourite
);
    localparam [31:0] LAST = PLACES - 1;

    wire old, late;

    circuit circuit (.clk(clk), .clear(clear), .tick(tick), .valid(valid), .sent(sent), .sender(sender), .answer(answer),
                     .favourite(favourite), .old(old), .late(late));

    // [k] or _k: k clocks ago
    reg [PLACE_BITS-1:0] favourite_1, favourite_2, favourite_3;
    reg [3:1]            clears;
    reg                  own_1, own_2, taken_1, empty_1, empty_2;   // its word is answered next; was taken; it had none
    reg                  answered_1, old_1, late_1, tick_1;         // its word was answered

    wire [(1<<PLACE_BITS)-1:0] all = valid;
    wire [PLACE_BITS-1:0]      next = favourite_1 == LAST[PLACE_BITS-1:0] ? {PLACE_BITS{1'b0}} : favourite_1 + 1'b1;

    always @(posedge clk) begin
        favourite_1 <= favourite;
        favourite_2 <= favourite_1;
        favourite_3 <= favourite_2;
        clears      <= {clears[2:1], clear};
        own_1       <= sent && sender == favourite;
        own_2       <= own_1 && answer;
        taken_1     <= own_2;
        empty_1     <= !all[favourite];
        empty_2     <= empty_1;
        answered_1  <= own_1;
        old_1       <= old;
        late_1      <= late;
        tick_1      <= tick;
    end

    wire due   = taken_1 || empty_2 && favourite_1 == favourite_2 || late_1 && !own_1 && !answered_1;
    wire moved = favourite != favourite_1;

    assign parts = {
        clears[1] ? !old : old == (!moved && (old_1 || tick_1)),
        clears[1] ? !late : late == (!moved && (late_1 || old_1 && tick_1)),
        clears[1] || favourite < PLACES,
        clears != 3'd0 || !due || favourite == next,
        clears != 3'd0 || due || favourite == favourite_1
    };
    assign ok = favourite_3 >= PLACES || favourite_2 >= PLACES || favourite_1 >= PLACES || (&parts);
endmodule

`default_nettype wire
