# board.awk: of the ports of a board's top module `module` (ports.awk) makes the testbench `bench` around it (board.v).
{ name[NR] = $3; is[$3] }
END {
	print "module bench;\n    wire clk = board.clk, rst = board.rst;"
	for (k = 1; k <= NR; k++)
		print "    wire " name[k] ";"
	printf "    %s board (", module
	for (k = 1; k <= NR; k++)
		printf "%s.%s(%s)", (k > 1 ? ", " : ""), name[k], name[k]
	print ");"
	print "    board_bench around (.clk_pin(clk_pin), .rst(rst), .passed(board.passed), .failed(board.failed),"
	printf "        .uart_rx(%s), .uart_tx(%s));\n", ("uart_rx" in is) ? "uart_rx" : "",
		("uart_tx" in is) ? "uart_tx" : "1'b1"
	print "endmodule"
}
