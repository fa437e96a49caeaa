// ideal_network.v: what the tests of the testbench simulate instead of a network: ports and manners of one, and no
// wires in between.
//
//   s_axis[i] ---> [holds 1] ---( once a slot each receiver takes one )---> [holds 1] ---> m_axis[j]
//
// In every slot of SLOT clocks each leaf that has room takes the message of the lowest numbered sender that has one for
// it: an unfair network. `fault` makes every FAULT_EVERY-th delivery wrong, one way each, for the testbench to find;
// or the network fair, the first sender being another one in each slot; or a receiver stays with a sender until tlast.
`default_nettype none
module ideal_network #(
    parameter LEAVES = 8,
    parameter PAYLOAD = 16,
    parameter LABEL = 3,                // bits of a leaf's number
    parameter SLOT = 20,                // clocks, at least 2
    parameter FAULT_EVERY = 50
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [3:0]                fault,         // 0 none, 1 lost, 2 twice, 3 corrupted, 4 wrong leaf,
                                                    // 5 wrong source, 6 overtaken, 7 tvalid withdrawn, 8 stuck,
                                                    // 9 none, and fair, 10 packets kept whole,
                                                    // 11 the same, tlast wrong
    input  wire [LEAVES*PAYLOAD-1:0] s_axis_tdata,
    input  wire [LEAVES*LABEL-1:0]   s_axis_tdest,
    input  wire [LEAVES-1:0]         s_axis_tlast,
    input  wire [LEAVES-1:0]         s_axis_tvalid,
    output wire [LEAVES-1:0]         s_axis_tready,
    output reg  [LEAVES*PAYLOAD-1:0] m_axis_tdata,
    output reg  [LEAVES*LABEL-1:0]   m_axis_tuser,
    output reg  [LEAVES-1:0]         m_axis_tlast,
    output reg  [LEAVES-1:0]         m_axis_tvalid,
    input  wire [LEAVES-1:0]         m_axis_tready
);
    reg [PAYLOAD-1:0] data [0:LEAVES-1];
    reg [LABEL-1:0]   dest [0:LEAVES-1];
    reg [LEAVES-1:0]  held;
    reg [LEAVES-1:0]  last;
    reg [LEAVES-1:0]  amid;                         // of receivers: a packet goes on ..
    reg [LABEL-1:0]   owner [0:LEAVES-1];           // .. from there
    reg [PAYLOAD-1:0] kept_data;
    reg [LABEL-1:0]   kept_dest;
    reg [LABEL-1:0]   kept_source;
    reg               kept;
    reg [15:0]        phase;
    reg [31:0]        deliveries;
    integer           i, j, k, first;
    reg               faulty;

    assign s_axis_tready = ~held & {LEAVES{!(fault == 8 && deliveries > FAULT_EVERY)}};

    always @(posedge clk) begin
        phase <= phase == SLOT - 1 ? 16'd0 : phase + 16'd1;
        for (i = 0; i < LEAVES; i = i + 1) begin
            if (s_axis_tvalid[i] && s_axis_tready[i]) begin
                data[i] = s_axis_tdata[i*PAYLOAD +: PAYLOAD];
                dest[i] = s_axis_tdest[i*LABEL +: LABEL];
                last[i] = s_axis_tlast[i];
                held[i] = 1'b1;
            end
            if (m_axis_tready[i])
                m_axis_tvalid[i] = 1'b0;
        end
        if (phase == 0 && fault == 9)
            first = first == LEAVES - 1 ? 0 : first + 1;
        if (phase == 0)
            for (j = 0; j < LEAVES; j = j + 1)
                for (k = 0; k < LEAVES; k = k + 1) begin
                    i = (k + first) % LEAVES;
                    if (held[i] && dest[i] == j && !m_axis_tvalid[j] && !(fault >= 10 && amid[j] && owner[j] != i)) begin
                        amid[j]  = !last[i];
                        owner[j] = i;
                        deliveries = deliveries + 1;
                        faulty = fault != 0 && deliveries % FAULT_EVERY == 0;
                        m_axis_tvalid[j] = !(faulty && fault == 1);
                        m_axis_tdata[j*PAYLOAD +: PAYLOAD] = data[i] ^ (faulty && fault == 3);
                        m_axis_tlast[j] = last[i] ^ (faulty && fault == 11);
                        m_axis_tuser[j*LABEL +: LABEL] = i + (faulty && fault == 5);
                        held[i] = faulty && fault == 2;
                        if (faulty && fault == 4)
                            dest[i] = j ^ 1;
                        if (faulty && fault == 4) begin
                            m_axis_tvalid[j] = 1'b0;
                            held[i] = 1'b1;
                        end
                        // The first of two messages of a pair is put aside until the second has arrived.
                        if (fault == 6 && deliveries > FAULT_EVERY) begin
                            if (!kept) begin
                                kept = 1'b1;
                                kept_data = data[i];
                                kept_dest = dest[i];
                                kept_source = i;
                                m_axis_tvalid[j] = 1'b0;
                            end else if (kept_dest == j && kept_source == i) begin
                                data[i] = kept_data;
                                held[i] = 1'b1;
                                kept_dest = ~j;
                            end
                        end
                    end
                end
        if (fault == 7 && phase == 3 && deliveries > FAULT_EVERY)
            m_axis_tvalid = 0;
        if (rst) begin
            phase <= 16'd0;
            held = 0;
            amid = 0;
            kept = 1'b0;
            first = 0;
            deliveries = 0;
            m_axis_tvalid = 0;
        end
    end
endmodule
`default_nettype wire
