# watch.awk: of the ports of a module (ports.awk) makes the module `watch`: once the reset is over, no output of the
# instance `of` in the testbench `bench` may be undefined: strobes and handshakes at any time, other bits while they
# mean something. Probes show the inside, and the testbench looks at the messages on m_axis itself.
function check(name, bits, condition) {
	print "    always @(posedge " bench ".clk)"
	print "        if (!" bench ".rst && (" condition ") && ^" bits " === 1'bx) begin"
	print "            $display(\"undefined: " name " is %b at %0d\", " bits ", $time);"
	print "            $finish(0);\n        end"
}
BEGIN { print "module watch;" }
$1 != "output" || $3 ~ /^(probe.*|m_axis_t(data|user|last)|received_cycle)$/ { next }
{ signal = bench "." of "." $3 }
$3 == "wb_rdt" {
	for (i = 0; 32 * i < $2; i++)
		check($3, signal "[" 32 * i " +: 32]", bench "." of ".wb_ack[" i "] === 1'b1")
	next
}
# A stream of the outside: its word while it has one.
$3 ~ /^m_root_t(data|dest|user)$/ { wide[$3] = $2; next }
$3 == "m_root_tvalid" {
	check($3, signal, "1'b1")
	for (port in wide)
		for (i = 0; i < $2; i++)
			check(port, bench "." of "." port "[" i * wide[port] / $2 " +: " wide[port] / $2 "]", signal ($2 > 1 ? "[" i "]" : "") " === 1'b1")
	next
}
# A wire of the outside: its M bit, and all bits behind it if this is 1.
$3 == "root_up" {
	start = bench "." of ".root_start"
	print "    reg [" $2 - 1 ":0] message = 0;"
	print "    always @(posedge " bench ".clk) if (" start " === 1'b1) message <= " signal ";"
	for (i = 0; i < $2; i++)
		check($3, signal ($2 > 1 ? "[" i "]" : ""), start " === 1'b1 || message[" i "] === 1'b1")
	next
}
# The words of a sorter begin behind their strobe.
$3 == "out" {
	print "    reg begun = 1'b0;"
	print "    always @(posedge " bench ".clk) begun <= begun || " bench "." of ".out_start === 1'b1;"
	check($3, signal, "begun")
	next
}
{ check($3, signal, "1'b1") }
END { print "endmodule" }
