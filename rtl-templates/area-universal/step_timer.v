// step_timer: the steps of an area-universal device: counts the clocks of a step and the delivery cycles of its passes.
//
//   step      |<------ last_clock + 1 clocks ----->|<---
//   start     1 . . 1 . . 1 . . 1 . . 1 . . 1 . . .1 . .     with the step, and every last_cycle + 1 clocks
//   take      . 1 . . . . . . . . . . . . . . . . . 1 .      input pins change
//   step      . . . . . . . . . . . . . . . . . . . 1 .      latches and output pins take what they shall show
//
//   While `run` is high, steps follow each other without a gap. Otherwise the timer stops behind a step. A pass that the
//   next step cuts off does no harm. `configure` ends a step at once: nothing is taken. Write no register in a step.
`default_nettype none

module step_timer #(
    parameter CYCLE_BITS = 4,           // of a delivery cycle's number
    parameter BANK_BITS  = 6            // of a bank's number
) (
    input  wire                  clk,
    input  wire                  rst,           // synchronous, active high
    input  wire                  run,
    input  wire                  configure,
    input  wire                  settings_write,
    input  wire [BANK_BITS-1:0]  settings_bank, // 0: last_cycle, 1: last_clock
    input  wire [31:0]           settings_data,
    output wire                  load,          // control words move on
    output reg                   start,         // two clocks before the pass
    output wire                  take,          // a clock before the step's first one
    output wire                  step           // in its last clock, of which the first one is two behind `start`
);
    reg  [CYCLE_BITS-1:0] last_cycle, cycle;
    reg  [15:0]           last_clock, clock;
    reg                   active, began, takes, ended, steps;
    wire                  over   = active & clock == last_clock;
    wire                  begins = run & (over | !active) & !configure;
    wire                  repeats = cycle == last_cycle;

    assign load = configure;
    assign take = takes & !configure;
    assign step = steps & !configure;

    always @(posedge clk) begin
        clock  <= begins ? 16'd0 : clock + 1'b1;
        active <= begins | (active & !over & !configure);
        cycle  <= (begins | repeats) ? {CYCLE_BITS{1'b0}} : cycle + 1'b1;
        start  <= begins | repeats;
        began  <= begins;
        takes  <= began & !configure;
        ended  <= over & !configure;
        steps  <= ended & !configure;

        if (settings_write && settings_bank == {BANK_BITS{1'b0}})
            last_cycle <= settings_data[CYCLE_BITS-1:0];
        if (settings_write && settings_bank == {{(BANK_BITS-1){1'b0}}, 1'b1})
            last_clock <= settings_data[15:0];

        if (rst) begin
            active     <= 1'b0;
            cycle      <= {CYCLE_BITS{1'b0}};
            last_cycle <= {CYCLE_BITS{1'b0}};
            last_clock <= 16'd3;
            {began, takes, ended, steps} <= 4'd0;
            start      <= 1'b1;         // counters of settings have no other reset
        end
    end

    wire unused = &{1'b0, settings_data[31:16]};
endmodule

`default_nettype wire
