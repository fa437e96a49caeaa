// bells: all masters of the bus of bells.sh ring all doorbells, and change words of all slaves at the same time. map.vh, which the script
//   makes of NAME.h, has the numbers: MASTERS, SLAVES, BELLS, POSTED and, of each, addresses side by side.
`timescale 1ns / 1ns
`include "map.vh"

// A master, by hand: one access after the other.
module hand #(parameter ADDRESS_BITS = 32) (
    input  wire                    clk,
    output reg                     cyc, stb, we,
    output reg  [ADDRESS_BITS-1:0] adr,
    output reg  [31:0]             dat,
    output reg  [3:0]              sel,
    input  wire                    stall, ack, err,
    input  wire [31:0]             rdt
);
    reg [31:0] got;
    reg        bad;

    initial {cyc, stb, we} = 0;

    task access(input writes, input [31:0] address, input [31:0] data, input [3:0] select);
        begin
            @(negedge clk);
            {cyc, stb, we, adr, dat, sel} = {1'b1, 1'b1, writes, address[ADDRESS_BITS-1:0], data, select};
            #1;
            while (stall !== 1'b0)
                @(negedge clk) #1;
            @(negedge clk) stb = 1'b0;
            #1;
            while (ack !== 1'b1 && err !== 1'b1)
                @(negedge clk) #1;
            got = rdt;
            bad = err;
            @(negedge clk) cyc = 1'b0;
        end
    endtask
    task store(input [31:0] address, input [31:0] data);
        access(1'b1, address, data, 4'hf);
    endtask
    task load(input [31:0] address);
        access(1'b0, address, 32'hdeadbeef, 4'hf);
    endtask
endmodule

// A memory of 256 words, which takes 1 to 4 clocks; its last word always has an error.
module memory #(parameter ADDRESS_BITS = 12) (
    input  wire                    clk,
    input  wire                    cyc, stb, we,
    input  wire [ADDRESS_BITS-1:0] adr,
    input  wire [31:0]             dat,
    input  wire [3:0]              sel,
    output wire                    stall,
    output reg                     ack, err,
    output reg  [31:0]             rdt
);
    reg [31:0] words [0:255];
    reg [1:0]  left;
    reg        busy, bad;
    integer    i;

    assign stall = busy;
    initial begin
        {ack, err, busy, left} = 0;
        for (i = 0; i < 256; i = i + 1)
            words[i] = 32'd0;
    end
    always @(posedge clk) begin
        ack <= busy && left == 0 && !bad;
        err <= busy && left == 0 && bad;
        if (busy && left == 0)
            busy <= 1'b0;
        left <= left - (left != 0);
        if (cyc && stb && !busy) begin
            bad  <= &adr[9:2];
            rdt  <= words[adr[9:2]];
            left <= adr[3:2] ^ {we, sel[0]};
            busy <= 1'b1;
            for (i = 0; i < 4; i = i + 1)
                if (we && sel[i])
                    words[adr[9:2]][8*i +: 8] <= dat[8*i +: 8];
        end
    end
endmodule

module bells;
    reg clk, rst;
    initial {clk, rst} = 2'b01;
    always #5 clk = ~clk;

    wire [`MASTERS-1:0]    cyc, stb, we, stall, ack, err;
    wire [`MASTERS*32-1:0] adr, dat, rdt;
    wire [`MASTERS*4-1:0]  sel;
    wire [`SLAVES-1:0]     slave_cyc, slave_stb, slave_we, slave_stall, slave_ack, slave_err;
    wire [`SLAVES*`BITS-1:0] slave_adr;
    wire [`SLAVES*32-1:0]  slave_dat, slave_rdt;
    wire [`SLAVES*4-1:0]   slave_sel;
    wire [`BELLS-1:0]      irq;

    net_bus bus (
        .clk(clk), .rst(rst), .master_cyc(cyc), .master_stb(stb), .master_we(we), .master_adr(adr), .master_dat(dat), .master_sel(sel),
        .master_stall(stall), .master_ack(ack), .master_err(err), .master_rdt(rdt), .slave_cyc(slave_cyc), .slave_stb(slave_stb),
        .slave_we(slave_we), .slave_adr(slave_adr), .slave_dat(slave_dat), .slave_sel(slave_sel), .slave_stall(slave_stall),
        .slave_ack(slave_ack), .slave_err(slave_err), .slave_rdt(slave_rdt), .irq(irq)
`ifdef POSTED
        , .failed()
`endif
    );

    hand h [`MASTERS-1:0] (clk, cyc, stb, we, adr, dat, sel, stall, ack, err, rdt);
    memory #(`BITS) s [`SLAVES-1:0] (clk, slave_cyc, slave_stb, slave_we, slave_adr, slave_dat, slave_sel, slave_stall, slave_ack, slave_err,
                                     slave_rdt);

    integer wrong, turn;                // whose turn it is to ring; then all change words
    integer finished;
    initial {wrong, turn, finished} = 0;

    task claim(input good, input integer what, input integer master, input [31:0] value);
        if (good !== 1'b1) begin
            $display("master %0d, check %0d: %h, interrupts %b", master, what, value, irq);
            wrong = wrong + 1;
        end
    endtask

    localparam ROUNDS = 6;
    reg [31:0] seen [0:`MASTERS*ROUNDS-1];      // what fetch-and-add gave
    reg [`MASTERS*ROUNDS-1:0] taken;
    reg owned;                                 // a lock's owner is

    initial {taken, owned} = 0;

    genvar k;
    generate
        for (k = 0; k < `MASTERS; k = k + 1) begin : master
            integer b, r;
            reg [31:0] bell, word, mark;

            initial begin
                wait (turn == k);
                mark = 32'd1 << (k % 8);
                for (b = 0; b < `BELLS; b = b + 1) begin
                    bell = `BELL_BASES >> (32 * b);
                    h[k].store(bell, mark);
                    h[k].load(bell);                    // posted: behind the store
                    claim(h[k].got === mark && irq === (1 << b), 1, k, h[k].got);
                    h[k].store(bell + 8, ~mark & 32'hff);
                    h[k].load(bell + 8);
                    claim(h[k].got === (~mark & 32'hff) && irq === 0, 2, k, h[k].got);
                    h[k].store(bell + 8, 32'h800000ff);
                    h[k].load(bell + 4);
                    claim(h[k].got === mark && !h[k].bad, 3, k, h[k].got);
                    h[k].load(bell);
                    claim(h[k].got === 0 && irq === 0, 4, k, h[k].got);
                    h[k].store(bell, 32'h5a);
                    h[k].store(bell + 4, 32'h18);
                    h[k].load(bell);
                    claim(h[k].got === 32'h42 && irq === (1 << b), 5, k, h[k].got);
                    h[k].load(bell + 4);
                end
`ifdef POSTED
                h[k].store(`WORD_BASES + 32'h3fc, 32'd0);       // an error, told later
                wait (irq !== 0);
                h[k].load(`MASTER_BELLS >> (32 * k));
                claim(h[k].got === 32'h80000000 && irq === (1 << ((`MASTER_IRQS >> (32 * k)) & 32'hff)), 6, k, h[k].got);
                h[k].store((`MASTER_BELLS >> (32 * k)) + 4, 32'h80000000);
                h[k].load(`MASTER_BELLS >> (32 * k));
                claim(h[k].got === 0 && irq === 0, 7, k, h[k].got);
`endif
                word = (`WORD_BASES >> (32 * (k % `SLAVES))) + 32'h80 + 4 * k;
                h[k].store(word, 32'h00ff1234);
                h[k].store(word + `SET, 32'h11000001);
                h[k].store(word + `CLEAR, 32'h00f00030);
                h[k].access(1'b0, word + `ADD, 32'h0, 4'b0100);
                claim(h[k].got === 32'h110f1205, 8, k, h[k].got);
                h[k].access(1'b1, word + `ADD, 32'h00000fff, 4'b0011);
                h[k].load(word + `SET);
                claim(h[k].got === 32'h11102204, 9, k, h[k].got);
                h[k].load(word + `CLEAR);
                claim(h[k].got === 32'hffffffff, 10, k, h[k].got);
                h[k].load(word);
                claim(h[k].got === 32'h0, 11, k, h[k].got);
                turn = turn + 1;

                // all at once, in one slave
                wait (turn == `MASTERS);
                for (r = 0; r < ROUNDS; r = r + 1) begin
                    h[k].load(`WORD_BASES + 32'h40 + `ADD);
                    seen[k*ROUNDS+r] = h[k].got;
                    claim(h[k].got < `MASTERS * ROUNDS && !taken[h[k].got], 12, k, h[k].got);
                    taken[h[k].got] = 1'b1;
                    h[k].got = 1;
                    while (h[k].got != 0)
                        h[k].load((`BELL_BASES & 32'hffffffff) + 12);
                    claim(!owned, 13, k, 0);
                    owned = 1'b1;
                    #200 owned = 1'b0;
                    h[k].store((`BELL_BASES & 32'hffffffff) + 12, 32'd0);
                end
                h[k].load(`WORD_BASES + 32'h44);
                finished = finished + 1;
            end
        end
    endgenerate

    initial begin
        turn = -1;
        repeat (40) @(posedge clk);
        @(negedge clk) rst = 1'b0;
        repeat (40) @(posedge clk);
        turn = 0;
        wait (finished == `MASTERS);
        claim(&taken, 14, 0, 0);
        $display("%s: %0d wrong", wrong == 0 ? "passed" : "failed", wrong);
        $finish(0);
    end
    initial begin
        #1000000 $display("failed: it hangs, turn %0d", turn);
        $finish(0);
    end
endmodule
