// host_log.v: logs the events at the leaves of one bank in a memory, visiting one leaf per clock.
//
//   leaves' events --> [ pick by now ] --> [] --> [ memories ] --> [] --> record          used: records in them
//
// A record is {payload's tail.., t, sent_at, received_at, sent, received}, see docs/host-protocol.md. The memories have
// one port: written while the network runs, read at `index` while it does not. Each has the width of a block RAM of
// their depth, so that nothing chooses among block RAMs, whose outputs come late in the clock.
`default_nettype none
module host_log #(
    parameter LEAVES = 8,               // of this bank, at most 2^SHARE_BITS
    parameter SHARE_BITS = 3,
    parameter TAIL = 19,                // bits of tuser and payload
    parameter INDEX_BITS = 8,           // 2^INDEX_BITS records, at most 2^12
    parameter SLICE = 16,               // bits of a record in each memory, at least 1
    /* verilator lint_off UNUSEDPARAM */        // only an attribute uses the parameter
    parameter STYLE = "block"           // "huge" for the large memories of an iCE40 UltraPlus
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                          clk,
    input  wire                          running,
    input  wire                          forget,        // the last run; some clocks before the next
    input  wire                          write_enable,  // log
    input  wire [29-2*SHARE_BITS:0]      now,           // the clock

    input  wire [LEAVES-1:0]             received,      // see host_leaf.v
    input  wire [LEAVES*TAIL-1:0]        held,
    input  wire [LEAVES*SHARE_BITS-1:0]  received_at,
    input  wire [LEAVES-1:0]             sent,
    input  wire [LEAVES*SHARE_BITS-1:0]  sent_at,

    input  wire [INDEX_BITS-1:0]         index,
    input  wire                          asked,         // the host reads this bank: otherwise the next two are 0
    output reg  [31+TAIL:0]              record,        // the record at the `index` of two clocks before
    output reg  [INDEX_BITS:0]           told,          // records in use
    output reg                           lost           // there was no room for a record
);

    localparam EACH = TAIL + 2 * SHARE_BITS + 2, WIDTH = 32 + TAIL;
    localparam [31:0] LEAVES_WIDE = LEAVES;

    // The events of all leaves, side by side; a missing leaf has none.
    wire [EACH*(1<<SHARE_BITS)-1:0] shown;
    wire [EACH-1:0] visited;
    reg  [3:0] pair;                    // the one that is visited, among the four of eight leaves
    wire [1:0] next_pair = now[2:1] + {1'b0, now[0]};
    genvar i, j, k;
    generate
        for (i = 0; i < 1 << SHARE_BITS; i = i + 1) begin : leaf
            if (i < LEAVES_WIDE) begin : here
                assign shown[i*EACH +: EACH] = {held[i*TAIL +: TAIL], sent_at[i*SHARE_BITS +: SHARE_BITS],
                                                received_at[i*SHARE_BITS +: SHARE_BITS], sent[i], received[i]};
            end else begin : missing
                assign shown[i*EACH +: EACH] = {EACH{1'b0}};
            end
        end
        // A chain of four LUTs picks one of eight leaves. Each LUT serves a pair of leaves: in the pair's turn,
        // `now[0]` enters and selects a leaf of the pair; at other times the LUT passes on what enters.
        // An index into `shown` would become a multiplier.
        for (j = 0; j < EACH; j = j + 1) begin : pick
            wire [(1<<SHARE_BITS)/8-1:0] of_eight;
            for (i = 0; i < 1 << SHARE_BITS; i = i + 8) begin : eight
                wire [7:0] of;
                for (k = 0; k < 8; k = k + 1) begin : leaf
                    assign of[k] = shown[(i+k)*EACH+j];
                end
                wire first = !pair[0] ? now[0] : now[0] ? of[1] : of[0];
                wire second = !pair[1] ? first : first ? of[3] : of[2];
                wire third = !pair[2] ? second : second ? of[5] : of[4];
                assign of_eight[i/8] = !pair[3] ? third : third ? of[7] : of[6];
            end
            if (SHARE_BITS == 3) begin : one
                assign visited[j] = of_eight[0];
            end else begin : two
                assign visited[j] = of_eight[now[3]];
            end
        end
    endgenerate

    reg  [INDEX_BITS:0] used;
    reg  [WIDTH-1:0] seen;
    reg              write;
    wire             full = used[INDEX_BITS];
    wire [INDEX_BITS-1:0] address = running ? used[INDEX_BITS-1:0] : index;
    wire             store = write && !full;
    wire [WIDTH-1:0] fetched;
    generate
        for (i = 0; i < WIDTH; i = i + SLICE) begin : slice
            localparam BITS = WIDTH - i < SLICE ? WIDTH - i : SLICE;
            (* no_rw_check, ram_style = STYLE *)
            reg  [BITS-1:0] records [0:(1<<INDEX_BITS)-1];
            reg  [BITS-1:0] read;
            assign fetched[i +: BITS] = read;
            always @(posedge clk)
                if (store)
                    records[address] <= seen[i +: BITS];
                else
                    read <= records[address];
        end
    endgenerate

    always @(posedge clk) begin
        pair <= 4'd1 << next_pair;
        seen <= {visited[EACH-1 -: TAIL], now, visited[2*SHARE_BITS+1:0]};
        write <= write_enable && (visited[0] || visited[1]);
        record <= asked ? fetched : {WIDTH{1'b0}};
        told <= asked ? used : {(INDEX_BITS+1){1'b0}};
        if (forget) begin
            used <= {(INDEX_BITS+1){1'b0}};
            lost <= 1'b0;
        end else begin
            if (store)
                used <= used + {{INDEX_BITS{1'b0}}, 1'b1};
            lost <= lost || (write && full);
        end
    end

endmodule
`default_nettype wire
