// link_spreads: link_spread.v puts each word from the link on one free stream, keeps it there until it is taken, and never has two words
//   for one leaf.
//
//   The link keeps a word until it is taken. By induction over the clocks, from the first `rst` on.
//! proves link_spread as spreads
//! given WIRES LABEL_BITS PAYLOAD_BITS
//! subject "link_spread"
//! what "streams into a root, from one"
//! claim "each word is on one stream until that takes it; no two of them are for one leaf"
//! steps 2
//! skip 1
//! cells 8 * WIRES * (2 * LABEL_BITS + PAYLOAD_BITS) + 100
//! watches still
//! expose at
//! expose same
//! expose looked
//! show parts "claims that held, of 0 to 5"
`default_nettype none

module link_spreads #(
    parameter WIRES        = 4,
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter WIDTH        = PAYLOAD_BITS + 2 * LABEL_BITS,
    parameter BITS         = WIRES > 1 ? $clog2(WIRES) : 1
) (
    input  wire             clk,
    // free in every clock
    input  wire             rst,
    input  wire [WIDTH-1:0] any_word,
    input  wire             any_valid,
    input  wire [WIRES-1:0] taken,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [5:0]       parts
);
    reg  [WIDTH-1:0]              held;
    reg                           waits, begun;
    wire [WIDTH-1:0]              word  = waits ? held : any_word;
    wire                          comes = waits || any_valid;
    wire                          ready, looked;
    wire [WIRES*PAYLOAD_BITS-1:0] data;
    wire [WIRES*LABEL_BITS-1:0]   dest, user;
    wire [WIRES-1:0]              valid, same;
    wire [BITS-1:0]               at;

    circuit circuit (
        .clk(clk), .rst(rst), .far_word(word), .far_valid(comes), .far_ready(ready), .s_root_tdata(data), .s_root_tdest(dest),
        .s_root_tuser(user), .s_root_tvalid(valid), .s_root_tready(taken), .at(at), .same(same), .looked(looked)
    );

    reg  [WIRES-1:0]       stays;               // words that must still be there ..
    reg  [WIRES*WIDTH-1:0] old;                 // .. as these
    reg                    came;
    reg  [WIDTH-1:0]       new_word;
    reg                    kept, twins, right, there;
    integer                i, j, k;

    always @(posedge clk) begin
        held     <= word;
        waits    <= comes && !ready && !rst;
        stays    <= rst ? {WIRES{1'b0}} : valid & ~taken;
        came     <= comes && ready && !rst;
        new_word <= word;
        begun    <= begun || rst;
        for (k = 0; k < WIRES; k = k + 1)
            old[k*WIDTH+:WIDTH] <= {dest[k*LABEL_BITS+:LABEL_BITS], user[k*LABEL_BITS+:LABEL_BITS], data[k*PAYLOAD_BITS+:PAYLOAD_BITS]};
    end
    always @* begin
        kept  = 1'b1;
        twins = 1'b0;
        right = 1'b1;
        there = 1'b0;                           // the new word, on a stream that had none
        for (i = 0; i < WIRES; i = i + 1) begin
            if (stays[i] && (!valid[i] || old[i*WIDTH+:WIDTH] != {dest[i*LABEL_BITS+:LABEL_BITS], user[i*LABEL_BITS+:LABEL_BITS],
                                                                  data[i*PAYLOAD_BITS+:PAYLOAD_BITS]}))
                kept = 1'b0;
            if (valid[i] && !stays[i]) begin
                if (there || !came || new_word != {dest[i*LABEL_BITS+:LABEL_BITS], user[i*LABEL_BITS+:LABEL_BITS],
                                                   data[i*PAYLOAD_BITS+:PAYLOAD_BITS]})
                    kept = 1'b0;
                there = 1'b1;
            end
            if (looked && valid[i] && same[i] != (dest[i*LABEL_BITS+:LABEL_BITS] == word[WIDTH-1-:LABEL_BITS]))
                right = 1'b0;
            for (j = 0; j < i; j = j + 1)
                if (valid[i] && valid[j] && dest[i*LABEL_BITS+:LABEL_BITS] == dest[j*LABEL_BITS+:LABEL_BITS])
                    twins = 1'b1;
        end
    end

    assign parts = {kept, there == came, !twins, right, !looked || waits, at <= WIRES - 1};
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
