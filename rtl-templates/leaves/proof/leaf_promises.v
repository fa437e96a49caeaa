// leaf_promises: what the stream of a leaf adapter, in trees on serial wires, is proved with: what the strobes promise,
// and what the induction claims of registers.
//
//   A leaf shows a word in the register into which it came bit by bit. So none must come while one is shown, nor must
//   one of another lane follow. The leaf itself sees to that, if the strobes are those of frame_timer.v, with a slot so
//   long that what came in one is whole before the next one begins: `promised`. Monitor frame_strobes.v shows that they
//   are.
`default_nettype none

module leaf_promises #(
    parameter LANES     = 1,
    parameter LEVELS    = 2,                    // of the network
    parameter BROADCAST = 0,
    parameter CLOSING   = 3,                    // clocks from a message's end until its leaf takes no other
    parameter SILENT    = 6                     // clocks behind a reset for which a leaf is silent
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             leaf_rst,
    input  wire             down_start,
    // of the leaf: strobes
    input  wire             load, load_body, answering,
    // .. and of its lane, or the first of several
    input  wire             lane_take, lane_in_source, lane_in_payload, lane_clear, lane_turning,
    input  wire [LANES-1:0] turned,
    input  wire             verdict,            // with broadcasts: they are judged
    // .. if there are several
    input  wire [LANES-1:0] complete, move, full,
    input  wire             last_bit, stay,
    input  wire             m_axis_tvalid,
    output wire             promised,
    output wire             holds,
    output reg              loaded              // since `load` nothing has been stored, and no part has followed
);
    localparam CLOCKS = SILENT + CLOSING;

    reg              answered, was_silent, was_turned;
    reg  [1:0]       ran;
    reg  [CLOCKS:0]  ended, owned, since;
    wire             own_ends, other_ends;      // of several lanes: a message is whole, the leaf's own or another
    wire             judged;
    wire             in_stream;                 // a word is on its way out
    wire             kept;                      // .. or in a lane, which `lane_turning` must not overwrite
    wire             stays;                     // messages stay in their lanes while they must

    // The lane stores a message.
    wire storing = lane_take | lane_in_source | lane_in_payload | lane_clear;
    wire ends    = storing | other_ends | judged;
    wire hears   = down_start & ~(answering & answered) & ~(leaf_rst & was_silent);
    wire begins  = hears & ~(turned[0] & was_turned);   // M bits of a data part, which might be heard
    wire stores  = ends | |ended[CLOSING-1:0];          // it stores one, or did so until a few clocks ago, or judges
    wire owns    = own_ends | |owned[CLOSING+1:0];

    always @(posedge clk) begin
        answered   <= answering;
        was_silent <= leaf_rst;
        was_turned <= turned[0];
        loaded     <= ~rst & ~stores & ~owns & (load | loaded & ~load_body);
        ran        <= {ran[0], load_body};
        ended      <= {ended[CLOCKS-1:0], ends} & {CLOCKS+1{~rst}};
        owned      <= {owned[CLOCKS-1:0], own_ends} & {CLOCKS+1{~rst}};
        since      <= {since[CLOCKS-1:0], rst};
    end

    generate
        if (LANES > 1) begin : several
            assign own_ends   = |(complete & turned);
            assign other_ends = |(complete & ~turned);
            assign in_stream  = m_axis_tvalid | last_bit | move[0];
            assign kept       = |full;
            assign stays      = stay | ~owns & (~(storing | last_bit) | ~|full);
        end else begin : one
            assign own_ends   = 1'b0;
            assign other_ends = 1'b0;
            assign in_stream  = m_axis_tvalid;
            assign kept       = m_axis_tvalid;
            assign stays      = 1'b1;
        end
        if (BROADCAST) begin : judging
            assign judged = verdict;
        end else begin : not_judging
            assign judged = 1'b0;
        end
    endgenerate

    // Behind a reset the leaf is silent; then parts come in order, each when the message before is whole.
    wire body_comes = (LEVELS > 1 ? loaded & ~load : load | loaded) & ~stores & ~owns & ~|ran;
    wire in_order   = ~(begins & stores) & ~(hears & (load_body | ran[0])) & (~load_body | body_comes)
                      & ~(judged & (storing | begins | load_body | |ran) & ~(leaf_rst & was_silent)) & stays;

    assign promised = rst | (|since[SILENT-1:0] ? leaf_rst & (since[0] | ~load & ~load_body) : in_order);

    assign holds = ~(lane_in_payload & (lane_take | lane_in_source | lane_clear)) & ~(lane_in_source & lane_take)
                   & ~(storing & in_stream) & ~(loaded & lane_turning & kept);
endmodule

`default_nettype wire
