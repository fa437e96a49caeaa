#!/bin/bash
# names.sh FTC: names of files and folders that Yosys, GNU parallel, gnuplot, Slurm, mpirun or a terminal would take for something
# else, with these tools themselves (tests/fuzz/names.c tries many more names with stand-ins for them). TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='said error.txt'
export FTC_CACHE=$scratch/cache TMPDIR=$scratch/temporary HOME=$scratch/home
mkdir temporary home

# without COMMAND...: is each tool there?
has() {
	for tool; do
		command -v "$tool" >/dev/null || { skip "$tool" "$tool is not there"; return 1; }
	done
}
# Has anything been run by a name?
none_ran() {
	[ -z "$(find "$scratch" -name 'ran*')" ]
	report "$1: nothing is run"
}

inverter='module m(input a, output y); assign y = ~a; endmodule'
buffer='module m(input a, output y); assign y = a; endmodule'
printf 'network: area-universal\narea: 16\n' >device.yaml
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml

# ---- Yosys takes brackets, stars and question marks for patterns ----
mkdir 'dir[x]' dirx
echo "$inverter" | tee inverter.v 'a[1].v' 'dir[x]/c.v' './-p.v' 'q"; !touch ran.v' $'line\n!touch ran-line\n.v' >/dev/null
echo "$buffer" | tee a1.v dirx/c.v >/dev/null
# gates NAME: of the image that is compiled of that circuit
gates() {
	"$ftc" compile device.yaml -o image.json --json -- "$1" 2>error.txt >said && field gates_read
}
if has yosys; then
	wanted=$(gates inverter.v)
	other=$(gates a1.v)
	[ "$wanted" != "$other" ]
	report 'an inverter is no buffer'
	for name in 'a[1].v' 'dir[x]/c.v' '-p.v' 'q"; !touch ran.v' $'line\n!touch ran-line\n.v'; do
		is "compile $(printf %q "$name")" "$(gates "$name")" "$wanted"
	done
	none_ran compile
	[ ! -e home/.yosys_history ] && [ ! -e home/.local ]
	report 'Yosys leaves no history'
	"$ftc" compile device.yaml a1.v -o buffer.json >/dev/null 2>&1
	"$ftc" compile device.yaml inverter.v -o inverter.json >/dev/null 2>&1
	"$ftc" verify device.yaml --image buffer.json --against 'a[1].v' >said 2>error.txt
	is 'verify: no buffer is a[1].v' $? 1
	"$ftc" verify device.yaml --image inverter.json --against -p.v >said 2>error.txt
	report 'verify: an inverter is -p.v'

	# ---- what is beside a file, and in the current folder ----
	mkdir -p 'pro[1]/src' 'pro[1]/sub' here
	echo '`define A 4'"'"'h1' >'pro[1]/src/beside.vh'
	echo '`include "deeper.vh"' >'pro[1]/sub/below.vh'
	echo '`define B 4'"'"'h2' >'pro[1]/sub/deeper.vh'
	echo '`define C 4'"'"'h4' >here/current.vh
	printf '0\n1\n2\n3\n' >'pro[1]/sub/rom.hex'
	cat >'pro[1]/src/to p.v' <<-'END'
		`include "beside.vh"
		`include "../sub/below.vh"
		`include "here/current.vh"
		module m(input clk, input [1:0] a, output reg [3:0] q);
		reg [3:0] rom [0:3];
		initial $readmemh("../sub/rom.hex", rom);
		always @(posedge clk) q <= rom[a] ^ `A ^ `B ^ `C;
		endmodule
	END
	"$ftc" compile device.yaml 'pro[1]/src/to p.v' -o top.json >said 2>error.txt
	report 'files that are included, and memories'
	"$ftc" verify device.yaml --image top.json --against 'pro[1]/src/to p.v' >said 2>error.txt
	report 'and they are the same in verify'
	echo 'no Verilog' >'pro[1]/sub/deeper.vh'
	"$ftc" compile device.yaml 'pro[1]/src/to p.v' -o top.json >said 2>error.txt
	grep -qF '  yosys: pro[1]/src/../sub/deeper.vh:1: ERROR: syntax error' error.txt
	report "Yosys' messages name the included file"
	printf 'module m(input a,\noutput y;\nendmodule\n' >'bad[1].v'
	"$ftc" compile device.yaml 'bad[1].v' -o bad.json >said 2>error.txt
	is 'a bad file: status' $? 2
	grep -qF '  yosys: bad[1].v:2: ERROR: syntax error' error.txt
	report "Yosys' messages name the user's file"

	# ---- a user's own top module ----
	printf 'module t(input clk, input rst);\nfat_tree n(.clk(clk), .rst(rst));\nendmodule\n' >t1.v
	printf 'module t(input clk);\nfat_tree n(.clk(clk));\nendmodule\n' | tee 't[1].v' $'t\n!touch ran.v' >/dev/null
	for name in 't[1].v' $'t\n!touch ran.v'; do
		"$ftc" build tree.yaml --board icebreaker -o built "--top=$name" >said 2>error.txt
		grep -q ':1:.*: error: the module t has no port rst' error.txt
		report "build --top $(printf %q "$name")"
	done
	none_ran 'build --top'

	# ---- names in a circuit ----
	cat >evil.json <<-'END'
		{"modules": {"m;!>ran-module;": {"attributes": {"top": 1}, "ports": {
		"c;!>ran-clock;": {"direction": "input", "bits": [2]}, "a;!>ran-port;": {"direction": "input", "bits": [3]},
		"\"y;!>ran-wire;": {"direction": "output", "bits": [4]}},
		"cells": {"g;!>ran-cell;": {"type": "$_DFF_P_", "parameters": {}, "attributes": {},
		"port_directions": {"C": "input", "D": "input", "Q": "output"}, "connections": {"C": [2], "D": [3], "Q": [4]}}},
		"netnames": {"c;!>ran-clock;": {"bits": [2], "attributes": {}}, "a;!>ran-port;": {"bits": [3], "attributes": {}},
		"\"y;!>ran-wire;": {"bits": [4], "attributes": {}}}}}}
	END
	"$ftc" compile device.yaml evil.json -o evil.image.json >said 2>error.txt && has verilator g++ \
		&& "$ftc" simulate device.yaml --image evil.image.json --against evil.json --steps 20 >said 2>error.txt
	report 'names in a circuit go through the simulation'
	"$ftc" verify device.yaml --image evil.image.json --against evil.json >said 2>error.txt
	report 'and through the proof'
	"$ftc" verify device.yaml --image evil.image.json --against evil.json --top-module 'm;!>ran-module;' >said 2>error.txt
	is 'a module that no script may hold is refused' $? 2
	none_ran 'names in a circuit'
