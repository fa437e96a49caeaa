// bus_leaf: a leaf of a memory-mapped bus: the user's master, the user's slave, or both, at one leaf of the network.
//
//   master --> [ bus_master ] --requests--+                    +-- answers --> [ bus_master ] --> master
//                                     [ bus_turn ] --> network |
//    slave <-> [ bus_slave ] ---answers---+                    +-- requests -> [ bus_slave ] <-> slave
//
//   Word of the network, from its top bit: answer, kind, select[3:1], address, select[0] or the error, data. The kind is the
//   access's tag, if accesses have tags, and whether it writes. Of an answer select[3:1] and the address do not matter; they may
//   change while it waits. Each word that comes is taken in its clock: requests have room in their queue, and answers in the
//   master or its table. So the network always moves.
`default_nettype none

module bus_leaf #(
    parameter MASTER       = 1,                             // 1: there is a master, a slave
    parameter SLAVE        = 1,
    parameter RELAXED      = 0,                             // accesses have tags: bus_master_relaxed, not bus_master
    parameter POSTED       = 0,
    parameter LONE         = 1,                             // see bus_master_relaxed
    parameter TAG_BITS     = 1,                             // of relaxed accesses
    parameter LIMIT_BITS   = 1,
    parameter ADDRESS_BITS = 10,                            // of a word of 4 bytes, in the largest slave
    parameter PLACES       = 16,                            // for requests to the slave
    parameter LUT_RAM      = 1,                             // see bus_words
    parameter BLOCK_RAM    = 0,                             // .. for the slave's queue
    parameter TIMEOUT      = 0,                             // see bus_slave
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = ADDRESS_BITS + 38,
    parameter TO_BITS      = LABEL_BITS,                    // of tdest, at least LABEL_BITS
    parameter FROM_BITS    = LABEL_BITS                     // of tuser, at least LABEL_BITS
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the user's master; what its decoder says of the address
    input  wire                    mapped,
    input  wire                    fence,
    input  wire [LABEL_BITS-1:0]   to,
    input  wire [LIMIT_BITS-1:0]   limit,
    input  wire                    master_cyc,
    input  wire                    master_stb,
    input  wire                    master_we,
    input  wire [ADDRESS_BITS-1:0] master_adr,
    input  wire [31:0]             master_dat,
    input  wire [3:0]              master_sel,
    output wire                    master_stall,
    output wire                    master_ack,
    output wire                    master_err,
    output wire [31:0]             master_rdt,
    output wire                    failed,
    // the user's slave
    output wire                    slave_cyc,
    output wire                    slave_stb,
    output wire                    slave_we,
    output wire [ADDRESS_BITS-1:0] slave_adr,
    output wire [31:0]             slave_dat,
    output wire [3:0]              slave_sel,
    input  wire                    slave_stall,
    input  wire                    slave_ack,
    input  wire                    slave_err,
    input  wire [31:0]             slave_rdt,
    // to the network
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [TO_BITS-1:0]      m_axis_tdest,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    // from the network
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [FROM_BITS-1:0]    s_axis_tuser,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready
);
    localparam KIND = RELAXED != 0 ? TAG_BITS + 1 : 1;
    localparam BACK = LABEL_BITS + KIND;
    localparam WORD = 1 + KIND + 3 + ADDRESS_BITS + 1 + 32;
    localparam TURN = BACK + 1 + 32;                        // what requests and answers have both

    assign s_axis_tready = 1'b1;

    // ---- what comes
    wire                    is_answer, in_low;              // in_low: select[0] or the error
    wire [KIND-1:0]         in_kind;
    wire [2:0]              in_select;
    wire [ADDRESS_BITS-1:0] in_address;
    wire [31:0]             in_data;
    wire [LABEL_BITS-1:0]   from = s_axis_tuser[LABEL_BITS-1:0];

    assign {is_answer, in_kind, in_select, in_address, in_low, in_data} = s_axis_tdata[WORD-1:0];

    // ---- the master
    wire [TURN-1:0] request;
    wire            request_valid, request_ready;

    generate
        if (MASTER == 0) begin : no_master
            wire unused = &{mapped, fence, to, limit, master_cyc, master_stb, master_we, master_dat, master_sel[0], request_ready, 1'b0};

            assign request       = {TURN{1'b0}};
            assign request_valid = 1'b0;
            assign {master_stall, master_ack, master_err, failed} = 4'd0;
            assign master_rdt    = 32'd0;
        end
        if (MASTER != 0 && RELAXED != 0) begin : relaxed
            wire [TAG_BITS-1:0] tag;

            bus_master_relaxed #(
                .LABEL_BITS(LABEL_BITS),
                .LIMIT_BITS(LIMIT_BITS),
                .TAG_BITS(TAG_BITS),
                .LONE(LONE),
                .POSTED(POSTED),
                .LUT_RAM(LUT_RAM)
            ) master (
                .clk(clk), .rst(rst), .access(master_cyc & master_stb), .write(master_we), .mapped(mapped), .fence(fence), .to(to), .limit(limit),
                .stall(master_stall), .ack(master_ack), .err(master_err), .data(master_rdt), .failed(failed),
                .request(request_valid), .tag(tag), .request_ready(request_ready),
                .answer(s_axis_tvalid & is_answer), .answer_tag(in_kind[KIND-1:1]), .answer_write(in_kind[0]),
                .answer_err(in_low), .answer_data(in_data)
            );
            assign request = {to, tag, master_we, master_sel[0], master_dat};
        end
        if (MASTER != 0 && RELAXED == 0) begin : strict
            bus_master #(
                .LABEL_BITS(LABEL_BITS),
                .LIMIT_BITS(LIMIT_BITS),
                .POSTED(POSTED)
            ) master (
                .clk(clk), .rst(rst), .access(master_cyc & master_stb), .write(master_we), .mapped(mapped), .fence(fence), .to(to), .limit(limit),
                .stall(master_stall), .ack(master_ack), .err(master_err), .failed(failed),
                .request(request_valid), .request_ready(request_ready),
                .answer(s_axis_tvalid & is_answer), .answer_write(in_kind[0]), .answer_err(in_low)
            );
            assign master_rdt = in_data;
            assign request    = {to, master_we, master_sel[0], master_dat};
        end
    endgenerate

    // ---- the slave
    wire [TURN-1:0] answer;
    wire            answer_valid, answer_ready;

    generate
        if (SLAVE != 0) begin : serves
            bus_slave #(
                .BACK_BITS(BACK),
                .ADDRESS_BITS(ADDRESS_BITS),
                .PLACES(PLACES),
                .TIMEOUT(TIMEOUT),
                .LUT_RAM(LUT_RAM),
                .BLOCK_RAM(BLOCK_RAM)
            ) slave (
                .clk(clk), .rst(rst),
                .request(s_axis_tvalid & ~is_answer), .back({from, in_kind}), .address(in_address),
                .select({in_select, in_low}), .data(in_data), .slave_cyc(slave_cyc), .slave_stb(slave_stb), .slave_we(slave_we), .slave_adr(slave_adr),
                .slave_sel(slave_sel), .slave_dat(slave_dat), .slave_stall(slave_stall), .slave_ack(slave_ack),
                .slave_err(slave_err), .slave_rdt(slave_rdt), .answer(answer_valid), .answer_back(answer[TURN-1 -: BACK]),
                .answer_err(answer[32]), .answer_data(answer[31:0]), .answer_ready(answer_ready)
            );
        end else begin : no_slave
            wire unused = &{from, in_kind, in_select, in_address, slave_stall, slave_ack, slave_err, slave_rdt, answer_ready, 1'b0};

            assign answer       = {TURN{1'b0}};
            assign answer_valid = 1'b0;
            assign {slave_cyc, slave_stb, slave_we} = 3'd0;
            assign slave_adr    = {ADDRESS_BITS{1'b0}};
            assign slave_dat    = 32'd0;
            assign slave_sel    = 4'd0;
        end
    endgenerate

    generate
        if (MASTER == 0 && SLAVE == 0) begin : idle
            wire unused = &{clk, rst, s_axis_tvalid, is_answer, in_low, in_data, m_axis_tready, 1'b0};
        end
    endgenerate

    // ---- what goes
    wire [TURN-1:0] word;
    wire            answers;

    generate
        if (MASTER != 0 && SLAVE != 0) begin : both
            bus_turn #(
                .WIDTH(TURN)
            ) turn (
                .clk(clk), .rst(rst), .request(request), .request_valid(request_valid), .request_ready(request_ready), .answer(answer),
                .answer_valid(answer_valid), .answer_ready(answer_ready), .word(word), .answers(answers), .valid(m_axis_tvalid),
                .ready(m_axis_tready)
            );
        end else begin : one
            assign word          = MASTER != 0 ? request : answer;
            assign answers       = MASTER == 0;
            assign m_axis_tvalid = request_valid | answer_valid;
            assign request_ready = m_axis_tready;
            assign answer_ready  = m_axis_tready;
        end
    endgenerate

    wire [WORD-1:0] out = {answers, word[33 +: KIND], master_sel[3:1], master_adr, word[32:0]};

    generate
        if (PAYLOAD_BITS > WORD) begin : longer
            wire unused = &{s_axis_tdata[PAYLOAD_BITS-1:WORD], 1'b0};

            assign m_axis_tdata = {{(PAYLOAD_BITS-WORD){1'b0}}, out};
        end else begin : exact
            assign m_axis_tdata = out;
        end
        if (TO_BITS > LABEL_BITS) begin : marked
            assign m_axis_tdest = {{(TO_BITS-LABEL_BITS){1'b0}}, word[TURN-1 -: LABEL_BITS]};
        end else begin : plain
            assign m_axis_tdest = word[TURN-1 -: LABEL_BITS];
        end
        if (FROM_BITS > LABEL_BITS) begin : grouped
            wire unused = &{s_axis_tuser[FROM_BITS-1:LABEL_BITS], 1'b0};
        end
    endgenerate
endmodule

`default_nettype wire
