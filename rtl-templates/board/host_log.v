// host_log: logs the events at the leaves of one bank in a memory, visiting one leaf per clock.
//
//   leaves' events --> [] --> [ or ] --> [] --> [ memories ] --> [] --> record            used: records in them
//
// A record is {payload's tail.., t, sent_at, received_at, sent, received}, see docs/reference/host-protocol.md. The memories have
// one port: written while the network runs, read at `index` while it does not. Each has the width of a block RAM of
// their depth, so that nothing chooses among block RAMs, whose outputs come late in the clock.
`default_nettype none
module host_log #(
    parameter LEAVES = 8,               // of this bank, at most 2^SHARE_BITS
    parameter SHARE_BITS = 3,
    parameter TAIL = 19,                // bits of tuser and payload
    parameter INDEX_BITS = 8,           // 2^INDEX_BITS records, at most 2^12
    parameter SLICE = 16,               // bits of a record in each memory, at least 1
    parameter FAR = 0,                  // 1: the reader may be far from the memories, and a record takes a clock more
    /* verilator lint_off UNUSEDPARAM */        // only an attribute uses the parameter
    parameter STYLE = "block"           // "huge" for the large memories of an iCE40 UltraPlus
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                          clk,
    input  wire                          running,
    input  wire                          forget,        // the last run; some clocks before the next
    input  wire                          write_enable,  // log
    input  wire [29-2*SHARE_BITS:0]      now,           // the clock
    input  wire [LEAVES-1:0]             skip,          // low for the leaf that is visited

    input  wire [LEAVES-1:0]             unreceived,    // m_axis_tready, see host_leaf.v
    input  wire [LEAVES*TAIL-1:0]        held,
    input  wire [LEAVES*SHARE_BITS-1:0]  received_at,
    input  wire [LEAVES-1:0]             unsent,
    input  wire [LEAVES*SHARE_BITS-1:0]  sent_at,

    input  wire [INDEX_BITS-1:0]         index,
    input  wire [(39+TAIL)/8-1:0]        omit,          // low for the byte of the record to show
    input  wire                          unasked,       // the host reads another bank: the next three are 0
    output wire                          advance,       // two clocks after the visit of a leaf: it has sent a message

    output reg  [7:0]                    shown,         // the byte of the record at `index` 3 + FAR clocks before
    output reg                           long,          // that record is of a received message
    output reg  [INDEX_BITS:0]           told,          // records in use
    output reg                           lost           // there was no room for a record
);

    localparam EACH = TAIL + 2 * SHARE_BITS + 2, WIDTH = 32 + TAIL, BYTES = (WIDTH + 7) / 8;

    // The visited leaf's events, one clock after its visit: all other leaves give 0, and 1 in the two low bits. (Resets
    // of flip-flops cost no LUTs: a choice among all leaves would take twice as many.)
    wire [EACH*LEAVES-1:0] events;
    reg  [EACH-1:2] visited;
    reg  [1:0]      idle;               // no message sent; none received
    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg  [EACH-1:0] event_of;
            always @(posedge clk)
                if (skip[i])
                    event_of <= {{EACH-2{1'b0}}, 2'b11};
                else
                    event_of <= {held[i*TAIL +: TAIL], sent_at[i*SHARE_BITS +: SHARE_BITS],
                               received_at[i*SHARE_BITS +: SHARE_BITS], unsent[i], unreceived[i]};
            assign events[i*EACH +: EACH] = event_of;
        end
    endgenerate
    integer j;
    always @* begin
        visited = {EACH-2{1'b0}};
        idle = 2'b11;
        for (j = 0; j < LEAVES; j = j + 1) begin
            visited = visited | events[j*EACH+2 +: EACH-2];
            idle = idle & events[j*EACH +: 2];
        end
    end

    reg  [INDEX_BITS:0] used;
    reg  [WIDTH-1:0] seen;
    reg  [29-2*SHARE_BITS:0] visited_at;
    reg              enabled;           // write_enable in that clock
    reg              write;
    assign advance = seen[1];
    wire             full = used[INDEX_BITS];
    wire [INDEX_BITS-1:0] address = running ? used[INDEX_BITS-1:0] : index;
    wire             store = write && !full;
    wire [WIDTH-1:0] fetched, near;
    generate
        // A block RAM takes half of the clock to its outputs: a register beside it halves the way to the reader.
        if (FAR != 0) begin : halved
            reg [WIDTH-1:0] kept;
            always @(posedge clk)
                kept <= fetched;
            assign near = kept;
        end else begin : whole
            assign near = fetched;
        end
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

    // All bytes of a record but one are 0, for the same reason.
    wire [8*BYTES-1:0] padded = {{8*BYTES-WIDTH{1'b0}}, near};
    reg  [8*BYTES-1:0] record;
    reg              is_long;
    reg  [7:0]       any;
    integer k;
    always @* begin
        any = 8'd0;
        for (k = 0; k < BYTES; k = k + 1)
            any = any | record[8*k +: 8];
    end
    generate
        for (i = 0; i < BYTES; i = i + 1) begin : part
            always @(posedge clk)
                record[8*i +: 8] <= omit[i] ? 8'd0 : padded[8*i +: 8];
        end
    endgenerate

    always @(posedge clk) begin
        visited_at <= now;
        seen <= {visited[EACH-1 -: TAIL], visited_at, visited[2*SHARE_BITS+1:2], ~idle};
        enabled <= write_enable;
        write <= enabled && idle != 2'b11;
        is_long <= near[0];
        shown <= unasked ? 8'd0 : any;
        long <= is_long && !unasked;
        told <= unasked ? {(INDEX_BITS+1){1'b0}} : used;
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
