// link_framer: puts frames on the pins, one behind the other.
//
//   `start` is high in the last clock but one of a frame. In the last one `header` is taken, and from then on `full`, which says whether
//   words follow, is steady. `word` comes from a block RAM: it is the word `address` of a clock ago. All bits leave the uppermost
//   one first.
`default_nettype none

module link_framer #(
    parameter WIDTH = 44,
    parameter WORDS = 8,                    // see link_steps
    parameter PINS  = 1
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    output wire             start,
    input  wire [35:0]      header,
    input  wire             full,
    output wire [3:0]       address,
    input  wire [WIDTH-1:0] word,
    output reg  [PINS-1:0]  pins
);
    localparam HEAD  = (36 + PINS - 1) / PINS;
    localparam BODY  = (WIDTH + PINS - 1) / PINS;
    localparam STEPS = $clog2(BODY > HEAD ? BODY : HEAD);
    localparam BITS  = PINS << STEPS;
    localparam [STEPS-1:0] ONE = 1;

    wire                 body, tail, last;
    wire [STEPS-1:0]     step;
    wire [3:0]           number;
    reg  [PINS*HEAD-1:0] head;
    reg  [15:0]          crc;
    wire [15:0]          crc_next;
    wire [BITS-1:0]      bodies;
    wire [PINS-1:0]      bits = tail ? crc[15-:PINS] : body ? bodies[step*PINS+:PINS] : head[PINS*HEAD-1-:PINS];
    wire                 load = tail && last;

    assign start   = tail && step == ONE;
    assign address = number + {3'd0, body && last};
    assign bodies  = {{(BITS-WIDTH){1'b0}}, word};

    link_steps #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS)) steps (
        .clk(clk), .rst(rst), .hold(1'b0), .full(full), .body(body), .tail(tail), .step(step), .number(number), .last(last)
    );
    link_crc #(.PINS(PINS)) check (.old(crc), .bits(bits), .next(crc_next));

    always @(posedge clk) begin
        pins <= bits;
        head <= head << PINS;
        crc  <= crc_next;
        if (load) begin
            head       <= {PINS*HEAD{1'b0}};
            head[35:0] <= header;
            crc        <= 16'hffff;
        end
        if (rst) begin
            pins <= {PINS{1'b0}};
            head <= {PINS*HEAD{1'b0}};
            crc  <= 16'd0;                  // the first frame is wrong
        end
    end
endmodule

`default_nettype wire
