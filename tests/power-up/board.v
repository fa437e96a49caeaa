// board.v: a testbench for a board's top module that has just been configured: the application must work, and the
// watch (watch.awk) sees nothing undefined on any pin once the reset is over.
//
//   +application=self-test   the first round passes
//   +application=loopback    a byte comes back
//   +application=host        two leaves, entries of a byte: status, identity, messages to the leaf itself and to the
//                            other one, their log (docs/reference/host-protocol.md)
//   +application=device      the bridge of an area-universal device: its identity, and bits through its chain
//   +application=none        only the pins
`default_nettype none

module board_bench (
    output reg  clk_pin,
    output reg  uart_rx,
    input  wire uart_tx,
    input  wire rst,
    input  wire passed,
    input  wire failed
);
    localparam BIT = 8;

    reg [8*16-1:0] application;
    reg [7:0]      body [0:63], answer [0:255];
    reg [31:0]     crc;
    reg [7:0]      got;
    integer        k, length, answered, bits, clocks, reset_clocks;
    reg            heard, escaped;
    integer        bytes;

    initial begin
        clk_pin = 1'b0;
        uart_rx = 1'b1;
        clocks  = 0;
        reset_clocks = 0;
        bytes   = 0;
        forever
            #5 clk_pin = ~clk_pin;
    end

    always @(posedge clk_pin) begin
        clocks <= clocks + 1;
        if (rst !== 1'b0)
            reset_clocks <= reset_clocks + 1;
        if (clocks > 100000 || failed === 1'b1) begin
            $display("failed: %0d clocks, failed %b, passed %b", clocks, failed, passed);
            $finish(0);
        end
    end

    task wait_clocks;
        input integer number;
        repeat (number) @(negedge clk_pin);
    endtask

    // ---- the serial line -------------------------------------------------------------------------------------------

    task say;
        input [7:0] what;
        begin
            uart_rx = 1'b0;
            wait_clocks(BIT);
            for (k = 0; k < 8; k = k + 1) begin
                uart_rx = what[k];
                wait_clocks(BIT);
            end
            uart_rx = 1'b1;
            wait_clocks(BIT);
        end
    endtask

    // The last byte heard is `got`; `bytes` counts them.
    always begin
        @(negedge uart_tx);
        wait_clocks(BIT / 2);
        for (bits = 0; bits < 8; bits = bits + 1) begin
            wait_clocks(BIT);
            got[bits] = uart_tx;
        end
        wait_clocks(BIT);
        bytes = bytes + 1;
    end

    // ---- the host --------------------------------------------------------------------------------------------------

    function [31:0] crc_of;
        input [31:0] before;
        input [7:0] next;
        integer at;
        begin
            crc_of = before;
            for (at = 0; at < 8; at = at + 1)
                crc_of = crc_of >> 1 ^ (crc_of[0] ^ next[at] ? 32'hedb88320 : 0);
        end
    endfunction

    task say_escaped;
        input [7:0] what;
        if (what == 8'hc0 || what == 8'hdb) begin
            say(8'hdb);
            say(what == 8'hc0 ? 8'hdc : 8'hdd);
        end else begin
            say(what);
        end
    endtask

    // Hears bytes until a frame is over.
    task hear;
        begin
            answered = 0;
            escaped  = 1'b0;
            crc      = 32'hffffffff;
            heard    = 1'b0;
            while (!heard) begin
                @(bytes);
                if (got === 8'hc0) begin
                    heard = answered > 0;
                end else if (got === 8'hdb) begin
                    escaped = 1'b1;
                end else begin
                    answer[answered] = !escaped ? got : got[0] ? 8'hdb : 8'hc0;
                    crc      = crc_of(crc, answer[answered]);
                    answered = answered + 1;
                    escaped  = 1'b0;
                end
            end
        end
    endtask

    // The request in `body`; its answer must be right, with `data` bytes or, if that is negative, at least one.
    task ask;
        input integer arguments, data;
        integer byte_;
        begin
            crc = 32'hffffffff;
            say(8'hc0);
            for (byte_ = 0; byte_ < 2 + arguments; byte_ = byte_ + 1) begin
                say_escaped(body[byte_]);
                crc = crc_of(crc, body[byte_]);
            end
            crc = ~crc;
            for (byte_ = 0; byte_ < 4; byte_ = byte_ + 1)
                say_escaped(crc[8*byte_ +: 8]);
            fork
                say(8'hc0);
                hear;
            join
            if (crc !== 32'hdebb20e3 || answer[0] !== body[0] || answer[1] !== 8'd0
                || (data < 0 ? answered <= 6 : answered !== 6 + data)) begin
                $display("failed: request %h answered by %0d bytes, %h %h, crc %h", body[1], answered,
                         answer[0], answer[1], crc);
                $finish(0);
            end
        end
    endtask

    task expect_used;
        input integer least, most;
        begin
            {body[0], body[1], body[2], body[3]} = 32'h11040000;
            ask(2, 2);
            if (answer[2] < least || answer[2] > most || answer[3] !== 8'd0) begin
                $display("failed: status %h %h", answer[2], answer[3]);
                $finish(0);
            end
        end
    endtask

    // Leaf 0 sends to itself and to leaf 1, leaf 1 nothing: payloads of six bits, a bit of the destination, a one.
    task host;
        begin
            expect_used(0, 0);
            {body[0], body[1]} = 16'h2200;
            ask(0, 20);
            {body[0], body[1], body[2], body[3], body[4], body[5], body[6], body[7]} = 64'h3301000003_95d600;
            ask(6, 0);
            {body[0], body[1], body[2], body[3], body[4], body[5]} = 48'h340100010100;
            ask(4, 0);
            {body[0], body[1]} = 16'h4402;
            ask(0, 0);
            wait_clocks(2000);
            {body[0], body[1]} = 16'h5503;
            ask(0, 0);
            expect_used(2, 4);
            {body[0], body[1], body[2], body[3], body[4]} = {32'h66050000, answer[2]};
            ask(3, -1);
        end
    endtask

    // Two bytes of zeros push out what the chain of two elements or more holds: zeros.
    task device;
        begin
            {body[0], body[1]} = 16'h0100;
            ask(0, 19);
            if (answer[2] !== 8'h55 || answer[3] !== 8'h01) begin
                $display("failed: it is %h %h", answer[2], answer[3]);
                $finish(0);
            end
            {body[0], body[1], body[2], body[3], body[4], body[5]} = 48'h020206000000;
            ask(4, 4);
            if ({answer[2], answer[3], answer[4], answer[5]} !== 32'h06000000) begin
                $display("failed: its chain holds %h %h", answer[4], answer[5]);
                $finish(0);
            end
        end
    endtask

    initial begin
        if (!$value$plusargs("application=%s", application))
            application = "none";
        wait (rst === 1'b0);
        case (application)
        "self-test": wait (passed === 1'b1);
        "host":      host;
        "device":    device;
        "loopback":  begin
            wait_clocks(10);
            say(8'h5a);
            wait (bytes == 1);
            if (got !== 8'h5a) begin
                $display("failed: got %h", got);
                $finish(0);
            end
        end
        default:     wait_clocks(300);
        endcase
        wait_clocks(10);
        $display("passed in %0d clocks, %0d of them in reset", clocks, reset_clocks);
        $finish(0);
    end
endmodule

`default_nettype wire
