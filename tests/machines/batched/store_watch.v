// store_watch: bound into every batch_leaf, says when the leaf's store breaks a promise, and ends the simulation.
//
//   The words of both rounds never overlap, and no write hits a word that is stored. A round takes at most ROUND_WORDS. The
//   list of a stage has as many words as it counts: stored ones, each of that list and in no other one. When a round is over,
//   the words that were on no list are this leaf's own.
`begin_keywords "1800-2012"
module store_watch #(
    parameter LABEL_BITS = 4, PAYLOAD_BITS = 32, ROUND_WORDS = 4, COUNT_BITS = 7, BODY = 1, LINK = 1, NIBBLES = 1, AW = 1, LB = 1
) (
    input wire clk, rst, parity, round_now, says_sum, write,
    input wire [LABEL_BITS-1:0] address,
    input wire [AW-1:0] end_low, end_high, write_at, newest,
    input wire [COUNT_BITS-1:0] count,
    input wire [LB:0] list_at,
    input wire [3:0] written
);
    localparam STRIDE = LINK + BODY, WORDS = NIBBLES / STRIDE, LAST = NIBBLES - 1;
    localparam LEAST = 2 * LABEL_BITS + PAYLOAD_BITS;

    reg  [3:0]        mirror [0:NIBBLES-1];
    reg  [WORDS-1:0]  gone;                     // words of this round that were on a list
    reg               said_sum;
    wire [31:0]       low  = {{32-AW{1'b0}}, end_low}, high = {{32-AW{1'b0}}, end_high};
    wire [31:0]       these = parity ? LAST - high : low, those = parity ? low : LAST - high;
    wire [31:0]       hit = {{32-AW{1'b0}}, write_at};
    integer           k, j, at, word;
    reg  [4*BODY-1:0] body;
    reg  [4*LINK-1:0] link;
    reg  [LABEL_BITS-1:0] differs;

    // Where nibble `offset` behind `from` lies.
    function integer place(input integer from, input integer offset);
        place = parity ? from - offset : from + offset;
    endfunction

    task fail(input [8*40-1:0] what);
        begin
            $display("leaf %0d: %0s", address, what);
            $stop;
        end
    endtask

    task read_word(input integer from);
        begin
            for (j = 0; j < BODY; j = j + 1)
                body = {body, mirror[place(from, LINK + j)]};
            for (j = LINK - 1; j >= 0; j = j - 1)
                link = {link, mirror[place(from, j)]};
            differs = body[LEAST-1 -: LABEL_BITS] ^ address;
        end
    endtask

    always @(posedge clk) begin
        said_sum <= says_sum;
        if (write)
            mirror[write_at] <= written;
        if (~rst) begin
            if (low > high + 1)
                fail("the words of both rounds overlap");
            if (these % STRIDE != 0 || those % STRIDE != 0)
                fail("a word is stored in part");
            if (those > ROUND_WORDS * STRIDE)
                fail("the next round has too many words");
            if (write && (hit < low || hit > high))
                fail("a stored word is overwritten");
        end
        if (~rst & says_sum & ~said_sum) begin
            at = {{32-AW{1'b0}}, newest};
            for (k = 0; k < {{32-COUNT_BITS{1'b0}}, count}; k = k + 1) begin
                word = (parity ? LAST - at : at);
                if (word < 0 || word >= these || word % STRIDE != 0)
                    fail("a list leads to no word");
                else begin
                    read_word(at);
                    if (gone[word / STRIDE])
                        fail("a word is in two lists or places");
                    gone[word / STRIDE] = 1'b1;
                    if (list_at[LB] != parity || differs >> list_at[LB-1:0] != 1)
                        fail("a word is in the wrong list");
                    at = {{32-AW{1'b0}}, link[AW-1:0]};
                end
            end
        end
        if (~rst & round_now) begin
            for (k = 0; k < these; k = k + STRIDE) begin
                read_word(parity ? LAST - k : k);
                if (gone[k / STRIDE] != (differs != 0))
                    fail("a word of the round was not sent");
            end
            gone = {WORDS{1'b0}};
        end
        if (rst)
            gone = {WORDS{1'b0}};
    end
endmodule

bind batch_leaf store_watch #(
    .LABEL_BITS(LABEL_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .ROUND_WORDS(ROUND_WORDS), .COUNT_BITS(COUNT_BITS), .BODY(BODY),
    .LINK(LINK), .NIBBLES(NIBBLES), .AW(AW), .LB(LB)
) store_watch (
    .clk(clk), .rst(rst), .parity(parity), .round_now(round_now), .says_sum(says_sum), .write(write), .address(address),
    .end_low(end_low), .end_high(end_high), .write_at(write_at), .newest(newest), .count(count), .list_at(list_at),
    .written(written)
);
`end_keywords
