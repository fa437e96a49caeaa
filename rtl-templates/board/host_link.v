// host_link: frames on a serial line: delimiters, escapes and checksums (docs/reference/host-protocol.md).
//
//   rx --> [ UART ] --> escapes --+--> heard, heard_valid          frame: it has ended, with the right checksum
//                                 +--> [ CRC ] ------------------> frame
//   tx <-- [ UART ] <-- escapes <-+--- say, while say_more         said: ready for the next byte
//                                 +--- [ CRC ]
//
// Both directions share one checksum: while an answer leaves, nothing is received.
`default_nettype none
module host_link #(
    parameter BIT_CLOCKS = 48,          // see uart_receiver.v
    parameter PHASE_BITS = 16,          // see uart_transmitter.v
    parameter STEP = 1365
) (
    input  wire       clk,
    input  wire       rst,              // synchronous, active high
    input  wire       rx,
    output wire       tx,

    output wire [7:0] heard,
    output reg        heard_valid,      // for a clock
    output reg        frame,            // for a clock: the bytes since the last delimiter are a whole frame, ..
    output reg        broken,           // .. or are not

    input  wire       answer,           // for a clock: begin an answer
    input  wire       hold,             // wait with it
    input  wire [7:0] say,              // steady from nine clocks after `said`, or `answer` without `hold`, on
    input  wire       say_more,         // there is a byte to send
    output reg        said,             // for a clock: it has been taken
    output reg        answering
);

    localparam [7:0] END = 8'hc0, ESCAPE = 8'hdb;

    // ---- the checksum: a byte takes eight clocks -------------------------------------------------------------

    reg  [31:0] crc;
    reg  [7:0]  fed;
    reg  [7:0]  left;                   // a bit set for each bit left; a reset lasts longer than they do
    reg         shifting_out;           // the checksum itself leaves: no byte is added
    reg         clear;
    reg         feed;                   // take feed_byte: a clock after it is there, as the checksum may be far away
    wire [7:0]  feed_byte;
    wire        add = (crc[0] ^ fed[0]) && !shifting_out;
    always @(posedge clk) begin
        if (clear)
            crc <= 32'hffffffff;
        else if (left[0])
            crc <= {1'b0, crc[31:1]} ^ (add ? 32'hedb88320 : 32'd0);
        fed <= feed ? feed_byte : {1'b0, fed[7:1]};
        left <= feed ? 8'hff : {1'b0, left[7:1]};
    end

    // ---- receiving -----------------------------------------------------------------------------------------

    wire [7:0] byte_in;
    wire       byte_in_valid;
    reg        escaped;
    uart_receiver #(.BIT_CLOCKS(BIT_CLOCKS)) receiver (
        .clk(clk), .rst(rst), .rx(rx), .data(byte_in), .valid(byte_in_valid));

    // After an escape only the last bit counts, as the checksum catches any other wrong bit. A byte received is 0 while
    // one is sent, and the other way round: the checksum takes both without choosing.
    reg  [7:0] byte_heard;
    reg        ended;
    assign heard = byte_heard;
    always @(posedge clk) begin
        heard_valid <= 1'b0;
        ended <= 1'b0;
        frame <= ended && crc == 32'hdebb20e3;
        broken <= ended && crc != 32'hdebb20e3;
        if (byte_in_valid && !answering) begin
            byte_heard <= escaped ? (byte_in[0] ? ESCAPE : END) : byte_in;
            escaped <= byte_in == ESCAPE;
            heard_valid <= byte_in != ESCAPE && byte_in != END;
            ended <= byte_in == END;
        end
        if (answering)
            byte_heard <= 8'd0;
        if (rst) begin
            escaped <= 1'b0;
            heard_valid <= 1'b0;
            ended <= 1'b0;
        end
    end

    // ---- sending -------------------------------------------------------------------------------------------

    localparam [1:0] OPEN = 2'd0, BODY = 2'd1, CHECK = 2'd2, CLOSE = 2'd3;
    reg  [1:0] state;
    reg  [1:0] check_left;
    reg        half;                    // the escape has left, the byte after it has not
    reg  [7:0] byte_out;
    reg        byte_out_valid;
    wire       byte_out_ready;
    wire       in_body = state == BODY && say_more;
    reg  [7:0] next_byte;               // of the body or the checksum
    wire       is_end = next_byte == END;
    wire       is_escape = next_byte == ESCAPE;
    wire       has_next = state == BODY || state == CHECK;
    reg        plain;                   // next_byte leaves unescaped, or else as ..
    reg  [1:0] symbol;                  // .. END, ESCAPE, or the byte after ESCAPE for either

    // The transmitter takes a byte, then pauses for ten bit times. `say`, the checksum and all that depends on them
    // settle before byte_out is made, five clocks before the transmitter can be ready again.
    reg  [3:0] settle;
    wire       make = settle == 4'd15;
    wire       closed = state == CLOSE && byte_out_ready && byte_out == END;
    wire       whole = make && has_next && (half || plain);
    assign feed_byte = byte_heard | next_byte;

    uart_transmitter #(.PHASE_BITS(PHASE_BITS), .STEP(STEP)) transmitter (
        .clk(clk), .rst(rst), .data(byte_out), .valid(byte_out_valid), .ready(byte_out_ready), .tx(tx));

    always @(posedge clk) begin
        feed <= heard_valid || whole;
        clear <= rst || frame || broken || answer || closed;
        next_byte <= !answering ? 8'd0 : in_body ? say : ~crc[7:0];
        said <= whole && in_body;
        plain <= has_next && !is_end && !is_escape;
        symbol <= !has_next ? 2'd0 : !half ? 2'd1 : {1'b1, is_escape};
        settle <= answering && !byte_out_valid && !make && !hold ? settle + 4'd1 : 4'd0;
        if (byte_out_ready)
            byte_out_valid <= 1'b0;
        if (make) begin
            byte_out_valid <= 1'b1;
            case (symbol)
            2'd0: byte_out <= plain ? next_byte : END;
            2'd1: byte_out <= plain ? next_byte : ESCAPE;
            2'd2: byte_out <= plain ? next_byte : 8'hdc;
            2'd3: byte_out <= plain ? next_byte : 8'hdd;
            endcase
            half <= has_next && !plain && !half;
        end
        if (make && state == OPEN)
            state <= BODY;
        // The last byte of the body has been taken: the checksum follows once it includes that byte.
        if (state == BODY && !say_more && settle == 4'd11)
            state <= CHECK;
        if (whole && state == CHECK) begin
            check_left <= check_left - 2'd1;
            if (check_left == 2'd0)
                state <= CLOSE;
        end
        shifting_out <= state == CHECK;
        if (closed) begin
            answering <= 1'b0;
            state <= OPEN;
        end
        if (answer) begin
            answering <= 1'b1;
            check_left <= 2'd3;
        end
        if (rst) begin
            answering <= 1'b0;
            byte_out_valid <= 1'b0;
            state <= OPEN;
            half <= 1'b0;
            settle <= 4'd0;
        end
    end

endmodule
`default_nettype wire
