# own_top_setup.sh: the files of own_top.txt. $1 is the source directory.
cp "$1/examples/tree8.yaml" "$1/examples/buttons/buttons.v" .
export FTC_CACHE=
rest=", .s_axis_tdata(128'd0), .s_axis_tdest(24'd0), .s_axis_tvalid(8'd0), .m_axis_tready(8'd0)"

# top NAME PORTS [BODY]: a top module that has the network in it, and these ports beside clk and rst
top() {
	cat >"$1.v" <<END
module $1 (
    input wire clk,
    input wire rst$2
);
    fat_tree network (.clk(clk), .rst(rst)$rest);
    ${3:-}
endmodule
END
}
top unknown ', input wire [2:0] buton'
top strange ', input wire joystick'
top wide ', input wire [3:0] button'
top driven ', output wire [1:0] button' "assign button = 2'b01;"
top read ', input wire [1:0] led'
top both ', inout wire led'
top upward ', output wire [0:3] led' "assign led = 4'd0;"
top middle ', output wire [5:2] led' "assign led = 4'd0;"
top taken ', input wire locked'
top double ', output wire [1:0] pmod2, output wire [4:0] led' "assign pmod2 = 2'd0; assign led = 5'd0;"
top fat_tree_node_1 ''
top \\fat-tree\  ''
mv '\fat-tree .v' escaped.v
top extra ', input wire [1:0] mine, input wire [2:0] button'
top moved ', input wire [2:0] button'
cat >no_clock.v <<END
module no_clock (input wire rst);
    fat_tree network (.clk(1'b0), .rst(rst)$rest);
endmodule
END
cat >no_reset.v <<END
module no_reset (input wire clk);
    fat_tree network (.clk(clk), .rst(1'b0)$rest);
endmodule
END
cat >wide_clock.v <<END
module wide_clock (input wire [1:0] clk, input wire rst);
    fat_tree network (.clk(clk[0]), .rst(rst)$rest);
endmodule
END
printf 'module alone (input wire clk, input wire rst);\nendmodule\n' >alone.v
printf 'module wrong (input wire clk, input wire rst);\n    wire a = ;\nendmodule\n' >wrong.v
printf '`include "wrong.v"\n' >includes.v
printf 'module missing (input wire clk, input wire rst);\n    other #(.A(clk)) o (.clk(clk));\nendmodule\n' >constant.v
printf '// nothing\n' >nothing.v
cat >ring.v <<'END'
module ring (input wire clk);
    gnir g (clk);
endmodule
module gnir (input wire clk);
    ring r (clk);
endmodule
END
# Modules that hold themselves
cat >itself.v <<'END'
module itself (input wire clk, input wire rst);
    itself i (.clk(clk), .rst(rst));
endmodule
END
cat >around.v <<'END'
module around (input wire clk, input wire rst);
    first f (.clk(clk), .rst(rst));
endmodule
module first (input wire clk, input wire rst);
    second s [1:0] (.clk(clk), .rst(rst));
endmodule
module second (input wire clk, input wire rst);
    first f (.clk(clk), .rst(rst));
endmodule
END
# Pins of a user's
printf 'set_io mine[0] 4\nset_io -pullup yes mine[1] 2\n' >mine.pcf
printf 'set_io mine[0] 4\n' >half.pcf
printf 'set_io mine[0] 4\nset_io mine[1] 4\n' >same.pcf
printf 'set_io mine[0] 4\nset_io mine[1] 18\n' >of-button.pcf
printf 'set_io mine[0] 4\nset_io mein[1] 2\n' >other.pcf
printf 'set_io button[2] 3\nset_oi button[1] 4\n' >statement.pcf
top sensor ', input wire sensor, output wire led' 'assign led = sensor;'
printf 'set_io sensor 99\n' >no-pin.pcf
printf 'set_io -nowarn sensor 4\nset_io -nowarn other 3\nset_io clk 35\nset_io LEDR_N 3\nset_io RX 3\nset_frequency clk 12\n' >vendor.pcf
printf 'set_io sensor 4\nset_io let 3\n' >near.pcf
printf 'LOCATE COMP "sensor" SITE "Z99";\n' >no-pin.lpf
printf 'BLOCK RESETPATHS;\nLOCATE COMP "clk_25mhz" SITE "G2";\nIOBUF PORT "clk_25mhz" IO_TYPE=LVCMOS33;
FREQUENCY PORT "clk_25mhz" 25 MHZ;\nLOCATE COMP "sensor" SITE "B11";\nLOCATE COMP "btn[0]" SITE "D6";\n' >vendor.lpf
top whole ', output wire [2:0] led' "assign led = 3'd0;"
printf 'set_io led 5\n' >whole.pcf
printf 'LOCATE COMP "led" SITE "B2";\n' >whole.lpf
printf 'set_io -nowarn led 5\n' >optional.pcf
# Own boards whose pins are wrong
for board in kind level name twice light reserved no-site wrong-site; do
	cp "$1/boards/icebreaker.yaml" $board.yaml
	cp "$1/constraints/icebreaker.pcf" $board.pcf
done
sed -i 's/button_user button low/button_user butten low/' kind.yaml
sed -i 's/pmod2\[7:0\] header/pmod2[7:0] header low/' level.yaml
sed -i 's/rgb\[2:0\]/rgb[0:2]/' name.yaml
sed -i 's/button_user button low/button button low/' twice.yaml
sed -i 's/led_red led low/led_passed led low/' light.yaml
sed -i 's/led_red led low/reset led low/' reserved.yaml
sed -i '/set_io.* pmod2\[3\]/d' no-site.pcf
sed -i '/set_io.* pmod2\[3\]/s/[0-9]*$/49/' wrong-site.pcf
# Mistakes in the instance of the network.
instance() {
	printf 'module %s (input wire clk, input wire rst);\n    fat_tree network (%s);\nendmodule\n' "$1" "$2" >"$1.v"
}
instance open ".clk(clk)$rest"
instance silent ".clk(clk), .rst(rst), .s_axis_tdata(128'd0), .s_axis_tdest(24'd0), .m_axis_tready(8'd0)"
instance narrow ".clk(clk), .rst(rst), .s_axis_tdata(32'd0), .s_axis_tdest(24'd0), .s_axis_tvalid(8'd0), .m_axis_tready(8'd0)"
instance misspelt ".clk(clk), .rst(rst)$rest, .m_axis_tvald()"
instance other_name ".clk(clk), .rst(rst)$rest, .m_axis_tuser()"
instance other_id ".clk(clk), .rst(rst)$rest, .m_axis_tid()"
instance ordered "clk, rst"
# Modules that have names of ftc's around the network
for part in board power_on_reset pll_ice40_pad; do
	top around_$part '' "wire a; fat_tree_$part x (.a(clk), .b(a));"
	printf 'module fat_tree_%s (input wire a, output wire b);\n    assign b = a;\nendmodule\n' $part >>around_$part.v
done
# What is wrong with nets: nets NAME BODY [MODULES]
nets() {
	cat >"$1.v" <<END
module $1 (input wire clk, input wire rst, input wire [2:0] button, output wire [2:0] led);
    wire [127:0] data;
    wire [7:0] valid;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata({127'd0, ~rst}), .s_axis_tdest({8{3'd7}}), .s_axis_tvalid(8'd1),
        .s_axis_tready(), .m_axis_tdata(data), .m_axis_tuser(), .m_axis_tvalid(valid), .m_axis_tready(8'hff));
    $2
endmodule
END
	printf '%s' "${3:-}" >>"$1.v"
}
inverter='module inverter (input wire a, output wire y);
    assign y = ~a;
endmodule
'
nets misspelt_net "assign led = {3{vallid[7]}};"
nets misspelt_deep "holder h (.a(valid[7]), .y(led));" \
	'module holder (input wire a, output wire [2:0] y);
    wire ready = a;
    assign y = {3{raedy}};
endmodule
'
nets implicit "inverter i (.a(valid[7]), .y(other)); assign led = {3{other}};" "$inverter"
nets twice_assigned "assign led[0] = &valid; assign led[0] = |valid; assign led[2:1] = 2'd0;"
nets twice_clocked "reg q; assign led = {3{q}};
    always @(posedge clk) q <= valid[7];
    always @(posedge clk) if (rst) q <= 1'b0;"
nets driven_input "assign button[1] = valid[6] & valid[5]; assign led = button;"
nets undriven "wire [2:0] lit; assign led = lit;"
nets resized "inverter i (.a(valid), .y(led[0])); assign led[2:1] = 2'd0;" "$inverter"
nets latch "reg q; always @* if (valid[7]) q = data[112]; assign led = {2'd0, q};"
nets loop "wire a, b; assign a = b & valid[7]; assign b = a | valid[6]; assign led = {2'd0, b};"
# Bits that lead to other bits of the same vector are no loop; an array of instances, a memory, a pin of high impedance, a register
# that only has a first value, and what is wrong with modules that are not in use are nothing to speak of.
nets good "wire [7:0] c, d, y;
    assign c = {c[6:0] & valid[6:0], valid[7]};
    assign d = {d[6:0] + valid[6:0], 1'b1};
    inverter i [7:0] (.a(c), .y(y));
    reg [2:0] memory [0:3];
    reg [1:0] at = 2'd0;
    reg [2:0] out, always_1 = 3'd1;
    always @(posedge clk) begin
        at <= at + valid[7:6];
        out <= memory[at];
        memory[at] <= data[2:0];
    end
    assign led = out ^ always_1 ^ d[2:0] ^ y[7:5];" "$inverter"'module spare (input wire a, output wire y);
    assign y = ~undeclared;
endmodule
'
sed 's/output wire \[2:0\] led/&, inout wire [1:0] pmod1a/; s/assign led = out/assign pmod1a[0] = at[0] ? 1'"'b0 : 1'bz"'; &/' good.v |
	sed 's/assign led = out.*/SB_IO #(.PIN_TYPE(6'"'b101001"')) io [0:0] (.PACKAGE_PIN(pmod1a[1]), .OUTPUT_ENABLE(1'"'b0"')); &/' >pins.v
# Two tops, one of which holds the network; and two that do
printf 'module apart (input wire clk, input wire rst);\n    assign x = clk;\nendmodule\n' >apart.v
top held_1 ''
top held_2 ''
cat held_1.v held_2.v apart.v >held.v
# GHDL declares the network as a module without a body
cp "$1/tests/fpga/ghdl.v" .
sed 's/output \[23:0\] m_axis_tuser/output [22:0] m_axis_tuser/; s/\.m_axis_tuser()/.m_axis_tuser(n161_o)/' ghdl.v >ghdl-narrow.v
sed '/^module fat_tree$/,/^endmodule/s/^endmodule/  assign s_axis_tready = 8'"'d0;"'\n&/' ghdl.v >ghdl-body.v
# The four masters on their slaves
cp "$1/examples/soc/tree4.yaml" "$1/examples/soc/soc_board.v" "$1/examples/soc/soc.v" "$1/examples/soc/master.v" .
sed 's/.irq(irq)/.iqr(irq)/' soc.v >wrong_soc.v
# Lines of pins
top drain ', inout wire [1:0] pmod1a'
for line in 'time:100 button 1' 'unit:@1h button 1' 'pin:@100 buton[1] 1' 'bit:@100 button[3] 1' 'level:@100 button' 'high:@100 button 8' \
	'on:@100 button[0] on' 'nothing:@100' 'more:@100 button 1 2' 'late:@1000 button 1'; do
	printf '# a comment\n%s\n' "${line#*:}" >"${line%%:*}.pins"
done
printf '@0 uart_rx "a" b\n' >behind.pins
printf '@6 button[0] 0\n@5 button 1\n@5 button[1] 0\n@5 button[0] 0\n' >twice.pins
printf '@999999999s button 1\n' >never.pins
printf '@0 uart_rx "\\q"\n' >escape.pins
top line ', input wire uart_rx, output wire uart_tx' 'assign uart_tx = uart_rx;'
# The tools that follow Yosys
sh "$1/tests/docs/tools.sh" "$PWD/tools" .
PATH=$PWD/tools:$PATH
