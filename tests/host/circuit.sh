#!/bin/bash
# `ftc run --image`: circuits in devices on simulated boards, one after another without a reset, step by step; bad lines of
# stimulus, wrong images and wrong options.
#
#   circuit.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
cp "$root"/examples/circuits/{counter,lfsr}.v "$root"/examples/tree8.yaml .
printf 'network: area-universal\nmeshes: 1\nmesh-side: 8\npins: 8\n' >one.yaml
printf 'network: area-universal\nmeshes: 2\nmesh-side: 8\npins: 5\ncapacities: [4]\n' >two.yaml

"$ftc" compile one.yaml counter.v -o counter.json >said 2>&1 && "$ftc" compile one.yaml lfsr.v -o lfsr.json >said 2>&1 &&
	"$ftc" compile two.yaml counter.v --meshes 2 -o two.json >said 2>&1
report 'the circuits are compiled'
"$ftc" run one.yaml --board icebreaker --simulated --image counter.json </dev/null >got 2>said
if grep -q pseudo-terminal said; then
	skip boards 'no pseudo-terminal'
	exit 0
fi
here=(one.yaml --board icebreaker --simulated)

# steps NAME EXPECTED ARGUMENT...: what standard input brings forth: the values of all outputs; - for each image
steps() {
	local name=$1 expected=$2
	shift 2
	"$ftc" run "$@" >got 2>said
	report "$name: status"
	is "$name" "$(sed 's/^#.*/-/; s/[a-z]*=//g' got | tr '\n' ' ')" "$expected "
}

cat >count <<'END'
1 0
0 1		# reset, enable
 0 0x1
enable=0
reset=0
enable=1

1 1
enable=0
END
steps 'a counter counts, stops, and goes back' '- f 0 1 2 2 2 3 0' "${here[@]}" --image counter.json <count
is 'it says what is in the device' "$(head -n 1 got)" \
	"# counter on iCEBreaker v1.x, simulated: in reset, enable; out count[4]; steps of $(sed -n 's/^  "step": \([0-9]*\),/\1/p' counter.json) clocks of 42 MHz"
# 255 states, and 600 steps in a request or more; then the first one again, whatever the other has left behind.
steps 'circuits follow each other without a reset' '- 01 02 80 01 - f 0 a a - 01 02' "${here[@]}" --image lfsr.json <<'END'
run 1
run 1
run 253
run 1
load counter.json
1 0
0 1
run 10
run 10000
load lfsr.json	
run 1
run 1
END
steps 'a counter in two meshes' '- f 0 1 2 2 2 3 0' two.yaml --board ulx3s-25f --simulated --image two.json <count
steps 'and without a line' '-' "${here[@]}" --image counter.json </dev/null

# A line is answered at once, before the next one comes.
coproc run { "$ftc" run "${here[@]}" --image counter.json 2>said; }
answers=
read -r line <&"${run[0]}"
for pins in '1 0' '0 1' '0 1' '0 1'; do
	echo "$pins" >&"${run[1]}"
	read -r -t 100 line <&"${run[0]}" && answers+="$line "
done
exec {run[1]}>&-
wait "$run_PID"
report 'line by line: status'
is 'line by line' "$answers" 'count=f count=0 count=1 count=2 '

# wrong NAME STATUS PATTERN LINE...: the last line is refused, but those before it count
wrong() {
	local name=$1 pattern=$2
	shift 2
	printf '%s\n' "$@" | "$ftc" run "${here[@]}" --image counter.json >got 2>said
	[ "${PIPESTATUS[1]}" -eq 2 ] && grep -q -e "$pattern" said && [ "$(wc -l <got)" -eq $# ]
	report "$name" said got
}
wrong 'too few words' 'standard input:2:2: error: the line has fewer words than the circuit has inputs: expected 2 (reset, enable)' \
	'1 0' 1
wrong 'too many words' 'standard input:1:5: error: the line has more words' '1 0 1'
wrong 'no number' 'standard input:1:3: error: the value of enable is "x": expected a hexadecimal number of 1 bit$' '1 x'
wrong 'too wide' 'standard input:3:6: error: the value of reset is "2"' '1 0' '0 1' '     2 0'
wrong 'an unknown port' 'standard input:1:1: error: the circuit has no input enabel' 'enabel=1'
wrong 'the nearest name' 'try: enable=' 'enabel=1'
wrong 'a port twice' 'standard input:1:9: error: reset is given twice' 'reset=1 reset=0'
wrong 'a word without a name' 'standard input:1:9: error: "1" has no name' 'reset=1 1'
wrong 'no value' 'standard input:1:7: error: the value of reset is ""' 'reset='
wrong 'no number of steps' 'standard input:1:4: error: how far to run is missing' 'run'
wrong 'no such number of steps' 'standard input:1:5: error: how far to run is "0"' 'run 0'
wrong 'nothing to load' 'standard input:1:5: error: what to load is missing' 'load'
wrong 'no such image' 'none.json cannot be read' '1 0' 'load none.json'
wrong 'an image for another device' 'two.json:4:3: error: the image is for another device' '1 0' 'load two.json'
printf '1 0\n1 \0000\n' | "$ftc" run "${here[@]}" --image counter.json >got 2>said
[ $? -eq 2 ] && grep -q 'standard input:2:3: error: the line has a byte 0x00' said
report 'a byte 0'

# says NAME STATUS PATTERN ARGUMENT...: the command line is refused
says() {
	local name=$1 status=$2 pattern=$3
	shift 3
	"$ftc" run "$@" >got 2>said </dev/null
	[ $? -eq "$status" ] && grep -q -e "$pattern" said
	report "$name"
}
says 'an image for another device, before the board is asked' 2 'two.json:4:3: error: the image is for another device' one.yaml \
	--board icebreaker --port /dev/null --image two.json
says 'no image' 2 'expected a file of messages, or --lines; for a device, --image' "${here[@]}"
says 'messages for a device' 2 'ftc run without --image needs leaves that send messages' "${here[@]}" --messages none
says 'an image for a network' 2 'tree8.yaml sends and receives messages: --image needs leaves that run circuits' tree8.yaml \
	--board icebreaker --simulated --image counter.json
says 'image and messages' 2 '--image and --messages do not go together' "${here[@]}" --image counter.json --messages x
says 'image and lines' 2 '--image and --lines do not go together' "${here[@]}" --image counter.json --lines
says 'image and slaves' 2 '--image and --wishbone do not go together' "${here[@]}" --image counter.json --wishbone
says 'JSON' 2 '--json has no meaning with --image' "${here[@]}" --image counter.json --json
says 'a board without a serial line' 2 'has no serial line: a device gets its images and pins by one' one.yaml --board fomu-pvt \
	--simulated --image counter.json
says 'a device without pins' 2 'one.yaml has no pins' "${here[@]}" --set pins=0 --image counter.json
says 'a device with too many pins' 2 'has 1024 pins: a host bridge passes on at most 856' "${here[@]}" --set meshes=64 \
	--set mesh-side=16 --set pins=16 --image counter.json
says 'no serial port' 2 'it is no serial port' one.yaml --board icebreaker --port /dev/null --image counter.json
finish
