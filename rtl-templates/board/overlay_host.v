// overlay_host: lets a host on a serial line load images into an area-universal device and step it.
// docs/reference/host-protocol.md describes the protocol.
//
//   rx --> host_link --> [ memory: two requests ] <--> [ byte ] --bit by bit--> configure_in .. configure_out
//   tx <-- host_link <-- [ identity             ]         ^---- [ row: pins, or a word of settings ]
//
// A request is carried out where it lies: each byte is taken out, goes round by a bit a clock, and is put back as what it
// has become: the answer. The request before it stays whole in the other half of the memory, and so does its answer, which
// is given again if the host repeats its request: no step is made twice.
`default_nettype none
module overlay_host #(
    parameter PINS = 12,                // of all meshes, each way, at least 1
    parameter BANK_BITS = 1,            // of settings_bank, at most 16
    parameter CYCLE_BITS = 4,           // of settings_cycle, at most 16
    parameter [151:0] IDENTITY = 152'd0,        // the answer to `identify`, its first byte the lowest
    parameter BIT_CLOCKS = 48,          // see host_link.v
    parameter PHASE_BITS = 16,
    parameter STEP = 1365
) (
    input  wire                  clk,
    input  wire                  rst,           // synchronous, active high
    input  wire                  rx,
    output wire                  tx,
    output wire                  running,       // an image has come in since the reset

    output reg                   run,           // for a clock: make a step
    input  wire                  step_done,     // for a clock: pin_out is new
    output wire [PINS-1:0]       pin_in,
    input  wire [PINS-1:0]       pin_out,
    output reg                   configure,
    output wire                  configure_in,
    input  wire                  configure_out,
    input  wire                  configure_valid,
    output reg                   settings_write,
    output wire [BANK_BITS-1:0]  settings_bank,
    output wire [CYCLE_BITS-1:0] settings_cycle,
    output wire [31:0]           settings_data
);
    localparam PIN_BYTES = (PINS + 7) / 8, PART_BITS = PIN_BYTES > 1 ? $clog2(PIN_BYTES) : 1;
    localparam ROW = 8 * (PIN_BYTES < 8 ? 8 : PIN_BYTES), FIRST_PIN = ROW - 8 * PIN_BYTES, RECORD = ROW - 64;
    localparam IDENTITY_BYTES = 19;
    localparam [7:0] IDENTITY_END = 8'd2 + IDENTITY_BYTES;
    localparam [31:0] LAST_PART = PIN_BYTES - 1;
    localparam [1:0] IDENTIFY = 2'd0, WRITE = 2'd1, SHIFT = 2'd2, STEPS = 2'd3;

    wire [7:0] heard;
    wire       heard_valid, frame, broken, said, answering;
    reg        working;                 // on a request; the link waits with the answer
    reg        answer, say_more;
    reg  [7:0] read;                    // what the memory held at `place` a clock ago
    host_link #(.BIT_CLOCKS(BIT_CLOCKS), .PHASE_BITS(PHASE_BITS), .STEP(STEP)) link (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx), .heard(heard), .heard_valid(heard_valid), .frame(frame), .broken(broken),
        .answer(answer), .hold(working), .say(read), .say_more(say_more), .said(said), .answering(answering));

    // ---- the memory ------------------------------------------------------------------------------------------

    // Two halves of 256 bytes: requests lie in the first 224 of each. The rest has the identity in the first half and zeros in
    // the second: these are read while bytes come in.
    reg  [7:0] at;
    reg        half;                    // in use
    reg        behind;                  // read what is behind the requests
    reg  [7:0] moving;                  // the byte that goes round, or has come in
    reg        store;
    wire       room = at[7:5] != 3'd7;
    wire [8:0] place = {behind ? !answering : half, at[7:5] | {3{behind}}, at[4:0]};
    (* no_rw_check *)
    reg  [7:0] memory [0:511];
    integer byte_at;
    initial
        for (byte_at = 224; byte_at < 512; byte_at = byte_at + 1)
            memory[byte_at] = byte_at >= 226 && byte_at < 226 + IDENTITY_BYTES ? IDENTITY[8*(byte_at-226) +: 8] : 8'd0;
    always @(posedge clk) begin
        read <= memory[place];
        if (store && room)
            memory[{half, at}] <= moving;
    end

    // ---- a byte: 16 clocks, or more if each bit must go through the chain ---------------------------------------

    reg  [3:0] count;                   // 4 .. 7: moving <= read; 8 .. 15: it moves; 0: store; 3: what is next
    reg        in_shift, in_steps, in_write;
    reg        stepping;
    wire       waits = in_shift && count[3] && !configure_valid;
    wire       shifting = count[3] && !waits;

    // The head: tag, command, end, repeat. Then the data.
    reg        in_data;
    wire       is_tag = !in_data && at[1:0] == 2'd0;
    wire       is_command = !in_data && at[1:0] == 2'd1;
    wire       is_end = !in_data && at[1:0] == 2'd2;
    wire       is_repeat = !in_data && at[1:0] == 2'd3;

    reg        known, last;             // there was a request before; the lowest bit of its tag
    reg        repeated;                // this is the same again
    reg  [1:0] command;
    reg        odd;                     // there is no such command
    reg        loaded;
    reg  [7:0] last_at, repeats;        // `end`; `repeat`
    wire       refused = command == STEPS && !loaded;
    wire       idle = repeated || odd || refused;       // the data stay as they are
    reg        ends;                    // no byte is left

    reg  [PART_BITS-1:0] part;          // which byte of the pins
    wire       part_ends = part == LAST_PART[PART_BITS-1:0];
    reg        full;                    // all pins of a step are there
    reg  [7:0] made;                    // steps with these pins, but for the present one
    reg        last_step;
    reg  [ROW-1:0] row;
    // Meshes are far away in a large device: their pins are copied twice, before the first byte, and go out bit by bit.
    reg  [PINS-1:0] pins_near;
    reg  [8*PIN_BYTES-1:0] pins;
    reg        pins_copied, pins_move;  // in this clock
    wire       status_bit = !count[1] && !count[2] && (count[0] ? refused : odd);
    wire       bit_in = is_command ? status_bit : in_shift ? configure_out : in_steps ? pins[0] : moving[0];

    assign configure_in = moving[0];
    assign running = loaded;
    assign pin_in = row[FIRST_PIN +: PINS];
    assign settings_cycle = row[RECORD +: CYCLE_BITS];
    assign settings_bank = row[RECORD+16 +: BANK_BITS];
    assign settings_data = row[RECORD+32 +: 32];

    wire       decides = count == 4'd3;
    wire       identifies = command == IDENTIFY && !odd;
    wire       over = decides && (in_data ? ends : is_end && identifies);
    wire       begins = decides && full && !ends;
    wire       take = frame && room;
    reg        answered;
    wire       home = answered && !answering;

    always @(posedge clk) begin
        pins_near   <= pin_out;
        pins_copied <= count[3:1] == 3'd2 && part == {PART_BITS{1'b0}};
        pins_move   <= in_steps && (count[3] ? count != 4'd15 : count == 4'd7);
        if (pins_copied)
            pins <= {{8*PIN_BYTES-PINS{1'b0}}, pins_near};
        else if (pins_move)
            pins <= {1'b0, pins[8*PIN_BYTES-1:1]};
        if (shifting && (in_steps || in_write))
            row <= {moving[0], row[ROW-1:1]};
        if (shifting || count[3:2] == 2'd1)
            moving <= shifting ? {bit_in, moving[7:1]} : read | heard;
        if (shifting && is_repeat)
            repeats <= {moving[0], repeats[7:1]};
        if (shifting && is_end)
            last_at <= {moving[0], last_at[7:1]};
        if (over && !in_data)
            last_at <= IDENTITY_END;
        if (store && is_tag && answering) begin
            repeated <= known && moving[0] == last;
            last <= moving[0];
        end
        if (count[3:1] == 3'd3 && is_command) begin
            command <= moving[1:0];
            odd <= |moving[7:2];
        end
        in_data <= answering && |at[7:2];
        in_shift <= in_data && !idle && command == SHIFT;
        in_steps <= in_data && !idle && command == STEPS;
        in_write <= in_data && !idle && command == WRITE;
        settings_write <= store && in_write && at[2:0] == 3'd3;
        behind <= !answering || (!working && identifies && (in_data || at[1]));
        ends <= at == last_at || !room;
        say_more <= !ends;
        store <= (count == 4'd15 && !waits) || heard_valid;
        configure <= in_shift && !waits && (count[3] ? count != 4'd15 : count == 4'd7);
        answered <= answering;
        answer <= take;
        working <= take || (working && !over);
        loaded <= loaded || in_shift;
        known <= known || home;

        if (working && !stepping && !waits)
            count <= count + 4'd1;
        if ((store && room) || said)
            at <= at + 8'd1;
        if (frame || broken || over || home)
            at <= 8'd0;
        if ((decides && is_end && repeated && !identifies) || home)
            half <= !half;

        last_step <= made == repeats;
        run <= begins || (step_done && !last_step);
        stepping <= begins || (stepping && !(step_done && last_step));
        if (decides)
            made <= 8'd0;
        else if (step_done)
            made <= made + 8'd1;
        if (store) begin
            full <= in_steps && part_ends;
            part <= in_steps && !part_ends ? part + 1'b1 : {PART_BITS{1'b0}};
        end
        if (rst) begin
            count <= 4'd4;
            at <= 8'd0;
            half <= 1'b0;
            {answer, working, known, loaded, run, stepping, configure, settings_write, in_shift, in_data, store} <= 11'd0;
        end
    end
endmodule
`default_nettype wire
