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
# Pins of a user's
printf 'set_io mine[0] 4\nset_io -pullup yes mine[1] 2\n' >mine.pcf
printf 'set_io mine[0] 4\n' >half.pcf
printf 'set_io mine[0] 4\nset_io mine[1] 4\n' >same.pcf
printf 'set_io mine[0] 4\nset_io mine[1] 18\n' >of-button.pcf
printf 'set_io mine[0] 4\nset_io mein[1] 2\n' >other.pcf
printf 'set_io button[2] 3\nset_oi button[1] 4\n' >statement.pcf
# Own boards whose pins are wrong
for board in kind level name twice light reserved no-site; do
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
# Mistakes in the instance of the network.
instance() {
	printf 'module %s (input wire clk, input wire rst);\n    fat_tree network (%s);\nendmodule\n' "$1" "$2" >"$1.v"
}
instance open ".clk(clk)$rest"
instance silent ".clk(clk), .rst(rst), .s_axis_tdata(128'd0), .s_axis_tdest(24'd0), .m_axis_tready(8'd0)"
instance narrow ".clk(clk), .rst(rst), .s_axis_tdata(32'd0), .s_axis_tdest(24'd0), .s_axis_tvalid(8'd0), .m_axis_tready(8'd0)"
instance misspelt ".clk(clk), .rst(rst)$rest, .m_axis_tvald()"
instance ordered "clk, rst"
