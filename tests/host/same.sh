#!/bin/sh
# The same messages through a simulation of the network and through the whole bitstream, including bridge and serial
# line. The reports are identical up to the name of the board. Where a leaf may get two messages in one frame slot, from
# itself or on several wires, the second one may come later on a board: there the test only checks that everything
# arrives.
#
#   same.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$2
. "$(dirname "$0")/../common/tap.sh"
cp "$root"/examples/tree8.yaml "$root"/examples/xgft6.yaml .

# same NAME BOARD FILE MESSAGES SET..: the report of the simulation, but for what only the model knows, is the beginning of that of the run
same() {
	name=$1 board=$2 file=$3 messages=$4
	shift 4
	"$ftc" run "$file" --board "$board" --simulated --messages "$messages" "$@" >run 2>&1
	result $? "$name: runs" run
	# The run prints the command that simulates the same messages.
	sh -c "$(sed -n 's/^  simulated by /exec /p' run | sed "s#exec ftc#exec $ftc#")" >simulated 2>&1
	result $? "$name: is simulated" simulated
	# Ports, all that a board shows, do not say which tries were lost and what channels carried.
	sed -i -E '/^  engine /d; s/; [0-9]+ lost on their way, .*//; s/  carried up  carried down//
		s/^(  +[0-9]+ +[0-9]+ +[0-9]+)  +[0-9.]+%  +[0-9.]+%(  +[0-9.]+%  +[0-9.]+%  +[0-9.]+%)$/\1\2/' simulated
	sed '/^  board  /,$d' run | sed '$d' | diff - simulated >differences
	result $? "$name: the reports are the same" differences
}

# random LEAVES COUNT SEED: lines of "source destination"
random() {
	awk -v n="$1" -v count="$2" -v seed="$3" \
		'BEGIN { srand(seed); for (i = 0; i < count; i++) print int(rand() * n), int(rand() * n) }'
}

others() {
	awk '$1 != $2'
}

if ! "$ftc" run tree8.yaml --board icebreaker --simulated --lines >said 2>&1 </dev/null &&
	grep -q 'no pseudo-terminal' said; then
	echo "1..0 # SKIP $(sed 's/^ftc: error: //' said)"
	exit 0
fi
{ random 8 120 1; seq 0 7 | sed 's/$/ 5/'; echo '3 4 0xbeef'; } | others >set8.txt
same 'a binary tree' icebreaker tree8.yaml set8.txt --seed 7
same 'Wishbone slaves' icebreaker tree8.yaml set8.txt --wishbone
grep -q 'with Wishbone slaves' run && ! grep -q 'retries\|tries,' run
result $? 'Wishbone slaves: no tries of messages in their queues' run
# More than eight leaves are visited more seldom than a Wishbone master sends.
printf 'network: fat-tree\nleaves: 9\nroot-capacity: 8\npayload-bits: 8\n' >tree9.yaml
random 9 180 9 >set9.txt
"$ftc" run tree9.yaml --board ulx3s-85f --simulated --messages set9.txt --wishbone >run 2>&1
result $? 'Wishbone slaves of nine leaves: run' run
grep -q '180 sent, 180 delivered: each once, in order, intact' run && grep -q 'may differ' run
result $? 'Wishbone slaves of nine leaves: everything has arrived' run
{ random 6 60 2; printf '2 *\n0 5\n4 *\n1 @1\n2 2\n5 @2\n3 *\n'; random 6 30 3; } >set6.txt
others <set6.txt >others6.txt
same 'a generalized fat tree with broadcasts' ulx3s-85f xgft6.yaml others6.txt --set 'parents=[1, 3]' \
	--set broadcast-every=3 \
	--set 'groups=[[0, 3, 5], [1-4]]' --set payload-bits=20
"$ftc" run xgft6.yaml --board ulx3s-85f --simulated --messages set6.txt --set broadcast-every=3 \
	--set 'groups=[[0, 3, 5], [1-4]]' \
	--set payload-bits=20 >run 2>&1
result $? 'leaves of two wires' run
grep -q '97 sent, 97 delivered: each once, in order, intact' run && grep -q 'in one order at all leaves' run &&
	grep -q 'may differ' run
result $? 'everything has arrived' run

# Nodes of rings and of a hypertree that has ports for faults, which are numbered from 1. Inner nodes are processors, too.
random 7 60 5 | awk '{ print $1 + 1, $2 + 1 }' >set7.txt
# ring KIND ARGUMENT..: everything arrives
ring() {
	printf 'network: %s\nnodes: 7\npayload-bits: 16\n' "$1" >ring.yaml
	name="nodes of a $*"
	shift
	"$ftc" run ring.yaml --board ulx3s-85f --simulated --messages set7.txt "$@" >run 2>&1
	result $? "$name: run" run
	grep -q '60 sent, 60 delivered: each once, in order, intact' run && grep -q 'may differ' run
	result $? "$name: everything has arrived" run
}
ring full-ring
ring half-ring --wishbone
"$ftc" run tree8.yaml --board ulx3s-85f --simulated --messages set8.txt --set lanes=auto >run 2>&1
result $? 'a binary tree with lanes: run' run
grep -q 'clocks and retries may differ' run
result $? 'a binary tree with lanes: slots are shorter than visits' run
count=$(wc -l <set8.txt)
grep -q "$count sent, $count delivered: each once, in order, intact" run
result $? 'a binary tree with lanes: everything has arrived' run
ring hypertree-1 --set fault-registers=true --set outstanding=2

# Rounds end when readers have all words of the last one. Wishbone slaves send more than the queue of a leaf holds.
random 4 40 8 >set4.txt
"$ftc" run "$root/examples/batched16.yaml" --set leaves=4 --set payload-bits=16 --board ulx3s-85f --simulated --messages set4.txt \
	--wishbone >run 2>&1
result $? 'a pruned butterfly that routes in batches, with Wishbone slaves: runs' run
grep -q '40 sent, 40 delivered: each once, in order, intact' run
result $? 'a pruned butterfly that routes in batches: everything has arrived' run

printf '%s\n' 'network: sorting-fat-tree' 'leaves: 4' 'mesh-side: 1' 'payload-bits: 16' >sorting4.yaml
"$ftc" run sorting4.yaml --board ulx3s-85f --simulated --messages set4.txt >run 2>&1
result $? 'a sorting fat-tree: runs' run
grep -q '40 sent, 40 delivered: each once, in order, intact' run
result $? 'a sorting fat-tree: everything has arrived' run

# Words wait on s_axis for the turn of their bin.
random 12 60 9 >set12.txt
printf '%s\n' 'network: rotor' 'leaves: 12' 'payload-bits: 16' >rotor.yaml
"$ftc" run rotor.yaml --board ulx3s-85f --simulated --messages set12.txt >run 2>&1
result $? 'a rotor: runs' run
grep -q '60 sent, 60 delivered: each once, in order, intact' run
result $? 'a rotor: everything has arrived' run

# More than fits into the memories of the leaves at once: everything arrives, batch after batch.
random 8 2000 4 >many.txt
"$ftc" run tree8.yaml --board icebreaker --simulated --messages many.txt >run 2>&1
result $? 'batches' run
grep -q '2000 sent, 2000 delivered: each once, in order, intact' run && grep -q 'batches  *[2-9], each from reset' run
result $? 'everything has arrived' run
finish
