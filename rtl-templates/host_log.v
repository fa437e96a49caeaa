// host_log.v: logs the events at the leaves of one bank in a memory, visiting one leaf per clock.
//
//   leaves' events --> [ pick by now ] --> [] --> [ memory ] --> record          used: records in it
//
// A record is {payload's tail.., t, sent_at, received_at, sent, received}, see docs/host-protocol.md. The memory has
// one port: written while the network runs, read at `index` while it does not.
`default_nettype none
module host_log #(
    parameter LEAVES = 8,               // of this bank, at most 2^SHARE_BITS
    parameter SHARE_BITS = 3,
    parameter TAIL = 19,                // bits of tuser and payload
    parameter INDEX_BITS = 8,           // 2^INDEX_BITS records, at most 2^12
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
    output reg  [31+TAIL:0]              record,        // the record at the `index` of the clock before
    output reg  [INDEX_BITS:0]           used,
    output reg                           lost           // there was no room for a record
);

    localparam EACH = TAIL + 2 * SHARE_BITS + 2;
    localparam [31:0] LEAVES_WIDE = LEAVES;

    // The events of all leaves, side by side; a missing leaf has none.
    wire [EACH*(1<<SHARE_BITS)-1:0] shown;
    genvar i;
    generate
        for (i = 0; i < 1 << SHARE_BITS; i = i + 1) begin : leaf
            if (i < LEAVES_WIDE) begin : here
                assign shown[i*EACH +: EACH] = {held[i*TAIL +: TAIL], sent_at[i*SHARE_BITS +: SHARE_BITS],
                                                received_at[i*SHARE_BITS +: SHARE_BITS], sent[i], received[i]};
            end else begin : missing
                assign shown[i*EACH +: EACH] = {EACH{1'b0}};
            end
        end
    endgenerate

    reg  [31+TAIL:0] seen;
    reg              write;
    wire             full = used[INDEX_BITS];
    wire [EACH-1:0]  visited = shown[now[SHARE_BITS-1:0]*EACH +: EACH];
    (* no_rw_check, ram_style = STYLE *)
    reg  [31+TAIL:0] records [0:(1<<INDEX_BITS)-1];
    wire [INDEX_BITS-1:0] address = running ? used[INDEX_BITS-1:0] : index;
    wire             store = write && !full;

    always @(posedge clk) begin
        seen <= {visited[EACH-1 -: TAIL], now, visited[2*SHARE_BITS+1:0]};
        write <= write_enable && (visited[0] || visited[1]);
        if (store)
            records[address] <= seen;
        else
            record <= records[address];
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
