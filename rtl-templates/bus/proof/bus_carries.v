// bus_carries: bus_leaf.v gives the other end of the network what it got: of a word that comes back as it went, the slave's side gets
//   the request of the master's side, or the master's side the answer of the slave's side, whole, with its destination, and no
//   more. Every word that comes is taken in its clock.
//
//   Any word. Both sides and the turn between them are cut out: bus_asks.v, bus_remembers.v, bus_serves.v and bus_turns.v prove them.
//! proves bus_leaf as carries when MASTER && SLAVE
//! subject "bus_leaf_{ADDRESS_BITS}"
//! what "words of the bus, both sides of a leaf"
//! claim "accesses and answers arrive whole; every word is taken"
//! steps 1
//! cells 4 * PAYLOAD_BITS
//! cuts bus_turn bus_slave
//! cuts bus_master when !RELAXED
//! cuts bus_master_relaxed when RELAXED
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module bus_carries #(
    parameter RELAXED      = 0,
    parameter TAG_BITS     = 1,
    parameter LIMIT_BITS   = 1,
    parameter ADDRESS_BITS = 10,
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = ADDRESS_BITS + 38,
    parameter TO_BITS      = LABEL_BITS,
    parameter FROM_BITS    = LABEL_BITS,
    parameter KIND         = RELAXED ? TAG_BITS + 1 : 1,
    parameter TURN         = LABEL_BITS + KIND + 33
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst, mapped, fence, cyc, stb, we, stalls, acks, errs, comes, is_answer, wants, sends, turns_ready,
    input  wire [LABEL_BITS-1:0]   to,
    input  wire [LIMIT_BITS-1:0]   limit,
    input  wire [ADDRESS_BITS-1:0] adr,
    input  wire [31:0]             dat, rdt, slave_side_data,
    input  wire [3:0]              sel,
    input  wire [TAG_BITS-1:0]     tag,
    input  wire [FROM_BITS-1:0]    user,
    input  wire                    side_stall, side_ack, side_err, side_failed, side_answer_err,
    input  wire [31:0]             side_data,
    input  wire [LABEL_BITS+KIND-1:0] side_back,
    input  wire                    slave_cyc_in, slave_stb_in, slave_we_in,
    input  wire [ADDRESS_BITS-1:0] slave_adr_in,
    input  wire [3:0]              slave_sel_in,
    input  wire [31:0]             slave_dat_in,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [4:0]              parts
);
    wire [PAYLOAD_BITS-1:0] word;
    wire [TO_BITS-1:0]      dest;
    wire                    valid, ready;
    wire [TURN-1:0]         turn_request, turn_answer;
    wire                    turn_request_valid, turn_answer_valid, turn_ready;
    wire                    slave_request;
    wire [LABEL_BITS+KIND-1:0] slave_back;
    wire [ADDRESS_BITS-1:0] slave_address;
    wire [3:0]              slave_select;
    wire [31:0]             slave_data, master_rdt;
    wire                    master_access, master_write, master_answer, master_answer_write, master_answer_err, master_mapped, master_fence;
    wire [LABEL_BITS-1:0]   master_to;
    wire [KIND-1:0]         answer_kind;
    wire [31:0]             answer_data;

    // What the turn gives: the request or the answer.
    wire [TURN-1:0]         turn_word = is_answer ? turn_answer : turn_request;

    `define COMMON_PORTS \
        .clk(clk), .rst(rst), .mapped(mapped), .fence(fence), .to(to), .limit(limit), .master_cyc(cyc), .master_stb(stb), .master_we(we), \
        .master_adr(adr), .master_dat(dat), .master_sel(sel), .master_stall(), .master_ack(), .master_err(), .failed(), \
        .master_rdt(master_rdt), .slave_cyc(), .slave_stb(), .slave_we(), .slave_adr(), .slave_dat(), .slave_sel(), \
        .slave_stall(stalls), .slave_ack(acks), .slave_err(errs), .slave_rdt(rdt), .m_axis_tdata(word), .m_axis_tdest(dest), \
        .m_axis_tvalid(valid), .m_axis_tready(turns_ready), .s_axis_tdata(word), .s_axis_tuser(user), .s_axis_tvalid(comes), \
        .s_axis_tready(ready), \
        .\both.turn.request (turn_request), .\both.turn.request_valid (turn_request_valid), .\both.turn.request_ready (sends), \
        .\both.turn.answer (turn_answer), .\both.turn.answer_valid (turn_answer_valid), .\both.turn.answer_ready (sends), \
        .\both.turn.word (turn_word), .\both.turn.answers (is_answer), .\both.turn.valid (wants), .\both.turn.ready (turn_ready), \
        .\serves.slave.request (slave_request), .\serves.slave.back (slave_back), .\serves.slave.address (slave_address), \
        .\serves.slave.select (slave_select), .\serves.slave.data (slave_data), .\serves.slave.answer (side_ack), \
        .\serves.slave.answer_back (side_back), .\serves.slave.answer_err (side_answer_err), \
        .\serves.slave.answer_data (slave_side_data), .\serves.slave.slave_cyc (slave_cyc_in), \
        .\serves.slave.slave_stb (slave_stb_in), .\serves.slave.slave_we (slave_we_in), .\serves.slave.slave_adr (slave_adr_in), \
        .\serves.slave.slave_sel (slave_sel_in), .\serves.slave.slave_dat (slave_dat_in)
    generate
        if (RELAXED != 0) begin : relaxed
            wire [TAG_BITS-1:0] answer_tag;

            circuit circuit (
                `COMMON_PORTS, .\relaxed.master.access (master_access), .\relaxed.master.write (master_write),
                .\relaxed.master.mapped (master_mapped), .\relaxed.master.fence (master_fence), .\relaxed.master.to (master_to), .\relaxed.master.stall (side_stall),
                .\relaxed.master.ack (side_ack), .\relaxed.master.err (side_err), .\relaxed.master.data (side_data),
                .\relaxed.master.failed (side_failed), .\relaxed.master.request (wants), .\relaxed.master.tag (tag),
                .\relaxed.master.answer (master_answer), .\relaxed.master.answer_tag (answer_tag),
                .\relaxed.master.answer_write (master_answer_write), .\relaxed.master.answer_err (master_answer_err),
                .\relaxed.master.answer_data (answer_data)
            );
            assign answer_kind = {answer_tag, master_answer_write};
        end else begin : strict
            circuit circuit (
                `COMMON_PORTS, .\strict.master.access (master_access), .\strict.master.write (master_write),
                .\strict.master.mapped (master_mapped), .\strict.master.fence (master_fence), .\strict.master.to (master_to), .\strict.master.stall (side_stall),
                .\strict.master.ack (side_ack), .\strict.master.err (side_err), .\strict.master.failed (side_failed),
                .\strict.master.request (wants), .\strict.master.answer (master_answer),
                .\strict.master.answer_write (master_answer_write), .\strict.master.answer_err (master_answer_err)
            );
            assign answer_kind = master_answer_write;
            assign answer_data = master_rdt;
        end
    endgenerate

    wire [TAG_BITS:0]          tagged = {tag, we};
    wire [KIND-1:0]            kind   = RELAXED ? tagged : we;
    wire [LABEL_BITS+KIND-1:0] back   = {user[LABEL_BITS-1:0], kind};

    assign parts = {
        ready && valid == wants && turn_request_valid == wants && turn_answer_valid == side_ack,
        dest == (is_answer ? side_back[LABEL_BITS+KIND-1:KIND] : to),
        master_access == (cyc && stb) && master_write == we && master_mapped == mapped && master_fence == fence && master_to == to,
        // a request that comes back
        slave_request == (comes && !is_answer)
            && (is_answer || {slave_back, slave_address, slave_select, slave_data} == {back, adr, sel, dat}),
        // an answer that comes back
        master_answer == (comes && is_answer)
            && (!is_answer || {answer_kind, master_answer_err, answer_data} == {side_back[KIND-1:0], side_answer_err, slave_side_data})
    };
    assign ok = &parts;
endmodule

`default_nettype wire
