// bench_sorter: a testbench part that sends frames of random words through a sorter. Each frame must come out in
// order and complete. For simulators only.
`default_nettype none

module bench_sorter #(
    parameter WIRES  = 8,
    parameter KEY    = 8,               // bits of the key,
    parameter WORD   = 16,              // of the whole word
    parameter FRAMES = 8
) (
    input  wire             clk,
    input  wire             go,
    output reg              start,      // one clock before the most significant bits
    output reg  [WIRES-1:0] in,
    input  wire             out_start,
    input  wire [WIRES-1:0] out,
    output reg  [31:0]      done,       // frames received
    output reg  [31:0]      wrong       // those of them with errors
);
    // The words of a frame, as sent and as received.
    reg [WORD-1:0]  word   [0:WIRES-1];
    reg [WORD-1:0]  sorted [0:WIRES-1];
    reg [WIRES-1:0] used;
    integer         at, i, k, found;
    reg             bad;
    reg [31:0]      dice;
    reg [31:0]      drawn = 0, sent_frames = 0, got_frames = 0;

    task check;
        begin
            bad  = 1'b0;
            used = 0;
            for (i = 0; i < WIRES; i = i + 1) begin
                if (i > 0 && sorted[i-1] >> (WORD - KEY) > sorted[i] >> (WORD - KEY))
                    bad = 1'b1;
                found = -1;
                for (k = 0; k < WIRES; k = k + 1)
                    if (!used[k] && word[k] === sorted[i])
                        found = k;
                if (found >= 0)
                    used[found] = 1'b1;
                else
                    bad = 1'b1;
            end
            if (bad) begin
                $display("frame %0d is not in order, or has lost a word", done);
                wrong = wrong + 1;
            end
            done = done + 1;
        end
    endtask

    // Three processes instead of a fork, at whose join Verilator 5.032 may crash.
    initial begin
        done  = 0;
        wrong = 0;
        wait (go);
        while (done < FRAMES) begin
            for (i = 0; i < WIRES; i = i + 1)
                for (at = 0; at < WORD; at = at + 1) begin
                    dice = $random;
                    word[i][at] = ^dice;
                end
            @(negedge clk) drawn = drawn + 1;
            wait (sent_frames == drawn && got_frames == drawn);
            check;
        end
    end

    initial begin : send
        integer bit_in, n;

        start = 1'b0;
        in    = 0;
        forever begin
            wait (sent_frames != drawn);
            start = 1'b1;
            for (bit_in = WORD - 1; bit_in >= 0; bit_in = bit_in - 1)
                @(negedge clk) begin
                    start = 1'b0;
                    for (n = 0; n < WIRES; n = n + 1)
                        in[n] = word[n][bit_in];
                end
            sent_frames = drawn;
        end
    end

    initial begin : receive
        integer bit_out, j;

        forever begin
            wait (got_frames != drawn);
            #1 while (out_start !== 1'b1)
                @(negedge clk) #1;
            for (bit_out = WORD - 1; bit_out >= 0; bit_out = bit_out - 1)
                @(negedge clk) #1 for (j = 0; j < WIRES; j = j + 1)
                    sorted[j][bit_out] = out[j];
            got_frames = drawn;
        end
    end
endmodule

`default_nettype wire
