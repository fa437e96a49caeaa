// bench_flexible: a testbench part that sends batches of random words through a flexible sorter. Each batch must come out
// in order and complete. For simulators only.
`default_nettype none

module bench_flexible #(
    parameter LINES   = 16,
    parameter WORDS   = 64,             // the most of a batch
    parameter KEY     = 8,              // bits of the key,
    parameter WORD    = 16,             // of the whole word
    parameter BATCHES = 4
) (
    input  wire             clk,
    input  wire             go,
    input  wire             ready,
    output reg              start,      // one clock before the first bits
    output reg              last,
    output reg  [LINES-1:0] in,
    output reg              out_ready,
    input  wire             out_start,
    input  wire             out_last,
    input  wire [LINES-1:0] out,
    output reg  [31:0]      done,       // batches received
    output reg  [31:0]      wrong       // those of them with errors
);
    /* verilator lint_off BLKSEQ */             // a testbench goes step by step
    // The words of a batch, as sent and as received.
    reg [WORD-1:0] word   [0:WORDS-1];
    reg [WORD-1:0] sorted [0:WORDS-1];
    reg [WORD-1:0] sum_sent, sum_got, mixed_sent, mixed_got;
    integer        count, got, i, at;
    reg            bad;
    reg [31:0]     dice, fate;
    reg [31:0]     drawn = 0, sent_batches = 0, got_batches = 0;

    task draw;
        begin
            dice = $random;
            count = done == 0 ? WORDS : done == 1 ? 0 : dice % (WORDS + 1);
            for (i = 0; i < count; i = i + 1)
                for (at = 0; at < WORD; at = at + 1) begin
                    dice = $random;
                    word[i][at] = ^dice;
                end
        end
    endtask

    task check;
        begin
            bad = got != count;
            {sum_sent, sum_got, mixed_sent, mixed_got} = 0;
            for (i = 0; i < count && !bad; i = i + 1) begin
                sum_sent   = sum_sent + word[i];
                sum_got    = sum_got + sorted[i];
                mixed_sent = mixed_sent ^ word[i];
                mixed_got  = mixed_got ^ sorted[i];
                if (i > 0 && sorted[i-1] >> (WORD - KEY) > sorted[i] >> (WORD - KEY))
                    bad = 1'b1;
            end
            if (bad || sum_sent !== sum_got || mixed_sent !== mixed_got) begin
                $display("batch %0d is not in order, or has lost a word", done);
                wrong = wrong + 1;
            end
            done = done + 1;
        end
    endtask

    always @(negedge clk) begin
        fate = $random;
        out_ready = ^fate;
    end

    // Three processes instead of a fork, at whose join Verilator 5.032 crashes.
    initial begin
        done  = 0;
        wrong = 0;
        wait (go);
        while (done < BATCHES) begin
            draw;
            drawn = drawn + 1;
            wait (sent_batches == drawn && got_batches == drawn);
            check;
        end
    end

    initial begin : send
        integer         sent, first, b, k;
        reg [LINES-1:0] gives;
        reg [31:0]      chance;

        start = 1'b0;
        last  = 1'b0;
        in    = 0;
        forever begin
            wait (sent_batches != drawn);
            sent = 0;
            last = 1'b0;
            while (!last) begin
                while (ready !== 1'b1)
                    @(negedge clk) start = 1'b0;
                first = sent;
                for (k = 0; k < LINES; k = k + 1) begin
                    chance = $random;
                    gives[k] = sent < count && (done == 0 || ^chance);
                    if (gives[k])
                        sent = sent + 1;
                end
                start = 1'b1;
                last  = sent == count;
                @(negedge clk) start = 1'b0;
                in = ~gives;
                for (b = WORD - 1; b >= 0; b = b - 1)
                    @(negedge clk) begin
                        at = first;
                        for (k = 0; k < LINES; k = k + 1) begin
                            chance = $random;
                            in[k] = gives[k] ? word[at][b] : ^chance;
                            if (gives[k])
                                at = at + 1;
                        end
                    end
            end
            sent_batches = drawn;
        end
    end

    initial begin : receive
        integer         c, j;
        reg             final_wave;
        reg [LINES-1:0] without;

        forever begin
            wait (got_batches != drawn);
            got = 0;
            final_wave = 1'b0;
            #1 while (!final_wave) begin
                while (out_start !== 1'b1)
                    @(negedge clk) #1;
                final_wave = out_last;
                @(negedge clk) #1 without = out;
                for (c = WORD - 1; c >= 0; c = c - 1)
                    @(negedge clk) #1 for (j = 0; j < LINES; j = j + 1)
                        if (!without[j] && got + j < WORDS)
                            sorted[got+j][c] = out[j];
                for (j = 0; j < LINES; j = j + 1)
                    if (without[j] === 1'b0)
                        got = got + 1;
            end
            got_batches = drawn;
        end
    end
endmodule

`default_nettype wire
