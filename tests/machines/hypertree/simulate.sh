#!/bin/sh
# simulate.sh FTC: `ftc simulate` of hypertrees: numbers of nodes, loads from none to too much, and shares. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
export FTC_CACHE="$scratch/cache"

printf 'network: hypertree-1\nname: seven\nnodes: 7\npayload-bits: 24\n' >seven.yaml
printf 'network: hypertree-2\nname: fifteen\nnodes: 15\npayload-bits: 24\n' >fifteen.yaml

# simulate FILE OPTION...
simulate() {
	"$ftc" simulate "$@" >said 2>&1
}

# within A B SHARE: A is B, but for at most that share of it
within() {
	awk -v a="$1" -v b="$2" -v share="$3" 'BEGIN { exit !(a > b * (1 - share) && a < b * (1 + share)) }'
}

# refused NAME TEXT OPTION...: one message, with the text
refused() {
	name=$1
	text=$2
	shift 2
	simulate seven.yaml "$@"
	[ $? -eq 2 ] && grep -qF -- "$text" said
	report "$name"
}

# A lone packet: waits for a frame, enters, and takes a frame for each link.
printf '# three links\n4 7 0xabcdef\n' >one.txt
simulate seven.yaml --messages one.txt --json && [ "$(field nodes)" = 7 ] && [ "$(field delivered)" = 1 ] &&
	[ "$(field max)" -gt 48 ] && [ "$(field max)" -le 72 ]
report 'a packet over three links'
simulate seven.yaml --messages one.txt && grep -q 'longest wait .*: node 4 for node 7, from clock 0 on' said && ! grep -q leaf said
report 'nodes have their numbers'
printf '@10 1 7\n@+3 after 1 7 1\n@+3 after 2 1 7\n' >times.txt
simulate seven.yaml --messages times.txt && grep -q '3 sent, 3 delivered: each once' said
report 'messages that wait for each other'

printf '0 3\n' >zero.txt
printf '3 8\n' >eight.txt
printf '3 *\n' >all.txt
refused 'node 0' 'zero.txt:1:1: error: source node is "0": expected a whole number from 1 to 7' --messages zero.txt
refused 'node 8' 'eight.txt:1:3: error: destination node is "8": expected a whole number from 1 to 7' --messages eight.txt
refused 'all nodes' 'destination is "*": expected a node from 1 to 7, this network has no broadcasts' --messages all.txt
! grep -q broadcast-every said
report 'no advice that cannot help'
refused 'a crowded node 0' "--hotspot is '0': expected a whole number from 1 to 7" --hotspot 0
refused 'a pattern' '--pattern shuffle needs a power of two: seven has 7 nodes' --pattern shuffle

simulate seven.yaml --frames 300 --back-pressure 0.7 --json && [ "$(field passed)" = "" ] && grep -q '"passed": true' said &&
	grep -q '"retries": null' said && grep -q '"tries": null' said && [ "$(grep -c '"most_tries": null' said)" = 7 ]
report 'a network without retries'
simulate seven.yaml --hotspot 1 --frames 1500 --json && [ "$(field starved_leaves)" = 0 ] && [ "$(field least)" -gt 50 ]
report 'all send to node 1, and each is heard'
simulate seven.yaml --hotspot 7:3,rest:1 --frames 1500 --json && [ "$(field starved_leaves)" = 0 ] && [ "$(field least)" -gt 50 ]
report 'most send to node 7, and each is heard'
simulate seven.yaml --sweep --loads 0.1,0.9 --frames 200 -o sweep && [ "$(grep -c '^0' sweep/sweep.csv)" = 2 ] &&
	grep -q 'messages per node: below in a slot' sweep/sweep.gp && grep -q '"nodes": 7' sweep/sweep.json
report 'a sweep'

# The model says what a saturated network delivers; so does section 6 of its design, 0.62 for 15 nodes.
for network in seven fifteen; do
	"$ftc" report $network.yaml --json >said
	model=$(field accepted)
	simulate $network.yaml --load 1 --frames 1500 --json && within "$(field accepted)" "$model" 0.03
	report "$network, saturated: the model says $model"
done
within "$model" 0.62 0.05
report "0.62 packets of each of 15 nodes in a frame"

# The whole bitstream of a board, with its bridge: the words and their times are those of the simulation.
printf '1 5\n7 2\n3 3\n4 7\n2 6\n5 1\n' >words.txt
"$ftc" run seven.yaml --board ulx3s-85f --simulated --messages words.txt >run 2>&1 &&
	grep -q '6 sent, 6 delivered: each once, in order, intact; 1 of them to their own node' run &&
	simulate seven.yaml --set family=ecp5 --set clock=96 --messages words.txt --seed 1 &&
	sed -i '/^  engine /d' said && sed '/^  board  /,$d' run | sed '$d' | diff - said
