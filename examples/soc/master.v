// master.v: a stand-in for a small processor such as SERV: one Wishbone port, one interrupt, a program of a few states.
//
//   LEAF --> ENABLE --> [ rest ] --irq--> STATUS --received--> FROM --> RECEIVE --> compare --> [ rest ]
//                                            |
//                                            +------room-----> TO --> SEND --------------------> [ rest ]
//
//   Master m sends the messages 0 .. MESSAGES-1, number k to the leaf (m + 1 + k mod 3) mod 4. A word holds its source,
//   its destination and the number of earlier messages of this pair. Each master therefore knows the next word from
//   each other master. `done` is high when all messages have been sent and received; `wrong` when a word was not the
//   expected one.
`default_nettype none

module master #(
    parameter MESSAGES = 12                 // a multiple of 3, at most 3 * 2^16 - 3
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high
    output reg  [4:0]  wb_adr,
    output reg  [31:0] wb_dat,
    output wire [3:0]  wb_sel,
    output reg         wb_we,
    output wire        wb_cyc,
    output reg         wb_stb,
    input  wire [31:0] wb_rdt,
    input  wire        wb_ack,
    input  wire        irq,
    output wire        done,
    output reg         wrong
);
    localparam [4:0] ENABLE = 5'h04, TO = 5'h08, SEND = 5'h0c, FROM = 5'h10, RECEIVE = 5'h14, LEAF = 5'h18,
                     STATUS = 5'h00;

    // The states, one for each bus cycle.
    localparam [2:0] READ_LEAF = 0, WRITE_ENABLE = 1, READ_STATUS = 2, WRITE_TO = 3, WRITE_SEND = 4, READ_FROM = 5,
                     READ_RECEIVE = 6, REST = 7;

    reg  [2:0]  state;
    reg  [1:0]  me, partner, other;         // this leaf; the next destination; the source of the message being read
    reg         received, room;             // as last read from STATUS
    reg         quiet;                      // all messages are sent: `room` no longer matters
    reg  [15:0] turn;                       // messages sent to each so far
    reg  [15:0] got_0, got_1, got_2, got_3; // messages from each so far
    localparam [31:0] EACH = MESSAGES / 3;

    wire        sent_all = turn == EACH[15:0];
    wire [15:0] got      = other == 0 ? got_0 : other == 1 ? got_1 : other == 2 ? got_2 : got_3;
    wire [15:0] got_all  = got_0 + got_1 + got_2 + got_3;
    wire [31:0] expected = {6'h2a, other, 6'h15, me, got};

    assign wb_cyc = wb_stb;
    assign wb_sel = 4'hf;
    assign done   = sent_all & got_all == 3 * EACH[15:0];

    // The next bus cycle.
    task begin_cycle;
        input [2:0]  next;
        input [4:0]  address;
        input        write;
        input [31:0] data;
        begin
            state  <= next;
            wb_adr <= address;
            wb_we  <= write;
            wb_dat <= data;
            wb_stb <= 1'b1;
        end
    endtask

    always @(posedge clk) begin
        if (wb_stb & wb_ack) begin
            wb_stb <= 1'b0;
            case (state)
                READ_LEAF: begin
                    me      <= wb_rdt[1:0];
                    partner <= wb_rdt[1:0] + 2'd1;
                end
                READ_STATUS: begin
                    received <= wb_rdt[0];
                    room     <= wb_rdt[2];
                end
                READ_FROM: begin
                    other <= wb_rdt[1:0];
                    wrong <= wrong | |wb_rdt[31:2] | wb_rdt[1:0] == me;
                end
                READ_RECEIVE: begin
                    wrong <= wrong | wb_rdt != expected;
                    case (other)
                        2'd0:    got_0 <= got_0 + 16'd1;
                        2'd1:    got_1 <= got_1 + 16'd1;
                        2'd2:    got_2 <= got_2 + 16'd1;
                        default: got_3 <= got_3 + 16'd1;
                    endcase
                end
                WRITE_SEND: begin
                    // The other three leaves take turns.
                    partner <= partner + 2'd1 == me ? me + 2'd1 : partner + 2'd1;
                    if (partner + 2'd1 == me)
                        turn <= turn + 16'd1;
                end
                default: ;
            endcase
        end else if (!wb_stb) begin
            case (state)
                READ_LEAF:    begin_cycle(WRITE_ENABLE, ENABLE, 1'b1, 32'h5);       // received, room
                WRITE_TO:     begin_cycle(WRITE_SEND, SEND, 1'b1, {6'h2a, me, 6'h15, partner, turn});
                READ_FROM:    begin_cycle(READ_RECEIVE, RECEIVE, 1'b0, 32'h0);
                READ_STATUS:
                    if (received)
                        begin_cycle(READ_FROM, FROM, 1'b0, 32'h0);
                    else if (room & !sent_all)
                        begin_cycle(WRITE_TO, TO, 1'b1, {30'd0, partner});
                    else if (sent_all & !quiet) begin
                        begin_cycle(WRITE_ENABLE, ENABLE, 1'b1, 32'h1);
                        quiet <= 1'b1;
                    end else
                        state <= REST;
                default:
                    if (irq)
                        begin_cycle(READ_STATUS, STATUS, 1'b0, 32'h0);
            endcase
        end
        if (rst) begin
            state  <= READ_LEAF;
            wb_adr <= LEAF;
            wb_we  <= 1'b0;
            wb_stb <= 1'b1;
            quiet  <= 1'b0;
            turn   <= 16'd0;
            got_0  <= 16'd0;
            got_1  <= 16'd0;
            got_2  <= 16'd0;
            got_3  <= 16'd0;
            wrong  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
