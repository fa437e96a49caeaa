// link_deframer: takes the frames of link_framer.v apart, in the clock that comes with them.
//
//   `done` is high in the clock behind a frame, in which the next one's first bits are read, and `good` says then whether its CRC was
//   right. With `slip`, in that clock, these bits are passed over: frames are looked for a clock further on.
`default_nettype none

module link_deframer #(
    parameter WIDTH = 44,
    parameter WORDS = 8,                    // see link_steps
    parameter PINS  = 1
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    input  wire [PINS-1:0]  pins,
    input  wire             full,           // words follow the header; read in its last clock
    input  wire             slip,
    output reg              begins,         // for a clock: `header` is new
    output reg  [35:0]      header,
    output reg              write,          // for a clock: `word` is the frame's next one
    output reg  [3:0]       place,          // its number
    output wire [WIDTH-1:0] word,
    output reg              done,
    output reg              good
);
    localparam HEAD  = (36 + PINS - 1) / PINS;
    localparam BODY  = (WIDTH + PINS - 1) / PINS;
    localparam STEPS = $clog2(BODY > HEAD ? BODY : HEAD);
    localparam BITS  = PINS * (BODY > HEAD ? BODY : HEAD);

    reg  [PINS-1:0]  in;
    reg  [BITS-1:0]  shift;
    reg  [15:0]      crc;
    wire             body, tail, last;
    wire [STEPS-1:0] step;
    wire [3:0]       number;
    wire [15:0]      crc_next;
    wire [BITS+PINS-1:0] shifted = {shift, in};
    wire             unused = &{step, shifted[BITS+PINS-1:BITS], 1'b0};

    link_steps #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS)) steps (
        .clk(clk), .rst(rst), .hold(slip), .full(full), .body(body), .tail(tail), .step(step), .number(number), .last(last)
    );
    link_crc #(.PINS(PINS)) check (.old(crc), .bits(in), .next(crc_next));

    assign word = shift[WIDTH-1:0];

    always @(posedge clk) begin
        in     <= pins;
        shift  <= shifted[BITS-1:0];
        crc    <= crc_next;
        begins <= !body && !tail && last;
        write  <= body && last;
        place  <= number;
        done   <= tail && last;
        good   <= crc_next == 16'd0;
        if (!body && !tail && last)
            header <= shifted[35:0];
        if (rst || slip || tail && last)
            crc <= 16'hffff;
        if (rst) begin
            begins <= 1'b0;
            write  <= 1'b0;
            done   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
