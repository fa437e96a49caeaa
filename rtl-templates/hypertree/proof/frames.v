// frames: packet_frame.v counts frames, and gives each strobe in its clock, from any reset on: by induction.
//! proves packet_frame as frames
//! subject "frame"
//! what "the clocks of a node"
//! claim "each strobe comes in its clock, from any reset on"
//! steps 9
//! skip 8
//! cells 200
//! watches still
//! show parts "claims that held, of 0 to 6"
`default_nettype none

module frames #(
    parameter FRAME    = 12,
    parameter BYTES    = 11,
    parameter ROW_BITS = 4
) (
    input  wire        clk,
    input  wire        rst,             // free in every clock
    // the claim, and values to show if it fails
    output wire        ok,
    output wire [6:0]  parts
);
    reg        begun;
    reg        live;                    // frame 1 has begun
    reg  [6:0] clock;

    always @(posedge clk) begin
        clock <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        if (clock == FRAME - 1)
            live <= 1'b1;
        if (rst) begin
            begun <= 1'b1;
            live  <= 1'b0;
            clock <= 7'd0;
        end
    end

    wire [ROW_BITS-1:0] read_row, row, write_row;
    wire                wrap, copy, lead, first, head, third, look, nearly, last, come, silent;

    circuit circuit (
        .clk(clk), .rst(rst), .read_row(read_row), .row(row), .write_row(write_row), .wrap(wrap), .copy(copy), .lead(lead),
        .first(first), .head(head), .third(third), .look(look), .nearly(nearly), .last(last), .come(come), .silent(silent)
    );

    assign parts = {
        silent == (!live && clock < FRAME - 2),
        {nearly, last, come} == {clock == BYTES - 2, clock == BYTES - 1, clock == BYTES % FRAME},
        {first, head, third, look} == {clock == 7'd0, clock == 7'd1, clock == 7'd2, clock == 7'd3},
        {wrap, copy, lead} == {clock == FRAME - 3, clock == FRAME - 2, clock == FRAME - 1},
        write_row == (clock == 7'd0 ? FRAME - 1 : clock - 7'd1),
        row == clock && read_row == (clock >= FRAME - 2 ? clock + 7'd2 - FRAME : clock + 7'd2),
        clock < FRAME
    };
    still #(.CLOCKS(8)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
