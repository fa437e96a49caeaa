// axi_answers: holds the answers of one kind, reads or writes, until the user's AXI4-Lite master takes them.
//
//   An access is taken only while there is `room`: an answer of the bridge, which does not wait, has a place when it comes. It is shown in
//   that clock if none is before it.
`default_nettype none

module axi_answers #(
    parameter WIDTH   = 34,
    parameter PLACES  = 1,                  // a power of two
    parameter LUT_RAM = 1                   // see bus_words
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    output wire             room,
    input  wire             take,           // an access, while there is room
    input  wire             comes,          // its answer, later
    input  wire [WIDTH-1:0] in,
    output wire             valid,
    input  wire             ready,
    output wire [WIDTH-1:0] out
);
    wire goes = valid & ready;

    generate
        if (PLACES == 1) begin : one
            reg             owed;           // an access was taken, and its answer has not gone
            reg             full;
            reg [WIDTH-1:0] kept;

            assign room  = ~owed;
            assign valid = full | comes;
            assign out   = full ? kept : in;
            always @(posedge clk) begin
                owed <= (owed & ~goes | take) & ~rst;
                full <= valid & ~ready & ~rst;
                if (~full)
                    kept <= in;
            end
        end else begin : several
            localparam BITS = $clog2(PLACES);
            reg  [BITS:0]    taken, come, gone;             // the number of accesses and answers, but for whole turns of the ring
            wire             some = come != gone;
            wire [WIDTH-1:0] first;

            assign room  = (taken ^ gone) != {1'b1, {BITS{1'b0}}};
            assign valid = some | comes;
            assign out   = some ? first : in;
            bus_words #(
                .ADDRESS_BITS(BITS),
                .WIDTH(WIDTH),
                .LUT_RAM(LUT_RAM)
            ) answers (
                .clk(clk),
                .write(comes),
                .write_address(come[BITS-1:0]),
                .in(in),
                .read_address(gone[BITS-1:0]),
                .out(first)
            );
            always @(posedge clk) begin
                taken <= taken + {{BITS{1'b0}}, take};
                come  <= come + {{BITS{1'b0}}, comes};
                gone  <= gone + {{BITS{1'b0}}, goes};
                if (rst) begin
                    taken <= {(BITS+1){1'b0}};
                    come  <= {(BITS+1){1'b0}};
                    gone  <= {(BITS+1){1'b0}};
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
