// ram_register.v: RAMs with a register behind their output. `taken` is what an ECP5's RAM has itself; the others differ from
// it in one thing each.
`default_nettype none
module ram_register (
    input  wire        clk,
    input  wire        clk_other,
    input  wire        rst,
    input  wire        enable,
    input  wire [10:0] read_at,
    input  wire [10:0] write_at,
    input  wire        write,
    input  wire [3:0]  in,
    output reg  [3:0]  taken,
    output reg  [3:0]  other_user,
    output reg         parity,
    output reg  [3:0]  other_user_of_a_bit,
    output reg         a_bit,
    output reg  [3:0]  other_clock,
    output reg  [3:0]  falling,
    output reg  [3:0]  with_reset,
    output reg  [3:0]  with_enable,
    output reg  [3:0]  with_value,
    output reg  [3:0]  with_attribute,
    output reg  [3:0]  enabled_port,
    output wire [3:0]  no_register,
    output reg  [35:0] wide,
    output reg  [35:0] wide_other_user_of_a_bit,
    output reg         a_wide_bit,
    output reg  [35:0] wide_other_clock
);
    (* no_rw_check *)
    reg [3:0] m0 [0:2047], m1 [0:2047], m2 [0:2047], m3 [0:2047], m4 [0:2047], m5 [0:2047], m6 [0:2047], m7 [0:2047],
              m8 [0:2047], m9 [0:2047], m10 [0:2047];
    reg [3:0] r0, r1, r2, r3, r4, r5, r6, r8, r9, r10;
    (* keep *)
    reg [3:0] r7;

    // Words that leave a RAM by both ports.
    (* no_rw_check *)
    reg [35:0] w0 [0:511], w1 [0:511], w2 [0:511];
    reg [35:0] v0, v1, v2;

    always @(posedge clk) begin
        v0 <= w0[read_at[8:0]];
        v1 <= w1[read_at[8:0]];
        v2 <= w2[read_at[8:0]];
        if (write) begin
            w0[write_at[8:0]] <= {9{in}};
            w1[write_at[8:0]] <= {9{in}};
        end
        wide                     <= v0;
        wide_other_user_of_a_bit <= v1;
        a_wide_bit               <= ~v1[30];
        wide_other_clock         <= v2;
    end
    always @(posedge clk_other)
        if (write)
            w2[write_at[8:0]] <= {9{in}};

    initial
        with_value = 4'd5;
    assign no_register = r9;
    always @(posedge clk) begin
        r0 <= m0[read_at];
        r1 <= m1[read_at];
        r2 <= m2[read_at];
        r3 <= m3[read_at];
        r4 <= m4[read_at];
        r5 <= m5[read_at];
        r6 <= m6[read_at];
        r7 <= m7[read_at];
        if (enable)
            r8 <= m8[read_at];
        r9 <= m9[read_at];
        r10 <= m10[read_at];
        if (write) begin
            m0[write_at] <= in;
            m1[write_at] <= in;
            m2[write_at] <= in;
            m3[write_at] <= in;
            m4[write_at] <= in;
            m5[write_at] <= in;
            m6[write_at] <= in;
            m7[write_at] <= in;
            m8[write_at] <= in;
            m9[write_at] <= in;
            m10[write_at] <= in;
        end
        taken          <= r0;
        other_user     <= r1;
        parity         <= ^r1;
        other_user_of_a_bit <= r10;
        a_bit          <= ~r10[2];
        with_reset     <= rst ? 4'd0 : r4;
        if (enable)
            with_enable <= r5;
        with_value     <= r6;
        enabled_port   <= r8;
    end
    always @(posedge clk_other)
        other_clock <= r2;
    always @(negedge clk)
        falling <= r3;
    (* keep *)
    reg [3:0] kept;
    always @(posedge clk)
        kept <= r7;
    always @*
        with_attribute = kept;
endmodule
`default_nettype wire
