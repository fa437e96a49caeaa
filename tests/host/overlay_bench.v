// overlay_bench.v: the bridge of an area-universal device with a toy in place of the device, for tests of the serial line.
//
// The toy has a chain of 48 bits, DELAY clocks from its ports, the step timer of a device, and a circuit of its own:
//   pin_out <= pin_in ^ state, state <= 5 state + pin_in + 1 at the end of each step; `configure` clears the state.
`default_nettype none
module overlay_bench #(
    parameter PINS = 11,
    parameter DELAY = 3
) (
    input  wire        clk,
    input  wire        uart_rx,
    output wire        uart_tx,
    output reg  [47:0] chain,
    output reg  [63:0] written          // all words of settings, mixed
);
    wire            rst, running, run, configure, configure_in, load, start, take, step, settings_write;
    wire [PINS-1:0] pin_in;
    wire [4:0]      settings_bank;
    wire [3:0]      settings_cycle;
    wire [31:0]     settings_data;
    reg  [PINS-1:0] pin_out, taken, state;
    reg             step_done;
    reg  [DELAY-1:0] valid, bits;

    power_on_reset reset (.clk(clk), .locked(1'b1), .rst(rst));

    overlay_host #(
        .PINS(PINS), .BANK_BITS(5), .CYCLE_BITS(4), .IDENTITY(152'hffc0dbdcdd0123456789abcdefdbc0c0a1b201),
        .BIT_CLOCKS(8), .PHASE_BITS(3), .STEP(1)
    ) host (
        .clk(clk), .rst(rst), .rx(uart_rx), .tx(uart_tx), .running(running), .run(run), .step_done(step_done),
        .pin_in(pin_in), .pin_out(pin_out), .configure(configure), .configure_in(configure_in), .configure_out(chain[0]),
        .configure_valid(valid[DELAY-1]), .settings_write(settings_write), .settings_bank(settings_bank),
        .settings_cycle(settings_cycle), .settings_data(settings_data));

    step_timer #(.CYCLE_BITS(4), .BANK_BITS(5)) timer (
        .clk(clk), .rst(rst), .run(run), .configure(configure), .settings_write(settings_write),
        .settings_bank(settings_bank), .settings_data(settings_data), .load(load), .start(start), .take(take), .step(step));

    always @(posedge clk) begin
        {valid, bits} <= {valid[DELAY-2:0], configure, bits[DELAY-2:0], configure_in};
        if (valid[DELAY-1])
            chain <= {bits[DELAY-1], chain[47:1]};
        if (settings_write)
            written <= {written[62:0], written[63]} ^ {12'd0, settings_cycle, 11'd0, settings_bank, settings_data};
        step_done <= step;
        if (take)
            taken <= pin_in;
        if (step) begin
            pin_out <= taken ^ state;
            state <= {state[PINS-3:0], 2'b00} + state + taken + 1'b1;
        end
        if (configure)
            state <= {PINS{1'b0}};
        if (rst) begin
            {chain, written, pin_out, taken, state} <= {(48 + 64 + 3 * PINS){1'b0}};
            {valid, bits, step_done} <= {(2 * DELAY + 1){1'b0}};
        end
    end

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused = running & load & start;
    /* verilator lint_on UNUSEDSIGNAL */
endmodule

module overlay_bench_5 (
    input  wire        clk,
    input  wire        uart_rx,
    output wire        uart_tx,
    output wire [47:0] chain,
    output wire [63:0] written
);
    overlay_bench #(.PINS(5), .DELAY(2)) bench (
        .clk(clk), .uart_rx(uart_rx), .uart_tx(uart_tx), .chain(chain), .written(written));
endmodule

module overlay_bench_76 (
    input  wire        clk,
    input  wire        uart_rx,
    output wire        uart_tx,
    output wire [47:0] chain,
    output wire [63:0] written
);
    overlay_bench #(.PINS(76), .DELAY(7)) bench (
        .clk(clk), .uart_rx(uart_rx), .uart_tx(uart_tx), .chain(chain), .written(written));
endmodule
`default_nettype wire
