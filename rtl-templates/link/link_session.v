// link_session: brings a link up when both ends are there and equal, and down when nothing is heard any more.
//
//   QUIET --emptied, and 32 frames later--> DOWN --an equal end is heard--> READY --it is ready, too--> GO --8 frames--> UP
//     ^                                                                                                                 |
//     '----------------- nothing heard in 2^SILENCE frames or so, or the far end is down -------------------------------'
//
//   In QUIET the receiver is flushed, for as long as what is under way could still come, and the reader empties its store. Frames
//   are short until UP, and hold `digest`, the parameters of this end. In GO they count down to the first long one.
//   All changes come with `start`, so a frame is of one kind. A reset begins with QUIET, so the far end goes down before
//   this one hears it, or does not hear it at all.
`default_nettype none

module link_session #(
    parameter [20:0] DIGEST  = 21'd0,
    parameter        SILENCE = 10           // 7 or more
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high
    input  wire        start,               // see link_framer.v
    input  wire        flushed,             // the receiver is, and the reader has nothing left
    input  wire        news,                // a frame has come ..
    input  wire        far_full,            // .. a long one, or ..
    input  wire [1:0]  far_state,           // .. that of a far end which is not up ..
    input  wire [20:0] far_digest,          // .. and has these parameters
    output wire        up,
    output wire        quiet,
    output wire [1:0]  state,               // 0: DOWN or QUIET, 1: READY, 2: GO
    output reg  [4:0]  beat,                // counts frames down
    output reg         differs              // the far end has other parameters
);
    localparam [2:0] DOWN = 3'd0, READY = 3'd1, GO = 3'd2, UP = 3'd3, QUIET = 3'd4;

    reg  [2:0]         is;
    reg                heard, hears_full, hears_ready;      // since the last start
    reg  [SILENCE-5:0] silence;                             // in 32 frames
    wire               ends = silence[SILENCE-5] || heard && !hears_ready;

    assign up    = is == UP;
    assign quiet = is[2];
    assign state = is[1:0];

    always @(posedge clk) begin
        if (start) begin
            heard <= 1'b0;
            beat  <= beat - 5'd1;
        end
        if (news && !quiet) begin
            heard       <= 1'b1;
            hears_full  <= far_full;
            hears_ready <= far_full || far_state != 2'd0;
            differs     <= !far_full && far_digest != DIGEST;
        end
        if (start)
            case (is)
            QUIET: if (silence[1])
                is <= DOWN;
            DOWN: if (heard && !differs)
                is <= READY;
            READY: if (heard && hears_ready) begin
                is   <= GO;
                beat <= 5'd7;
            end
            GO: if (beat == 5'd0)
                is <= UP;
            default: if (ends)
                is <= QUIET;
            endcase
        // A far end that is ready for ever never comes up.
        if (start && beat == 5'd0)
            silence <= silence + 1'b1;
        if (quiet ? !flushed : !up || heard && hears_full || start && ends)
            silence <= {(SILENCE-4){1'b0}};
        if (rst) begin
            is      <= QUIET;
            heard   <= 1'b0;
            beat    <= 5'd0;
            silence <= {(SILENCE-4){1'b0}};
            differs <= 1'b0;
        end
    end
endmodule

`default_nettype wire
