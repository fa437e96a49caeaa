// lane_grants: lane_arbiter.v grants one request, by the favors; the favors that are an input's number let it win.
//
//   Of all requests the one is granted whose number, exclusive-or favors, is least, as model.c of the compiler says, and
//   lane_winner.v in other words. So input `who`, any, wins whoever else asks if the favors are its number.
//   Combinational: any inputs, one clock.
//! proves lane_arbiter as grants
//! within lane_switch
//! subject "arbiter_{INPUTS}"
//! what "arbiter of {INPUTS} input{INPUTS == 1 ? '' : 's'}"
//! claim "one request is granted, by the favors; any input's number lets it win"
//! steps 1
//! cells 2 * INPUTS * INPUTS
//! watches lane_winner
//! show parts "claims that held, of 0 to 5"
//! show request "inputs that asked"
//! show grant "inputs that were granted"
//! show favor "favors"
`default_nettype none

module lane_grants #(
    parameter INPUTS = 4,
    parameter BITS   = 2
) (
    // free in every clock
    input  wire [INPUTS-1:0] request,
    input  wire [BITS-1:0]   favor,
    input  wire [BITS-1:0]   who,
    // the claim, and values to show if it fails
    output wire              ok,
    output wire [5:0]        parts,
    output wire [INPUTS-1:0] grant
);
    circuit circuit (.request(request), .favor(favor), .grant(grant));

    wire [INPUTS-1:0] wins;

    lane_winner #(.INPUTS(INPUTS), .BITS(BITS)) rule (.asks(request), .favor(favor), .wins(wins));

    reg              first;             // no request goes before one that is granted
    reg              served;            // `who` is granted what it asks for
    reg [BITS-1:0]   one, other;
    integer          i, j;

    always @* begin
        first  = 1'b1;
        served = 1'b1;
        for (i = 0; i < INPUTS; i = i + 1) begin
            one = i;
            if (who == one && request[i] && !grant[i])
                served = 1'b0;
            for (j = 0; j < INPUTS; j = j + 1) begin
                other = j;
                if (grant[i] && request[j] && (other ^ favor) < (one ^ favor))
                    first = 1'b0;
            end
        end
    end

    assign parts = {
        grant == wins,
        first,
        who != favor || served,
        request == {INPUTS{1'b0}} || grant != {INPUTS{1'b0}},
        (grant & ~request) == {INPUTS{1'b0}},
        (grant & (grant - 1'b1)) == {INPUTS{1'b0}}
    };
    assign ok = &parts;
endmodule

`default_nettype wire
