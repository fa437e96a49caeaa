// soc.v: four masters that exchange messages through a fat-tree of four leaves.
//
//   master 0 -- wb --> [                    ]
//   master 1 -- wb --> [ fat_tree_wishbone  ]     `ftc generate examples/soc/tree4.yaml --wishbone -o DIR`
//   master 2 -- wb --> [                    ]
//   master 3 -- wb --> [                    ]
`default_nettype none

module soc #(
    parameter MESSAGES = 12                 // of each master, a multiple of 3
) (
    input  wire clk,
    input  wire rst,                        // synchronous, active high, for at least 32 clocks
    output wire done,                       // every message has been sent and received
    output wire wrong                       // a message was wrong or unexpected
);
    // Master i has bits [i * width +: width] of every vector.
    wire [4*5-1:0]  adr;
    wire [4*32-1:0] dat, rdt;
    wire [4*4-1:0]  sel;
    wire [3:0]      we, cyc, stb, ack, irq, all_done, any_wrong;

    assign done  = &all_done;
    assign wrong = |any_wrong;

    fat_tree_wishbone #(
        .SEND_DEPTH(16),
        .RECEIVE_DEPTH(16)
    ) network (
        .wb_clk(clk),
        .wb_rst(rst),
        .wb_adr(adr),
        .wb_dat(dat),
        .wb_sel(sel),
        .wb_we(we),
        .wb_cyc(cyc),
        .wb_stb(stb),
        .wb_rdt(rdt),
        .wb_ack(ack),
        .irq(irq)
    );

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : at
            master #(
                .MESSAGES(MESSAGES)
            ) master (
                .clk(clk),
                .rst(rst),
                .wb_adr(adr[i*5 +: 5]),
                .wb_dat(dat[i*32 +: 32]),
                .wb_sel(sel[i*4 +: 4]),
                .wb_we(we[i]),
                .wb_cyc(cyc[i]),
                .wb_stb(stb[i]),
                .wb_rdt(rdt[i*32 +: 32]),
                .wb_ack(ack[i]),
                .irq(irq[i]),
                .done(all_done[i]),
                .wrong(any_wrong[i])
            );
        end
    endgenerate
endmodule

`default_nettype wire
