// traps: three traps of buses over networks, on a bus of eight leaves that are all masters and slaves of 4 KB (docs/how-to/bus.md).
//
//   vvp traps +deadlock     all masters load from all memories, which take 1 to 16 clocks, until all are done or nothing moves
//   vvp traps +starvation   seven masters load from the memory at leaf 0, as fast as they can; how long does the master there wait?
//   vvp traps +order        master 0 stores a number at leaf 2, whose memory is slow and busy, and then, as a flag, at leaf 1
`timescale 1ns / 1ns
`default_nettype none

// 1,024 words. An access is answered in its clock, or at a slow memory 1 to 16 clocks later.
module trap_memory (
    input  wire        clk, slow, cyc, stb, we,
    input  wire [11:0] adr,
    input  wire [31:0] dat,
    input  wire [3:0]  sel,
    output wire        stall,
    output wire        ack,
    output wire [31:0] rdt
);
    reg [31:0] words [0:1023];
    reg [31:0] word;                    // of a slow memory
    integer    left, i;                 // clocks until its answer, or 0

    wire takes = (cyc && stb && !stall) === 1'b1;     // before the reset nobody knows

    assign stall = left > 1;
    assign ack   = slow ? left == 1 : takes;
    assign rdt   = slow ? word : words[adr[11:2]];
    initial begin
        left = 0;
        for (i = 0; i < 1024; i = i + 1)
            words[i] = 32'd0;
    end
    always @(posedge clk) begin
        left <= slow && takes ? 1 + {$random} % 16 : left > 0 ? left - 1 : 0;
        if (takes) begin
            word <= words[adr[11:2]];
            for (i = 0; i < 4; i = i + 1)
                if (we && sel[i])
                    words[adr[11:2]][8*i +: 8] <= dat[8*i +: 8];
        end
    end
endmodule

module traps;
    localparam LEAVES = 8, FLAG = 1, NUMBER = 2, LOADS = 100, PAIRS = 100, STILL = 5000;

    reg clk, rst;
    initial {clk, rst} = 2'b01;
    always #5 clk = ~clk;

    // ---- the bus, its masters and its memories
    reg  [LEAVES-1:0]    stb, we;
    reg  [32*LEAVES-1:0] adr, dat;
    wire [LEAVES-1:0]    stall, ack, err, s_cyc, s_stb, s_we, s_stall, s_ack;
    wire [32*LEAVES-1:0] rdt, s_dat, s_rdt;
    wire [12*LEAVES-1:0] s_adr;
    wire [4*LEAVES-1:0]  s_sel;
    reg  [LEAVES-1:0]    slow;
    reg                  deadlock, starvation, order;

    trap_bus bus (
        .clk(clk), .rst(rst), .master_cyc({LEAVES{1'b1}}), .master_stb(stb), .master_we(we), .master_adr(adr), .master_dat(dat),
        .master_sel({4*LEAVES{1'b1}}), .master_stall(stall), .master_ack(ack), .master_err(err), .master_rdt(rdt), .slave_cyc(s_cyc),
        .slave_stb(s_stb), .slave_we(s_we), .slave_adr(s_adr), .slave_dat(s_dat), .slave_sel(s_sel), .slave_stall(s_stall),
        .slave_ack(s_ack), .slave_err({LEAVES{1'b0}}), .slave_rdt(s_rdt)
    );
    trap_memory memory [LEAVES-1:0] (clk, slow, s_cyc, s_stb, s_we, s_adr, s_dat, s_sel, s_stall, s_ack, s_rdt);

    // ---- what they do: `left` accesses are to be offered, `open` have no answer
    integer left [0:LEAVES-1];
    integer open [0:LEAVES-1];
    integer since [0:LEAVES-1];         // clocks that the oldest access of a master has waited
    integer k, done, still, longest;
    integer number, flag, pairs, late;  // of +order: what is stored next, the flag, how many there were

    initial begin
        deadlock   = $test$plusargs("deadlock");
        starvation = $test$plusargs("starvation");
        order      = $test$plusargs("order");
        slow       = {LEAVES{deadlock}} | (order ? 1 << NUMBER : 0);
        {stb, we, adr, dat} = 0;
        {done, still, longest, flag, pairs, late} = 0;
        number = 1;
        for (k = 0; k < LEAVES; k = k + 1) begin
            open[k]  = 0;
            since[k] = 0;
            left[k]  = deadlock ? LOADS : starvation ? 1000000 : k == 0 ? 2 * PAIRS : 1000000;
        end
        repeat (40) @(posedge clk);
        @(negedge clk) rst = 1'b0;
    end

    task offer(input integer master);
        begin
            stb[master] = 1'b1;
            if (deadlock)
                adr[32*master +: 32] = $random & 32'h7ffc;
            else if (starvation)
                adr[32*master +: 32] = master == 0 ? 32'h1000 : 32'h0;
            else begin
                we[master] = master == 0;
                adr[32*master +: 32] = (master == 0 && left[master] % 2 == 1 ? FLAG : NUMBER) << 12;
                dat[32*master +: 32] = number;
                number = number + (master == 0 && left[master] % 2 == 1);
            end
        end
    endtask

    task hear(input integer master);
        begin
            done = done + 1;
            since[master] = 0;
        end
    endtask

    always @(negedge clk) begin
        if (!rst) begin
            #1;
            still = still + 1;
            if (order && memory[FLAG].words[0] != flag) begin
                flag  = memory[FLAG].words[0];
                pairs = pairs + 1;
                late  = late + (memory[NUMBER].words[0] < flag);
            end
            for (k = 0; k < LEAVES; k = k + 1) begin
                since[k] = stb[k] || open[k] > 0 ? since[k] + 1 : 0;
                if (ack[k]) begin
                    open[k] = open[k] - 1;
                    still   = 0;
                    hear(k);
                end
                if (starvation && k == 0 && since[k] > longest)
                    longest = since[k];
            end
        end
    end
    always @(posedge clk) begin
        if (!rst) begin
            for (k = 0; k < LEAVES; k = k + 1)
                if (stb[k] && !stall[k]) begin
                    open[k] = open[k] + 1;
                    left[k] = left[k] - 1;
                    stb[k] <= #1 1'b0;
                end
            #2;
            for (k = 0; k < LEAVES; k = k + 1)
                if (!stb[k] && left[k] > 0 && (starvation ? k > 0 || open[0] == 0 : order && k == 0 ? open[k] < 2 : open[k] == 0))
                    offer(k);
        end
    end

    initial begin
        wait (!rst);
        while (still < STILL && !(starvation && $time > 40000) && !(deadlock && done == LEAVES * LOADS) && !(order && pairs == PAIRS))
            @(posedge clk);
        if (deadlock)
            $display("%0s %0d of %0d loads", still < STILL ? "answered:" : "it hangs after", done, LEAVES * LOADS);
        if (starvation)
            $display("the master at the hot leaf waited for %0d clocks at most", longest);
        if (order)
            $display("%0d of %0d flags were there before their number", late, PAIRS);
        $finish(0);
    end
endmodule

`default_nettype wire