fi

# ---- GNU parallel takes braces for Perl ----
if has parallel gnuplot; then
	printf 'run: report\nfile: tree.yaml\nset: {payload-bits: [8, 16]}\n' >sweep.yaml
	# To other machines it sends a line break through bzip2, which need not be there.
	mkdir no-bzip2
	printf '#!/bin/sh\nexit 127\n' >no-bzip2/bzip2
	chmod +x no-bzip2/bzip2
	for name in 'd{= system("touch ran") =}' 'e{#}' $'-f,,,\n`touch ran` $(touch ran) %j'; do
		PATH=$scratch/no-bzip2:$PATH "$ftc" sweep sweep.yaml "--output=$name" >said 2>error.txt
		report "sweep -o $(printf %q "$name")"
		is 'its points are there' "$(find "./$name/points" -name point.json -printf . | wc -c)" 2
		mkdir -p "in/$name"
		cp tree.yaml sweep.yaml "in/$name"
		(cd "./in/$name" && PATH=$scratch/no-bzip2:$PATH && export PATH &&
			"$ftc" sweep sweep.yaml -o out >"$scratch/said" 2>"$scratch/error.txt")
		report 'and in a folder of this name'
	done
	mkdir no-tools
	ln -s "$(command -v parallel)" no-tools
	PATH=$scratch/no-tools "$ftc" sweep sweep.yaml $'--output=to\nothers' --engine ssh --hosts first >said 2>error.txt
	is 'to other machines it is missed' "$? $(grep -c '^ftc: error: bzip2 is not' error.txt)" '1 1'
	is 'no other folder' "$(ls -d e1 e2 2>/dev/null)" ''
	mkdir 'bin{= system("touch ran") =}'
	cp "$ftc" 'bin{= system("touch ran") =}/ftc'
	(FTC_DATA=${FTC_DATA:-$(dirname "$0")/../..} && export FTC_DATA && './bin{= system("touch ran") =}/ftc' sweep sweep.yaml -o own) >said 2>error.txt
	report 'ftc itself lies in such a folder'
	none_ran 'sweep'

	# ---- gnuplot runs lines that begin with '!', and what stands between backquotes ----
	name=$'n\n!touch ran\n#.yaml'
	cp tree.yaml "$name"
	cp tree.yaml '`touch ran`.yaml'
	printf 'run: report\nfile: ["n\\n!touch ran\\n#.yaml", "`touch ran`.yaml", tree.yaml]\nset: {payload-bits: [8, 16]}\n' >files.yaml
	"$ftc" sweep files.yaml -o files --plot x=estimate.lut4,y=slot_clocks,by=file >said 2>error.txt
	report 'a plot by such files'
	is 'the picture shows both' "$(grep -c '<text>.*touch ran' files/*.svg)" 2
	"$ftc" universality tree.yaml '`touch ran`.yaml' -o loss >said 2>error.txt
	report 'titles of networks of one name'
	none_ran plots
	is 'no control character is printed' "$(LC_ALL=C tr -d '\n -~' <said | wc -c)" 0
fi

# ---- terminals ----
printf 'leaves: 1\n' >$'esc\e]0;title\a\xc2\x9b31m\xff\u202e.yaml'
"$ftc" report $'esc\e]0;title\a\xc2\x9b31m\xff\u202e.yaml' >said 2>error.txt
is 'a message shows no control character' "$(head -n 1 error.txt | sed 's/: error.*//')" 'esc?]0;title??31m??.yaml'
echo "$buffer" >$'u\xff.v'
"$ftc" compile device.yaml $'u\xff.v' -o u.json >said 2>error.txt
is 'no suggestion of an option that is not given' "$(tail -n 1 error.txt)" 'try: renaming it'

# ---- mpirun takes a colon for the end of a command ----
if has mpirun && [ -e "$(dirname "$ftc")/libftc-mpi.so" ]; then
	"$ftc" simulate tree.yaml --processes 2 --frames 10 --log : >said 2>error.txt
	report 'a log that is called :'
	[ -s : ]
	report 'it is there'
fi

# ---- a small stack ----
for command in report 'generate -o generated' 'simulate --frames 5'; do
	# shellcheck disable=SC2086
	(ulimit -s 64 && exec "$ftc" ${command%% *} tree.yaml $(printf %s "$command " | cut -d' ' -f2-)) >said 2>error.txt
	report "${command%% *} with a stack of 64 kilobytes"
done
finish
