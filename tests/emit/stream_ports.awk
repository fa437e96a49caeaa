# stream_ports.awk: from the manifest of a network, a testbench that runs it beside two others of the same parameters but for the
# ports of their streams, and compares all outputs in every clock.
#
#   awk -v source=SOURCE -f stream_ports.awk MANIFEST >FILE.v
#
# The modules are `ever`, as parameters without those keys make it, `renamed` and `doubled`. SOURCE: 1 if the leaves show a source,
# as m_axis_tuser, as m_axis_tid and as both; all but `ever` have m_axis_tkeep. Inputs are drawn anew every HELD clocks, readers
# are ready or not in each. The end is when words have been taken from m_axis in ENOUGH clocks.
/"name": "/ { gsub(/[",]/, "", $2); name = $2 }
/"direction": "/ { gsub(/[",]/, "", $2); direction = $2 }
/"width": / { gsub(/,/, "", $2); if (name && name != "clk" && name != "rst") { port[++ports] = name; way[name] = direction; width[name] = $2 + 0 } name = "" }

function any(w, t) {
	for (t = "$random"; w > 32; w -= 32)
		t = t ", $random"
	return "{" t "}"
}

# The port that shows the source there.
function called(name, module) {
	return name == "m_axis_tuser" && module == "renamed" ? "m_axis_tid" : name
}

function declare(name, module) {
	printf "    wire [%d:0] %s_%s;\n", width[name] - 1, module, name
}

function instance(module, i, name) {
	printf "    %s %s_network (.clk(clk), .rst(rst)", module, module
	for (i = 1; i <= ports; i++) {
		name = port[i]
		printf ",\n        .%s(%s)", called(name, module), way[name] == "input" ? name : module "_" name
	}
	if (module != "ever")
		printf ",\n        .m_axis_tkeep(%s_keep)", module
	if (module == "doubled" && source)
		printf ",\n        .m_axis_tid(doubled_id)"
	printf ");\n"
}

function compare(what, one, other) {
	printf "            if (%s !== %s) wrong(\"%s\");\n", one, other, what
}

function outputs(module, i) {
	for (i = 1; i <= ports; i++)
		if (way[port[i]] == "output")
			compare(module "." called(port[i], module), module "_" port[i], "ever_" port[i])
	compare(module ".m_axis_tkeep", module "_keep", "{" bytes "{1'b1}}")
}

END {
	bytes = width["m_axis_tdata"] / 8
	print "`timescale 1ns/1ns\nmodule both_ways;\n    localparam HELD = 192, CLOCKS = 3000, ENOUGH = 6;"
	print "    reg clk = 1'b0, rst = 1'b1;\n    integer clock = 0, faults = 0, arrived = 0;"
	for (i = 1; i <= ports; i++)
		if (way[port[i]] == "input")
			printf "    reg [%d:0] %s = 0;\n", width[port[i]] - 1, port[i]
		else
			for (k = 1; k <= 3; k++)
				declare(port[i], k == 1 ? "ever" : k == 2 ? "renamed" : "doubled")
	printf "    wire [%d:0] renamed_keep, doubled_keep;\n", bytes - 1
	if (source)
		printf "    wire [%d:0] doubled_id;\n", width["m_axis_tuser"] - 1
	instance("ever")
	instance("renamed")
	instance("doubled")
	print "    task wrong(input [40*8-1:0] port);\n        begin\n            if (faults < 5)"
	print "                $display(\"clock %0d: %0s\", clock, port);\n            faults = faults + 1;\n        end\n    endtask"
	print "    always #5 clk = ~clk;\n    always @(negedge clk) begin\n        clock <= clock + 1;\n        rst <= clock < 40;"
	if (way["m_axis_tready"] == "input")
		printf "        m_axis_tready <= %s;\n", any(width["m_axis_tready"])
	if (way["play"] == "input")
		print "        play <= clock > 40;"
	print "        if (clock % HELD == 0) begin"
	for (i = 1; i <= ports; i++)
		if (port[i] ~ /^s_axis_t(data|dest|valid|last)$/)
			printf "            %s <= %s;\n", port[i], any(width[port[i]])
	print "        end\n        if (clock > 40) begin\n            arrived = arrived + (" (way["m_axis_tready"] == "input" ? "(ever_m_axis_tvalid & m_axis_tready)" : "ever_m_axis_tvalid") " != 0);"
	outputs("renamed")
	outputs("doubled")
	if (source)
		compare("doubled.m_axis_tid", "doubled_id", "ever_m_axis_tuser")
	print "        end\n        if (clock == CLOCKS || arrived == ENOUGH) begin"
	print "            if (faults == 0 && arrived == ENOUGH) $display(\"equal in %0d clocks\", clock);"
	print "            else $display(\"%0d differences, words taken in %0d clocks\", faults, arrived);"
	print "            $finish(0);\n        end\n    end\nendmodule"
}
