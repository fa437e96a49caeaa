#!/bin/sh
# pieces.sh FTC few|many|random [COUNT SEED]: networks simulated as one, in pieces, with these in two processes or four, and by the
# model in C in one process and in four: the same deliveries, in the same clocks, and the same report. TAP.
#   few     small networks, for every day
#   many    networks of all kinds
#   random  COUNT parameter sets
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt'
model_processes='1 4'

# simulate LOG REPORT ARGUMENTS...
simulate() {
	log=$1
	report=$2
	shift 2
	"$ftc" simulate network.yaml --json --log "$log" "$@" >"$report" 2>error.txt
}

# The report without what the engine, pieces and processes change.
without_pieces() {
	grep -v '"made":\|"engine":\|"pieces":\|"piece_kinds":\|"processes":\|"meetings":\|"meeting_bytes":\|"longest_computing":' "$1" |
		grep -v "${unknown:-^\$}"
}

# Is part.csv, and what is beside it, the run of whole.csv?
is_whole() {
	cmp whole.csv part.csv >>error.txt 2>&1 && ! grep -q '"pieces": 1,*$' part.json &&
		[ "$(without_pieces whole.json)" = "$(without_pieces part.json)" ]
}

# As many processes as there are pieces, two or four.
rtl_processes() {
	[ "$(sed -n 's/.*"pieces": \([0-9]*\).*/\1/p' part.json)" -ge 4 ] && echo 4 || echo 2
}

# Is the run of N processes that of whole.csv?  shared N ARGUMENTS...
shared() {
	count=$1
	shift
	simulate part.csv part.json --processes "$count" "$@" && { [ "$count" -eq 1 ] || grep -q "\"processes\": $count" part.json; } && is_whole
}

# same NAME LEVELS [ARGUMENTS...]: the network of network.yaml, cut at each of the LEVELS, which blanks separate.
same() {
	takes 2 || return 0
	name=$1
	levels=$2
	shift 2
	simulate whole.csv whole.json --engine rtl --pieces 0 "$@" && [ "$(wc -l <whole.csv)" -gt 1 ] && grep -q '"pieces": 1,*$' whole.json
	status=$?
	for level in $levels; do
		[ $status -eq 0 ] && simulate part.csv part.json --engine rtl --pieces "$level" "$@" && is_whole
		status=$?
	done
	# Several processes of the Verilog do not know what the channels carried.
	unknown='"lost":\|"held":\|"carried_'
	[ $status -eq 0 ] && shared "$(rtl_processes)" --engine rtl --pieces "$level" "$@"
	status=$?
	unknown=
	for count in $model_processes; do
		[ $status -eq 0 ] && shared "$count" --engine model "$@"
		status=$?
	done
	result $status "$name, cut at $levels"
}

network() {
	printf '%s\n' "$@" >network.yaml
}

few() {
	network 'network: fat-tree' 'leaves: 5' 'root-capacity: 3' 'payload-bits: 5'
	same 'fat-tree of 5 leaves' '1,2' --frames 100 --load 0.6 --back-pressure 0.3
	network 'network: xgft' 'children: [2, 2]' 'parents: [2, 2]' 'payload-bits: 4' 'fault-registers: true' 'faults: [link:0:1:1]' \
		'broadcast-every: 4'
	printf '0 3\n1 *\n2 *\n3 0\n0 *\n1 2\n@40s 1 0\n@41s 3 *\n' >messages.txt
	same 'fault registers and broadcasts' 1 --messages messages.txt
}

