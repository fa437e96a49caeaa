// wishbone_fifo: a queue of words, in a RAM or, up to 4 words, in registers.
//
//   in, write --> [ RAM, DEPTH words ] --> [ register ] ( --> [ register ] ) --> out, there     DEPTH 8 .. 2048
//                      tail, head                                <-------- take
//
//   in, write --> [ register ] --> [ register ] --> out, there                                  DEPTH 2, 4
//                                     <------- take
//
//   While `there` is high, `out` is the oldest word; `take` removes it. As block RAM requires, the RAM is read at every clock
//   edge; a word read at the edge that writes it is never used. The RAM's address is a register, so that a word follows two
//   clocks after the one before it. The queue to the network has a register of its own behind the RAM, without which a block
//   RAM's data come late in their clock, and for a network that asks for the next word at once. The other queue is read by
//   bus cycles, of two clocks: it knows of `take` a clock before.
//   Head and tail run through all their values, though not in the order of numbers: a LUT each does that.
//   A small queue would fill a few bits of its block RAMs, of which an iCE40 has few; its words move on by themselves, from
//   register to register, so that no register chooses what it takes.
`default_nettype none

module wishbone_fifo #(
    parameter WIDTH      = 34,
    parameter DEPTH      = 16,              // a power of two, 2 .. 2048
    parameter TO_NETWORK = 0,               // 1: words may be taken in any clock; 0: in every second one
    parameter BLOCK_RAM  = 1                // of queues in RAM. 0: the RAM that LUTs make
) (
    input  wire                   clk,
    input  wire                   rst,      // synchronous, active high
    input  wire [WIDTH-1:0]       in,
    input  wire                   write,    // not while all places are taken
    output wire [$clog2(DEPTH):0] count,    // TO_NETWORK: free places; else words written and not yet taken
    output wire [WIDTH-1:0]       out,
    output wire                   there,
    input  wire                   take_next,// `take` will be high in the next clock; not used TO_NETWORK
    input  wire                   take      // only while `there`
);
    localparam ADDRESS_BITS   = $clog2(DEPTH);
    localparam MOST_REGISTERS = 4;
    /* verilator lint_off UNUSEDPARAM */        // only the attribute reads it
    localparam STYLE = BLOCK_RAM != 0 ? "block" : "distributed";
    /* verilator lint_on UNUSEDPARAM */
    // A block RAM of an ECP5 has 36 bits a word. A few bits more would take another one; they lie in what RAM costs least.
    localparam BLOCK_BITS = 36, FEW_BITS = 8, LUT_RAM_WORDS = 16;
    localparam REST = BLOCK_RAM != 0 && DEPTH <= LUT_RAM_WORDS && WIDTH > BLOCK_BITS && WIDTH % BLOCK_BITS <= FEW_BITS
                    ? WIDTH % BLOCK_BITS : 0;

    // ---- The count: a bit changes if all lower ones are 1 on the way up, or 0 on the way down. ----------------------

    // Its highest bit says that all places are free, or not TO_NETWORK that some are: what a leaf asks needs no inverter.
    reg  [ADDRESS_BITS:0] counted;
    reg  [ADDRESS_BITS:0] over;
    wire                  up = TO_NETWORK != 0 ? take : write;
    integer               k;
    genvar                i;

    assign count = {counted[ADDRESS_BITS] ^ (TO_NETWORK == 0), counted[ADDRESS_BITS-1:0]};
    always @* begin
        over[0] = 1'b1;
        for (k = 0; k < ADDRESS_BITS; k = k + 1)
            over[k+1] = over[k] & counted[k] == up;
    end

    always @(posedge clk)
        if (rst)
            counted <= {1'b1, {ADDRESS_BITS{1'b0}}};
        else if (write ^ take)
            counted <= counted ^ over;

    // ---- The words -------------------------------------------------------------------------------------------------

    generate
        if (DEPTH > MOST_REGISTERS) begin : in_ram
            wire [ADDRESS_BITS-1:0] head, tail;
            wire [WIDTH-1:0]        oldest;
            wire                    load;               // the next word in its place

            (* no_rw_check, ram_style = STYLE *)
            reg  [WIDTH-1:REST] word [0:DEPTH-1];
            reg  [WIDTH-1:REST] read_word;

            wishbone_step #(.BITS(ADDRESS_BITS)) step_head (.clk(clk), .rst(rst), .step(load), .place(head));
            wishbone_step #(.BITS(ADDRESS_BITS)) step_tail (.clk(clk), .rst(rst), .step(write), .place(tail));
            always @(posedge clk) begin
                if (write)
                    word[tail] <= in[WIDTH-1:REST];
                read_word <= word[head];
            end
            assign oldest[WIDTH-1:REST] = read_word;
            if (REST > 0) begin : some_bits_more
                (* no_rw_check *)
                reg [REST-1:0] bits [0:DEPTH-1];
                reg [REST-1:0] read_bits;

                assign oldest[REST-1:0] = read_bits;
                always @(posedge clk) begin
                    if (write)
                        bits[tail] <= in[REST-1:0];
                    read_bits <= bits[head];
                end
            end

            if (TO_NETWORK != 0) begin : shown_late
                reg [WIDTH-1:0] shown;
                reg             read, valid;            // `oldest` is the word behind `shown`, which is a word
                wire            unused = take_next;
                wire            shown_alone = valid & &count[ADDRESS_BITS-1:0];

                assign load  = read & (~valid | take);
                assign out   = shown;
                assign there = valid;
                always @(posedge clk) begin
                    if (load)
                        shown <= oldest;
                    read  <= ~count[ADDRESS_BITS] & ~shown_alone & ~load;
                    valid <= load | valid & ~take;
                    if (rst) begin
                        read  <= 1'b0;
                        valid <= 1'b0;
                    end
                end
            end else begin : shown_at_once
                reg some;

                assign load  = take_next;
                assign out   = oldest;
                assign there = some;
                always @(posedge clk)                   // not by the word being written, which cannot be read yet
                    if (rst)
                        some <= 1'b0;
                    else
                        some <= |count[ADDRESS_BITS:1] | count[0] & ~take;
            end
        end else begin : in_registers
            // Place 0 holds the oldest word. A place takes the word behind it when it is free or its own moves on.
            wire [WIDTH*(DEPTH+1)-1:0] words;
            wire [DEPTH:0]             held;
            wire                       unused = take_next;

            assign words[WIDTH*DEPTH +: WIDTH] = in;
            assign held[DEPTH]                 = write;
            assign out                         = words[WIDTH-1:0];
            assign there                       = held[0];
            for (i = 0; i < DEPTH; i = i + 1) begin : place
                reg [WIDTH-1:0] mine;
                reg             full;
                wire            moves = take | ~&held[i:0];     // or nothing is here

                assign words[i*WIDTH +: WIDTH] = mine;
                assign held[i]                 = full;
                always @(posedge clk) begin
                    if (moves) begin
                        mine <= words[(i+1)*WIDTH +: WIDTH];
                        full <= held[i+1];
                    end
                    if (rst)
                        full <= 1'b0;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
