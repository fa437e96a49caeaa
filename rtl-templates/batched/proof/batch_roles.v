// batch_roles: batch_count.v takes the roles that commands give it, and hands commands on.
//
//   From any state, behind three clocks without a command, any command comes: COUNT with z, SLOT, or ROUND. In all other
//   clocks, roles stay. What goes on to the children is the same a clock later, but for z of a node that becomes the turn.
//! proves batch_count as roles
//! what "control part of a node"
//! claim "commands give roles, and go on with z cleared at the turn"
//! steps 8
//! cells 90
//! expose done
//! show parts "claims that held, of 0 to 4"
//! show came "the third bit (0) and the second bit (1) of the command"
//! show was_done "the node had been the turn"
`default_nettype none

module batch_roles (
    input  wire       clk,
    // free in every clock
    input  wire [1:0] bits,             // the second and third one
    input  wire       any,              // the command wire before the idle clocks
    // the claim, for the last clocks, and values to show if it fails
    output wire       ok,
    output wire [4:0] parts,
    output reg        was_done,
    output reg  [1:0] came
);
    reg  [7:0] clock = 8'd1;
    wire       command = clock[0] & any | clock[4] | clock[5] & came[1] | clock[6] & came[0];
    wire       child_command, turn, below, stop, done;

    circuit circuit (.clk(clk), .rst(1'b0), .command(command), .number_valid(1'b0), .prefix(1'b0), .batches(1'b0),
                     .child_sum(2'd0), .child_sum_valid(1'b0), .child_max(2'd0), .child_max_valid(1'b0),
                     .child_ready(2'd0), .child_wish(2'd0), .turn(turn), .below(below), .stop(stop), .done(done),
                     .child_command(child_command));

    reg was_turn, was_below, was_command, was_stop;

    always @(posedge clk) begin
        clock       <= clock << 1;
        was_command <= command;
        if (clock[3]) begin
            {was_turn, was_below, was_done, was_stop} <= {turn, below, done, stop};
            came <= bits;
        end
    end

    wire count = !came[1], z = came[0];
    // In clock 7, behind the last bit.
    wire over = clock[7];
    wire kept = {turn, below, stop} == {was_turn, was_below, was_stop};
    wire changed = turn == (z & !was_done) && below == !z && stop == z;

    assign parts = {
        !over || (count ? changed : kept),
        !over || done == (count ? was_done | z : came == 2'b11 ? 1'b0 : was_done),
        !(clock[4] | clock[5] | clock[6]) || kept && done == was_done,
        !(clock[5] | clock[6]) || child_command == was_command,
        !over || child_command == (count ? z & was_done : z)
    };
    assign ok = &parts;
endmodule

`default_nettype wire
