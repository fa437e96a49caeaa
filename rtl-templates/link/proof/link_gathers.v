// link_gathers: link_gather.v passes each word that it takes on, once, and looks at one wire after another.
//
//   By induction over the clocks, from the first `rst` on: what is shown is the word taken in the clock before or, while the link does not
//   take it, the one that was shown; and the wire that is looked at is the next one whenever a word could be taken.
//! proves link_gather as gathers
//! given WIRES LABEL_BITS PAYLOAD_BITS
//! subject "link_gather"
//! what "streams of a root that become one"
//! claim "each word that is taken is the next one shown, until it is taken; all wires are looked at in turn"
//! steps 2
//! skip 1
//! cells 4 * WIRES * (2 * LABEL_BITS + PAYLOAD_BITS) + 100
//! watches still
//! expose at
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module link_gathers #(
    parameter WIRES        = 4,
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter WIDTH        = PAYLOAD_BITS + 2 * LABEL_BITS,
    parameter BITS         = WIRES > 1 ? $clog2(WIRES) : 1
) (
    input  wire                          clk,
    // free in every clock
    input  wire                          rst,
    input  wire [WIRES*PAYLOAD_BITS-1:0] data,
    input  wire [WIRES*LABEL_BITS-1:0]   dest, user,
    input  wire [WIRES-1:0]              valid,
    input  wire                          near_ready,
    // the claim, and values to show if it fails
    output wire                          ok,
    output wire [4:0]                    parts
);
    wire [WIRES-1:0] ready;
    wire [WIDTH-1:0] word;
    wire             shown;
    wire [BITS-1:0]  at;

    circuit circuit (
        .clk(clk), .rst(rst), .m_root_tdata(data), .m_root_tdest(dest), .m_root_tuser(user), .m_root_tvalid(valid),
        .m_root_tready(ready), .near_word(word), .near_valid(shown), .near_ready(near_ready), .at(at)
    );

    reg              begun, due, turned;
    reg  [WIDTH-1:0] due_word;
    reg  [BITS-1:0]  at_1;
    wire             opens = !shown || near_ready;
    wire [31:0]      wide  = {{32 - BITS{1'b0}}, at_1};
    wire [31:0]      next  = turned ? (wide == WIRES - 1 ? 32'd0 : wide + 32'd1) : wide;
    integer          i;

    always @(posedge clk) begin
        due    <= shown && !near_ready && !rst;
        if (opens)
            due_word <= {WIDTH{1'b0}};
        for (i = 0; i < WIRES; i = i + 1)
            if (valid[i] && ready[i]) begin
                due      <= !rst;
                due_word <= {dest[i*LABEL_BITS+:LABEL_BITS], user[i*LABEL_BITS+:LABEL_BITS], data[i*PAYLOAD_BITS+:PAYLOAD_BITS]};
            end
        turned <= opens && !rst;
        at_1   <= rst ? {BITS{1'b0}} : at;
        begun  <= begun || rst;
    end

    assign parts = {
        shown == due,
        !shown || word == due_word,
        {{32 - BITS{1'b0}}, at} == next,
        at <= WIRES - 1,
        ready == (opens ? {{WIRES-1{1'b0}}, 1'b1} << at : {WIRES{1'b0}})
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
