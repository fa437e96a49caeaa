// root_custody: a wire between the root and the outside acknowledges a word exactly if it has stored it, and shows what it has stored.
//
//   A slot is a round of phases: data, from its strobe on; stored, once all bits have come; answered, once the answer is loaded;
//   heard, from the strobe of the acknowledge part on; and loaded, once the next word is. root_timer.v promises these pulses in this
//   order, and leaf_any.v `busy` where a word waits.
//
//   By induction over the clocks: what is stored is the message whose M bit came while nothing waited; `down` is 1 before an
//   acknowledge part exactly if it was; a stored word is shown, and nothing else; before a data part `down` is 1 exactly if a word is sent; and
//   `s_root_tready` follows an acknowledgement of the word of this slot, or a label of no leaf. As monitor of a stream, beside
//   axi_stream.v, which says that a word stays as it is until it is taken.
`default_nettype none

module root_custody (
    input  wire clk,
    input  wire rst,
    // of the circuit
    input  wire start,
    input  wire start_data,
    input  wire receive,
    input  wire received,
    input  wire load_answer,
    input  wire decide,
    input  wire load_word,
    input  wire busy,
    input  wire acknowledged,
    input  wire up,
    input  wire down,
    input  wire s_root_tvalid,
    input  wire s_root_tready,
    input  wire m_root_tvalid,
    input  wire m_root_tready,
    input  wire taking,
    input  wire sent,
    input  wire sending,
    input  wire nowhere,
    output wire promised,
    output wire holds
);
    localparam LOADED = 3'd0, DATA = 3'd1, STORED = 3'd2, ANSWERED = 3'd3, HEARD = 3'd4;

    reg [2:0] phase;
    reg       taken;                        // the message of this slot
    reg       due;                          // a word has been stored just now
    reg       waits;                        // a word was shown and not taken
    reg       ready;                        // what s_root_tready should be

    always @(posedge clk) begin
        if (start_data)
            phase <= DATA;
        else if (start)
            phase <= HEARD;
        else if (load_answer)
            phase <= ANSWERED;
        else if (received)
            phase <= STORED;
        else if (load_word)
            phase <= LOADED;
        if (start_data)
            taken <= up & ~busy;
        due   <= received & taken & ~rst;
        waits <= m_root_tvalid & ~m_root_tready & ~rst;
        ready <= decide & s_root_tvalid & (sent & acknowledged | nowhere) & ~rst;
        if (rst)
            phase <= LOADED;
    end

    assign promised = (~start_data | start) & (~start | phase == (start_data ? LOADED : ANSWERED))
                      & (~(receive | received) | phase == DATA) & ~(receive & received)
                      & (~load_answer | phase == STORED | phase == DATA & received)
                      & (~(decide | load_word) | phase == HEARD) & ~(start & (receive | received | load_answer | load_word))
                      & (~(start_data & m_root_tvalid) | busy);
    assign holds = phase <= HEARD
                   & (phase != DATA & phase != STORED | taking == taken) & ~(phase == DATA & m_root_tvalid & taking)
                   & (phase != ANSWERED | down == taken) & (phase != LOADED | down == sent)
                   & (phase != LOADED & phase != ANSWERED | ~sending) & m_root_tvalid == (due | waits) & s_root_tready == ready;
endmodule

`default_nettype wire