many() {
	few
	network 'network: fat-tree' 'leaves: 16' 'root-capacity: 8' 'payload-bits: 32'
	same 'fat-tree' '1 2 3 1,2,3 1,3' --frames 200 --load 1 --seed 7
	same 'fat-tree, by itself' 2 --frames 200 --pattern hotspot --load 0.1
	network 'network: fat-tree' 'leaves: 16' 'root-capacity: 8' 'payload-bits: 32' 'probe: true' 'external: true'
	same 'fat-tree with probes and an outside' '2 1,3' --frames 200
	network 'network: fat-tree' 'leaves: 8' 'connections: 2' 'root-capacity: 8' 'payload-bits: 16'
	same 'fat-tree with leaves of two wires' '1 1,2' --frames 200
	network 'network: xgft' 'children: [3, 2, 2]' 'parents: [1, 2, 2]' 'payload-bits: 8'
	same 'XGFT' '1 2 1,2' --frames 200
	network 'network: xgft' 'children: [3, 2, 2]' 'parents: [2, 2, 2]' 'payload-bits: 8' 'faults: [node:1:0, link:1:3:1]' \
		'fault-registers: true'
	same 'XGFT with fault registers' '1 1,2' --frames 200
	network 'network: gft' 'height: 3' 'children: 2' 'parents: 2' 'payload-bits: 8' 'broadcast-every: 8' 'groups: [[0, 1, 2], [4-7]]'
	printf '0 @1\n1 *\n7 @2\n3 0\n0 *\n1 @2\n6 *\n' >messages.txt
	same 'GFT with groups' '1 1,2' --messages messages.txt
	network 'network: cm-5' 'leaves: 16' 'payload-bits: 8'
	same 'CM-5' 1 --frames 100
	network 'network: pruned-butterfly' 'leaves: 16' 'payload-bits: 8'
	same 'pruned butterfly' '1 2 1,2,3' --frames 100
	network 'network: fat-tree' 'leaves: 16' 'root-capacity: 8' 'payload-bits: 16' 'switching: off-line' 'schedule: schedule.json'
	"$ftc" schedule network.yaml --from stencil -o schedule.json >/dev/null
	model_processes=1
	same 'off-line' '1 2 1,2,3'
}

# one_of WORDS...: by the next random number
one_of() {
	seed=$(echo "$seed" | cksum | cut -d ' ' -f 1)
	shift $((seed % $#))
	chosen=$1
}

random_set() {
	one_of fat-tree fat-tree fat-tree xgft xgft gft pruned-butterfly
	kind=$chosen
	network "network: $kind"
	case $kind in
	fat-tree)
		one_of 4 5 7 8 9 12
		leaves=$chosen
		one_of 1 2 3 4
		echo "leaves: $leaves
root-capacity: $chosen" >>network.yaml
		one_of true false
		echo "turns: $chosen" >>network.yaml
		levels='1 1,2'
		[ "$leaves" -gt 4 ] || levels=1
		;;
	xgft)
		one_of '[2, 2]' '[2, 3]' '[3, 2]' '[4, 2]'
		echo "children: $chosen" >>network.yaml
		one_of '[1, 2]' '[2, 1]' '[2, 2]' '[2, 3]'
		echo "parents: $chosen" >>network.yaml
		levels=1
		;;
	gft)
		one_of 2 3
		echo "height: $chosen" >>network.yaml
		levels=1
		[ "$chosen" = 2 ] || levels='2 1,2'
		echo 'children: 2' >>network.yaml
		one_of 1 2
		echo "parents: $chosen" >>network.yaml
		;;
	pruned-butterfly)
		one_of 4 4 16
		echo "leaves: $chosen" >>network.yaml
		levels=1
		[ "$chosen" = 4 ] || levels='2 1,2,3'
		;;
	esac
	one_of 1 4 8 13 33 70
	echo "payload-bits: $chosen" >>network.yaml
	one_of 1 2 auto
	echo "elements-between-registers: $chosen" >>network.yaml
	one_of 0 0 0.5
	pressure=$chosen
	one_of 0.2 0.5 1
	same "$1: $(tr '\n' ' ' <network.yaml)" "$levels" --frames 60 --load "$chosen" --back-pressure "$pressure" --seed "$1"
}

case $2 in
few) few ;;
many) many ;;
random)
	seed=$4
	for i in $(seq "$3"); do
		random_set "$i"
	done
	;;
esac
finish
