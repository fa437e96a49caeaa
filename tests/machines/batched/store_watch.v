// store_watch: bound into every leaf of a network of the default name, says when the leaf's store breaks a promise, and ends the simulation.
//
//   No nibble of a stored word is read in the clock in which it is written; what is read where no word lies is not looked at.
//   Nibbles are written only where the next words of this round or of the next one are due, so no stored word is hit. A round
//   takes at most ROUND_WORDS, and as many as it has words in all are N ROUND_WORDS. The list of a stage has as many words as
//   it counts: stored ones, each of that list and in no other one; when it has been read out, it is empty. When a round is over,
//   its words are stored in whole and have been looked at, and those that were on no list are this leaf's own. The next
//   round's words are from this leaf, with `order: pairs` each with another destination.
`begin_keywords "1800-2012"
module store_watch #(
    parameter LABEL_BITS = 4, PAYLOAD_BITS = 32, ROUND_WORDS = 4, COUNT_BITS = 7, ORDERED = 1, LINK = 1, BODY = 1, IW = 1, NB = 1,
    parameter LB = 1, DB = 1
) (
    input wire clk, rst, parity, round_now, sum_end, told, write, write_half,
    input wire [LABEL_BITS-1:0] address,
    input wire [IW-1:0] write_index, newest,
    input wire [NB-1:0] write_nibble,
    input wire [COUNT_BITS-1:0] count, stored, out_at,
    input wire [DB-1:0] admitted,
    input wire [LB:0] list_at,
    input wire [3:0] written,
    input wire got_out, got_a, got_b, got_link,
    input wire [IW-1:0] read_index,
    input wire [NB-1:0] read_nibble
);
    localparam STRIDE = LINK + BODY, WORDS = ROUND_WORDS << LABEL_BITS, LEAST = 2 * LABEL_BITS + PAYLOAD_BITS;

    reg  [3:0]        mirror [0:(2<<(IW+NB))-1];
    reg  [STRIDE-1:0] touched [0:(2<<IW)-1];    // nibbles that have been written in the round
    reg  [(1<<IW)-1:0] gone;                    // words of this round that were on a list
    reg               was_told;
    reg  [DB-1:0]     admitted_before;          // a clock ago: the last nibble of a word is written while it counts
    wire [31:0]       these = {{32-COUNT_BITS{1'b0}}, stored}, those = {{32-DB{1'b0}}, admitted_before};
    wire [31:0]       hit = {{32-IW{1'b0}}, write_index};
    integer           k, j, at;
    reg  [4*BODY-1:0] body;
    reg  [4*LINK-1:0] link;
    reg  [LABEL_BITS-1:0] to, from;
    reg  [(1<<LABEL_BITS)-1:0] named;           // destinations of the next round's words

    task fail(input [8*48-1:0] what);
        begin
            $display("leaf %0d: %0s", address, what);
            $stop;
        end
    endtask

    task read_word(input half, input integer index);
        begin
            for (j = 0; j < BODY; j = j + 1)
                body = {body, mirror[{half, index[IW-1:0], NB'(LINK + j)}]};
            for (j = LINK - 1; j >= 0; j = j - 1)
                link = {link, mirror[{half, index[IW-1:0], NB'(j)}]};
            to   = body[LEAST-1 -: LABEL_BITS];
            from = body[LEAST-LABEL_BITS-1 -: LABEL_BITS];
        end
    endtask

    task check_list;
        begin
            at = {{32-IW{1'b0}}, newest};
            for (k = 0; k < {{32-COUNT_BITS{1'b0}}, count}; k = k + 1) begin
                if (at >= these)
                    fail("a list leads to no word");
                else begin
                    read_word(parity, at);
                    if (gone[at[IW-1:0]])
                        fail("a word is in two lists or places");
                    gone[at[IW-1:0]] = 1'b1;
                    if (list_at[LB] != parity || (to ^ address) >> list_at[LB-1:0] != 1)
                        fail("a word is in the wrong list");
                    at = {{32-IW{1'b0}}, link[IW-1:0]};
                end
            end
        end
    endtask

    task check_round;
        begin
            if (out_at != stored)
                fail("a word of the round was not looked at");
            for (k = 0; k < these; k = k + 1) begin
                read_word(parity, k);
                if (gone[k[IW-1:0]] != (to != address))
                    fail("a word of the round was not sent");
                if (~&(touched[{parity, k[IW-1:0]}] | {{BODY{1'b0}}, {LINK{to == address}}}))
                    fail("a word of the round is written in part");
                touched[{parity, k[IW-1:0]}] = {STRIDE{1'b0}};
            end
            gone = {(1<<IW){1'b0}};
        end
    endtask

    task check_next_round;
        begin
            named = {(1<<LABEL_BITS){1'b0}};
            for (k = 0; k < those; k = k + 1) begin
                read_word(~parity, k);
                if (from != address)
                    fail("a word of the next round has another source");
                if (ORDERED != 0 && named[to])
                    fail("two words of a round have the same destination");
                named[to] = 1'b1;
            end
        end
    endtask

    always @(posedge clk) begin
        admitted_before <= admitted;
        was_told        <= told;
        if (write) begin
            mirror[{write_half, write_index, write_nibble}] <= written;
            touched[{write_half, write_index}][write_nibble] = 1'b1;
        end
        if (~rst) begin
            if (these > WORDS)
                fail("the round has too many words");
            if (those > ROUND_WORDS)
                fail("the next round has too many words");
            if (write && write_half == parity && hit != these && hit != these + 1)
                fail("a word is written where none of this round is due");
            if (write && write_half != parity && hit != those)
                fail("a word is written where none of the next round is due");
            if (write && {{32-NB{1'b0}}, write_nibble} >= STRIDE)
                fail("a word is written behind its end");
            if (write && (got_out || ((got_a || got_b || got_link) && {{32-IW{1'b0}}, read_index} < these))
                && {write_half, write_index, write_nibble} == {parity, read_index, read_nibble})
                fail("a nibble is read as it is written");
            if (was_told && count != 0)
                fail("a list is not empty when it has been read out");
            if (sum_end)
                check_list;
            if (round_now) begin
                check_round;
                check_next_round;
            end
        end else begin
            gone = {(1<<IW){1'b0}};
            was_told <= 1'b0;
            for (k = 0; k < 2 << IW; k = k + 1)
                touched[k[IW:0]] = {STRIDE{1'b0}};
        end
    end
endmodule

bind pruned_butterfly_batch_leaf store_watch #(
    .LABEL_BITS(LABEL_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .ROUND_WORDS(ROUND_WORDS), .COUNT_BITS(COUNT_BITS), .ORDERED(ORDERED),
    .LINK(LINK), .BODY(BODY), .IW(IW), .NB(NB), .LB(LB), .DB(DB)
) store_watch (
    .clk(clk), .rst(rst), .parity(parity), .round_now(round_now), .sum_end(sum_end), .told(told), .write(write),
    .write_half(numbered.write_half), .address(address), .write_index(write_index), .newest(newest), .write_nibble(write_nibble),
    .count(linker.count), .stored(numbered.stored), .out_at(numbered.out_at), .admitted(admitted), .list_at(linker.list_at), .written(written),
    .got_out(got_out), .got_a(reader.got_a), .got_b(got_b), .got_link(got_link), .read_index(read_index), .read_nibble(read_nibble)
);
`end_keywords