report 'on a board, simulated'
"$ftc" run fifteen.yaml --board icebreaker --simulated --messages words.txt >said 2>&1
[ $? -eq 2 ] && grep -q 'host bridge of 15 nodes' said && grep -q 'fewer nodes' said
report 'a board that is too small'

# Dead nodes are silent; with fault registers, too, as nothing changes these.
for registers in false true; do
	simulate seven.yaml --set fault-registers=$registers --fault node:6 --load 0.1 --frames 200 &&
		grep -q 'each once, in order, intact' said && grep -q '^  silent *1 of 7 nodes: dead' said
	report "a dead node, fault registers: $registers"
done
refused 'a crowded node that is dead' 'error: --hotspot: node 6 is dead: expected nodes that live' --hotspot 2,6 --fault node:6
refused 'the first node is dead' 'try: --hotspot 2' --pattern hotspot --fault node:1

# Parts die at a clock, and live again: nothing is lost, and words for a dead node wait.
registers='--set fault-registers=true --set outstanding=2'
# struck NAME TEXT LIST OPTION...: refused, with the text
struck() {
	name=$1
	text=$2
	list=$3
	shift 3
	# shellcheck disable=SC2086
	refused "$name" "$text" $registers --strike "$list" "$@"
}
# shellcheck disable=SC2086
simulate seven.yaml $registers --strike 2000:node:6,5000:link:1:2,7000:none --load 0.1 --json && grep -q '"dead": "link:1:2"' said &&
	[ "$(grep -c '"reached": true' said)" = 3 ] && [ "$(field max)" -gt 2500 ]
report 'a node dies, then a link'
printf '2 5\n5 6\n' >few.txt
# shellcheck disable=SC2086
simulate seven.yaml $registers --strike 0:node:5,3000:none,9000:link:2:5 --messages few.txt &&
	grep -q 'longest wait .*: node . for node ., from clock 0 on' said && grep -q '^ *from clock 3000 on: none$' said &&
	grep -q '^ *from clock 9000 on: link:2:5; not reached: all had arrived before$' said
report 'words for a dead node, and from it, wait'
# shellcheck disable=SC2086
simulate seven.yaml $registers --fault node:5 --strike 3000:none --messages few.txt &&
	grep -q 'longest wait 3[0-9]* clocks.*: node . for node ., from clock 0 on' said
report 'words wait for a node that is dead from the beginning'
refused 'a message for a node that stays dead' 'few.txt:1:3: error: destination node is "5": expected a node that lives' \
	$registers --fault node:5 --messages few.txt
refused 'no fault registers' 'seven.yaml has no fault registers: expected them' --strike 10:node:2,5000:none
refused 'a kind without fault registers' '--strike: a full-ring has no fault registers' --set network=full-ring --strike 10:node:2
struck 'no clock' 'error: --strike node:6: expected CLOCK:FAULT' node:6
struck 'no fault' 'error: --strike 1000:: expected CLOCK:FAULT, CLOCK:FAULT+FAULT or CLOCK:none' 1000:
struck 'no such node' '--strike 1000:node:8: error: fault node:8 names nothing: expected nodes from 1 to 7' 1000:node:8,5000:none
struck 'no such link' '--strike 9:link:1:4: error: fault link:1:4 names nothing' 9:link:1:4
struck 'a node cut off' '--strike 9:link:1:2+link:1:3: error: link:1:3 after link:1:2 cuts node 1 off' 9:link:1:2+link:1:3
struck 'dead for ever' 'try: --strike 50:node:3,3050:none' 50:node:3
struck 'dead for ever in a short run' 'try: --strike 50:node:3,572:none' 50:node:3 --frames 50
struck 'too soon' '--strike 110:none: expected clock 146 or a later one' 100:link:1:2,110:none
struck 'too late' '--strike 30000:none: expected a clock below 16500' 30000:none
struck 'a sweep' '--sweep and --strike do not go together' 10:none --sweep

simulate seven.yaml --trace wave.fst --frames 20 && grep -qx -- '-node 1' wave.gtkw && grep -qx -- '-node 7' wave.gtkw &&
	! grep -qx -- '-node [089]' wave.gtkw && [ -s wave.fst ]
report 'a waveform'
finish
