# around.awk: of the ports of the network `module` (ports.awk) makes the testbench `bench`: the network, and wires.v or
# players.v around it. Nets have the names of ports.
#
#   awk -v module=NAME -v latency=CLOCKS -f around.awk
function parameter(name, port) {
	printf "%s.%s(%d)", (count++ ? ", " : ""), name, (port in width) ? width[port] : 1
}
# Undefined during the reset, then 0; but a RAM is written even then.
function idle(name) {
	return (name ~ /^settings_/ ? "" : "rst ? {" width[name] "{1'bx}} : ") width[name] "'d0"
}
function connect(names, of,    list, k) {
	split(names, list, " ")
	for (k = 1; k in list; k++)
		if (list[k] in width)
			printf "%s.%s(%s)", (count++ ? ", " : ""), list[k], list[k]
}
BEGIN {
	wires = "clk rst start leaf_up root_down settings leaf_down_start leaf_down root_up"
	players = "clk rst play playing received_cycle s_axis_tdata s_axis_tvalid s_axis_tready" \
		" m_axis_tdata m_axis_tvalid"
}
{ direction[NR] = $1; port[NR] = $3; width[$3] = $2 }
END {
	strobes = "leaf_up_start" in width
	if (strobes)
		width["start"] = 1
	known = " " ("play" in width ? players : wires) " "
	print "module bench;"
	for (name in width)
		printf "    wire [%d:0] %s;\n", width[name] - 1, name
	printf "    %s network (", module
	for (k = 1; k <= NR; k++)
		printf "%s.%s(%s)", (count++ ? ", " : ""), port[k], (port[k] == "leaf_up_start" ? "start" : \
			direction[k] == "output" || index(known, " " port[k] " ") ? port[k] : idle(port[k]))
	print ");"
	count = 0
	if ("play" in width) {
		printf "    players_bench #("
		parameter("WIRES", "s_axis_tvalid")
		parameter("CYCLE", "received_cycle")
		printf ", .PAYLOAD(%d)", width["s_axis_tdata"] / width["s_axis_tvalid"]
	} else {
		printf "    wires_bench #(.STROBES(%d), .LATENCY(%d), .IDLES(%d), ", strobes, latency, "fall" in width
		parameter("UP", "leaf_up")
		parameter("OUTSIDE", "root_up")
		parameter("SETTINGS", "settings")
	}
	printf ") around ("
	count = 0
	connect(known)
	print ");\nendmodule"
}
