// sorting_commands: sorting_command.v strobes each command once, in its clock, and says whether all is done below.
//
//   Commands come as three bits, the first one 1, with any clocks between them. In the clock behind the third bit there is the
//   strobe of that command, and at all other times there is none. The bits go on to the children a clock later. `done` says a
//   clock later that the node is idle and both children are done, `ready` that both have room, `wish` that one wishes. By
//   induction over the clocks: nothing is claimed before the first reset, so a claim that holds still holds (still.v). The
//   registers of the command are in view.
//! proves sorting_command as commands
//! what "control part of a node"
//! claim "each command is one strobe in its clock; done, ready and wish are those of all"
//! steps 2
//! skip 1
//! cells 40
//! reads sorting_ranks
//! watches still
//! expose second
//! expose third
//! expose kind
//! show parts "claims that held, of 0 to 3"
//! show place_shown "bits of the place in a command"
//! show strobes "strobes RANK, STAGE, SORT, ROUND (0 to 3)"
`default_nettype none

module sorting_commands (
    input  wire       clk,
    // free in every clock
    input  wire       rst,
    input  wire       command, idle,
    input  wire [1:0] child_done, child_ready, child_wish, any_sum,
    input  wire       any_prefix, any_prefix_first, any_sum_first,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [3:0] parts,
    output wire [1:0] place_shown,
    output wire [3:0] strobes
);
    reg        begun;
    reg  [1:0] place;                   // of the bit that comes in its command
    reg        first;                   // the second bit, when the third one comes
    reg  [3:0] due;                     // ROUND, SORT, STAGE, RANK
    reg        was_command, was_done, was_ready, was_wish;

    wire       round, stage, sort_now, rank, done, ready, wish, child_command, second, third, kind;

    circuit circuit (.clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .rank(rank), .idle(idle),
                     .command(command), .prefix(any_prefix), .prefix_first(any_prefix_first), .done(done), .ready(ready),
                     .wish(wish), .sum(), .sum_first(), .child_done(child_done), .child_ready(child_ready), .child_wish(child_wish),
                     .child_sum(any_sum), .child_sum_first(any_sum_first), .child_command(child_command), .child_prefix(),
                     .child_prefix_first(), .second(second), .third(third), .kind(kind));

    always @(posedge clk) begin
        place <= place == 2'd2 ? 2'd0 : place == 2'd1 || command ? place + 2'd1 : 2'd0;
        first <= command;
        due   <= place == 2'd2 ? 4'd1 << {first, command} : 4'd0;
        was_command <= command & ~rst;
        {was_done, was_ready, was_wish} <= rst ? 3'd0 : {idle && child_done == 2'b11, child_ready == 2'b11, child_wish != 2'b00};
        if (rst) begin
            begun <= 1'b1;
            place <= 2'd0;
            due   <= 4'd0;
        end
    end

    assign place_shown = place;
    assign strobes = {round, sort_now, stage, rank};
    assign parts = {
        place != 2'd3 && second == (place == 2'd1) && third == (place == 2'd2) && (place != 2'd2 || kind == first),
        strobes == due,
        child_command == was_command,
        {done, ready, wish} == {was_done, was_ready, was_wish}
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
