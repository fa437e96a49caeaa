// device_steps: step_timer.v makes steps of S clocks, and strobes every d clocks from the begin of each.
//
//   The contract counts down where the timer counts up. A step begins when `run` is high and no step is under way, or
//   the timer is in its last clock of one. Behind the clock in which this is decided come
//
//     in 1 clock      start: the first strobe, two clocks before the step's first clock; then every d clocks
//     in 2 clocks     take: a clock before the first one
//     in S + 2        step: the last clock of the step, whose first one is in 3 clocks
//
//   While `configure` is high nothing is taken, and a step that is under way has no end. d and S are written while no
//   step is under way; after another write nothing is promised until the next reset. By induction: in any state in
//   which both have agreed for three clocks they agree in the next.
//! proves step_timer as steps
//! what "step timer"
//! claim "steps take S clocks, strobes come every d clocks from the begin"
//! steps 4
//! skip 3
//! cells 150
//! watches still
//! expose active
//! expose clock
//! expose cycle
//! expose last_clock
//! expose last_cycle
//! show parts "claims that held, of 0 to 7"
//! show left_shown "bits of the clocks that are left of the step"
`default_nettype none

module device_steps #(
    parameter CYCLE_BITS = 4,
    parameter BANK_BITS  = 6
) (
    input  wire                 clk,
    // free in every clock
    input  wire                 rst,
    input  wire                 run,
    input  wire                 configure,
    input  wire                 settings_write,
    input  wire [BANK_BITS-1:0] settings_bank,
    input  wire [31:0]          settings_data,
    // the claim, and values to show if it fails
    output wire                 ok,
    output wire [7:0]           parts,
    output wire [15:0]          left_shown
);
    wire                  load, start, take, step, active;
    wire [15:0]           clock, last_clock;
    wire [CYCLE_BITS-1:0] cycle, last_cycle;

    circuit circuit (
        .clk(clk), .rst(rst), .run(run), .configure(configure), .settings_write(settings_write), .settings_bank(settings_bank),
        .settings_data(settings_data), .load(load), .start(start), .take(take), .step(step),
        .active(active), .clock(clock), .cycle(cycle), .last_clock(last_clock), .last_cycle(last_cycle)
    );

    reg                  known;         // there has been a reset, and no wrong write since
    reg                  under_way;     // a step; `left` is then 0 in the timer's last clock of it
    reg [15:0]           length, left;  // S - 1; clocks behind this one
    reg                  paced;         // strobes have come every d clocks since a step began
    reg [CYCLE_BITS-1:0] period, wait_for;      // d - 1; clocks until the strobe
    reg                  strobe;
    reg [1:0]            beginning, ending;     // [k]: decided k + 1 clocks ago, and not given up

    wire begins = run && (!under_way || left == 0) && !configure;
    wire ends   = under_way && left == 0 && !configure;
    wire paces  = paced || begins;
    wire writes = settings_write && settings_bank < 2;

    always @(posedge clk) begin
        under_way <= begins || (under_way && left != 0 && !configure);
        left      <= begins ? length : left - 16'd1;
        paced     <= paces;
        wait_for  <= begins || wait_for == 0 ? period : wait_for - 1'b1;
        strobe    <= begins || wait_for == 0;
        beginning <= {beginning[0] && !configure, begins};
        ending    <= {ending[0] && !configure, ends};
        if (writes) begin
            if (settings_bank == 0)
                period <= settings_data[CYCLE_BITS-1:0];
            else
                length <= settings_data[15:0];
            paced <= 1'b0;
            if (under_way || begins)
                known <= 1'b0;
        end
        if (rst) begin
            {known, under_way, paced} <= 3'b100;
            {strobe, beginning, ending} <= 5'd0;
            length <= 16'd3;
            period <= {CYCLE_BITS{1'b0}};
        end
    end

    assign left_shown = left;
    assign parts = {
        load == configure,
        take == (beginning[1] && !configure),
        step == (ending[1] && !configure),
        !paced || start == strobe,
        active == under_way,
        !under_way || clock + left == length,
        !paced || (cycle <= period && cycle + wait_for == period),
        last_clock == length && last_cycle == period
    };
    still #(.CLOCKS(3)) induction (.clk(clk), .claim(!known || &parts), .ok(ok));
endmodule

`default_nettype wire
