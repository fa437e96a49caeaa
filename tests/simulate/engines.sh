#!/bin/sh
# engines.sh FTC [COUNT SEED]: the model in C, and the model in three processes where these can share it, deliver what the verilated
# Verilog does, message by message, in the same clock, at the same leaf: in the networks below, or in COUNT random ones. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

processes=3	# 1: the model cannot be shared

# network NETWORK: net.yaml, and $keys.
network() {
	printf 'network: %s\n' "${1%% *}" >net.yaml
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
}

# run NAME OPTIONS...: a log NAME.csv, and a report without what the engine and processes change.
# shellcheck disable=SC2086
run() {
	name=$1
	shift
	"$ftc" simulate net.yaml $keys $options "$@" --log "$name.csv" --json >report.json 2>said && kept "$name"
}

# kept NAME: the report, without what the engine and processes change.
kept() {
	sed '/"made"/d; /"engine"/d; /"pieces"/d; /"piece_kinds"/d; /"processes"/d; /"meetings"/d; /"meeting_bytes"/d; /"longest_computing"/d' report.json >"$1.json"
}

# shared: the model in several processes is as in one.
shared() {
	[ "$processes" -eq 1 ] && return
	run shared --engine model --processes "$processes" && cmp model.csv shared.csv >>said && cmp model.json shared.json >>said
}

# same NETWORK OPTIONS: keys of the network and options of ftc simulate, in words.
# shellcheck disable=SC2086
same() {
	takes 6 || return 0
	network "$1"
	options=$2
	rm -f rtl.csv model.csv shared.csv
	: >said
	run rtl --engine rtl && run model --engine model &&
		[ "$(wc -l <model.csv)" -gt 20 ] && cmp rtl.csv model.csv >>said && cmp rtl.json model.json >>said && shared
	report "$1, $2"
}

# mix SEED: messages between four leaves, one in three to all leaves, or to a group.
mix() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		rand()
		gap = 40 + rand() * 300
		for (k = 0; k < 40; k++)
			for (i = 0; i < 4; i++)
				print "@" int(gap * (k + rand())), i, rand() < 0.66 ? int(rand() * 4) : rand() < 0.4 ? "*" : "@" 1 + int(rand() * 2)
	}'
}

# one_process NETWORK OPTIONS: several processes are refused, with one message.
one_process() {
	network "$1"
	# shellcheck disable=SC2086
	"$ftc" simulate net.yaml $keys $2 --processes 2 >said 2>&1
	[ $? -eq 2 ] && [ "$(grep -c error: said)" -eq 1 ] && grep -q "$3" said
	report "$1, $2: not in two processes"
}

# alone NETWORK OPTIONS: likewise of a network whose model runs in one process. Of a sorter, which delivers no messages, there is a
# report alone. An off-line network plays messages.txt.
# shellcheck disable=SC2086
alone() {
	takes 6 || return 0
	network "$1"
	options=$2
	rm -f rtl.csv model.csv
	: >said
	case $1 in
	*schedule=*) "$ftc" schedule net.yaml messages.txt $keys -o schedule.json >/dev/null 2>said ;;
	esac
	case ${1%% *} in
	sorter | flexible-sorter)
		"$ftc" simulate net.yaml $keys $options --engine rtl --json >report.json 2>said && kept rtl &&
			"$ftc" simulate net.yaml $keys $options --engine model --json >report.json 2>said && kept model &&
			grep -q '"passed": true' model.json && cmp rtl.json model.json >>said
		;;
	*)
		run rtl --engine rtl && run model --engine model && [ "$(wc -l <model.csv)" -gt 5 ] && cmp rtl.csv model.csv >>said &&
			cmp rtl.json model.json >>said
		;;
	esac
	report "$1, $2"
}

# A network of lanes and options, at random.
draw_lanes() {
	awk -v seed="$1" 'function pick(list, word, n) { n = split(list, word, " "); return word[1 + int(rand() * n)] }
	BEGIN {
		srand(seed)
		rand()
		kind = pick("xgft xgft fat-tree")
		if (kind == "fat-tree") {
			leaves = pick("2 4 8 16 32")
			keys = "leaves=" leaves " root-capacity=" int(1 + rand() * leaves / 2)
		} else {
			leaves = last = pick("2 4 8 16")
			children = last
			parents = 1
			while (leaves < 32 && rand() < 0.7) {
				parents = parents "," last / pick(last > 2 ? "1 1 2 4" : "1 2")
				last = pick(leaves < 16 ? "2 2 4" : "2")
				children = children "," last
				leaves *= last
			}
			keys = "children=[" children "] parents=[" parents "]"
		}
		packet = pick("true false")
		payload = int(2 + rand() * pick("20 70 200"))
		lanes = int(2 + rand() * 9)
		keys = keys " lanes=" (lanes > payload || rand() < 0.6 ? "auto" : lanes) " packet=" packet " payload-bits=" payload \
			" probe=" pick("true false")
		pattern = pick("uniform uniform hotspot tornado neighbor bit-complement permutation shuffle bit-reverse")
		print keys "|" kind "|--pattern " pattern " --load " 0.1 + rand() * 1.2 " --frames " int(200 + rand() * 2000) \
			" --back-pressure " pick("0 0 0.3 0.8") (packet == "true" ? " --packet-words " pick("1 3 8 100") : "") " --seed " seed
	}'
}

# A network and options for it, at random.
draw_alone() {
	awk -v seed="$1" 'function pick(list, word, n) { n = split(list, word, " "); return word[1 + int(rand() * n)] }
	BEGIN {
		srand(seed)
		rand()
		kind = pick("fat-tree fat-tree sorter flexible-sorter sorting-fat-tree pruned-butterfly")
		options = "--seed " seed
		payload = " payload-bits=" int(1 + rand() * 55)
		if (kind == "fat-tree") {
			leaves = 2 + int(rand() * 25)
			c = pick("1 1 2 3")
			keys = "leaves=" leaves " connections=" c " root-capacity=" int(1 + rand() * leaves * c / 2) payload \
				" switching=off-line schedule=schedule.json concentrator=" pick("auto partial") \
				" elements-between-registers=" int(1 + rand() * 4)
			for (m = 0; m < 10 + 6 * leaves; m++)
				print int(rand() * leaves), int(rand() * leaves) >"messages.txt"
		} else if (kind == "sorter") {
			keys = "wires=" int(2 + rand() * 20) " key-bits=" int(1 + rand() * 70) payload " elements-between-registers=" int(1 + rand() * 4)
			options = options " --frames " int(1 + rand() * 2000)
		} else if (kind == "flexible-sorter") {
			lines = 2 ^ int(1 + rand() * 4)
			keys = "lines=" lines " words=" lines * 2 ^ int(rand() * 3) " key-bits=" int(1 + rand() * 20) payload
			options = options " --frames " int(1 + rand() * 200) " --back-pressure " pick("0 0.3 0.8")
		} else {
			leaves = 2 ^ int(2 + rand() * 3)
			if (kind == "pruned-butterfly")
				keys = "routing=deterministic order=" pick("pairs none") " " pick("round-words degree") "=" pick("1 2 3 5 20")
			else
				keys = "mesh-side=" (leaves > 4 ? pick("1 2") : 1)
			keys = keys " leaves=" leaves payload
			options = options " --frames " int(20 + rand() * 200) " --load " 0.1 + rand() * 3 " --back-pressure " pick("0 0.3 0.8")
		}
		print keys "|" kind "|" options
	}'
}

# Any other network and options, at random.
draw() {
	awk -v seed="$1" 'function pick(list, word, n) { n = split(list, word, " "); return word[1 + int(rand() * n)] }
	BEGIN {
		srand(seed)
		rand()
		kind = pick("fat-tree fat-tree xgft xgft gft cm-5 pruned-butterfly hypertree hypertree hypertree")
		more = ""
		if (kind == "hypertree") {
			draw_hypertree()
		} else if (kind == "fat-tree") {
			leaves = 2 + int(rand() * 31)
			c = pick("1 1 1 2 3")
			keys = "leaves=" leaves " connections=" c
			if (leaves > 4)
				keys = keys " root-capacity=" c * int(1 + rand() * leaves / 2)
			keys = keys " external=" pick("false false true")
		} else if (kind == "xgft") {
			keys = "children=[" int(2 + rand() * 3) "," int(2 + rand() * 3) "] parents=[" pick("1 1 2") "," int(1 + rand() * 3) "]"
		} else if (kind == "gft") {
			keys = "height=2 children=" int(2 + rand() * 3) " parents=" pick("1 2 2 3")
		} else {
			keys = "leaves=" pick("4 16 16")
		}
		# Faults that part no leaves.
		if (keys ~ /parents=.?[23]|leaves=16$/ && kind != "fat-tree")
			keys = keys " faults=[" pick("link:0:1:0 link:0:3:1 node:1:1 node:1:0") "]"
		if (kind != "fat-tree" && rand() < 0.2)
			keys = keys " fault-registers=true"
		if (kind ~ /gft|cm-5/)
			keys = keys " up-routing=" pick("destination source random")
		if (kind !~ /hypertree|ring|binary/)
			keys = keys " turns=" pick("true true false") " payload-bits=" int(1 + rand() * 70)
		pattern = pick("uniform uniform hotspot tornado neighbor bit-complement permutation")
		if (kind ~ /xgft|gft|cm-5|pruned/ && rand() < 0.4) {
			keys = keys " broadcast-every=" int(2 + rand() * 4) " groups=[[0,1],[1-3]]"
			print keys "|" kind "|--messages mix.txt --back-pressure " pick("0 0.5 0.95") " --seed " seed
			exit
		}
		print keys "|" kind "|--pattern " pattern " --load " 0.05 + rand() * 1.5 " --frames " int(40 + rand() * 400) \
			" --back-pressure " pick("0 0 0.3 0.8") " --seed " seed more
	}
	function draw_hypertree(part, acknowledge) {
		kind = pick("hypertree-1 hypertree-1 hypertree-2 hypertree-2 full-ring half-ring binary-tree")
		keys = "nodes=" int(2 + rand() * 14) " payload-bits=" int(8 + rand() * 70) " buffers=" pick("2 2 4")
		acknowledge = rand() < 0.5
		# Full ones of these survive any fault.
		if (kind ~ /hypertree/ && rand() < 0.6) {
			sub(/nodes=[0-9]*/, "nodes=" pick("7 15"), keys)
			part = int(2 + rand() * 6)
			part = rand() < 0.5 ? "node:" part : "link:" int(part / 2) ":" part
			if (rand() < 0.6) {
				keys = keys " fault-registers=true"
				acknowledge = 1
				more = " --strike " int(rand() * 300) ":" part ",500:none"
			} else
				keys = keys " faults=[" part "]"
		}
		if (acknowledge)
			keys = keys " acknowledge=true outstanding=" pick("1 2 3 4")
	}'
}

if [ $# -gt 1 ]; then
	for seed in $(seq "$3" $(($3 + $2 - 1))); do
		mix "$seed" >mix.txt
		if [ $((seed % 3)) -eq 0 ]; then
			draw_lanes "$seed" >drawn
		else
			draw "$seed" >drawn
		fi
		IFS='|' read -r keys kind options <drawn
		# The smallest fat-tree has two leaves; the smallest other network, four.
		processes=2
		[ "$kind" = fat-tree ] || processes=$((2 + seed / 3 % 3))
		[ $((seed % 3)) -ne 0 ] || processes=1
		case $kind in hypertree* | *ring | binary-tree) processes=1 ;; esac
		same "$kind $keys" "$options"
		draw_alone "$seed" >drawn
		IFS='|' read -r keys kind options <drawn
		alone "$kind $keys" "$options"
	done
	finish
	exit
fi
# Words for the own leaf, for leaf 0, and for another, from all leaves; then long waits for turns.
awk 'BEGIN { for (k = 0; k < 30; k++) for (i = 0; i < 8; i++) print "@" 60 * k + 7 * i, i, k % 3 == 0 ? i : k % 3 == 1 ? 0 : (i + k) % 8 }' >own.txt
same 'fat-tree leaves=16 root-capacity=6' '--load 1 --frames 300'
same 'fat-tree leaves=11 root-capacity=4 payload-bits=5' '--pattern hotspot --load 0.9 --frames 800 --back-pressure 0.2'
same 'fat-tree leaves=8 connections=2 payload-bits=33' '--load 1.5 --frames 300 --back-pressure 0.3'
same 'fat-tree leaves=8 connections=2 payload-bits=33' '--pattern hotspot --hotspot 0:3,5:1 --load 1.5 --frames 800'
alone 'fat-tree leaves=8 root-capacity=4 external=true root-interface=axi-stream payload-bits=9' '--load 0.4 --to-outside 0.5 --from-outside 0.5 --frames 300'
alone 'fat-tree leaves=6 capacities=[5,4,4,2] external=true root-interface=axi-stream payload-bits=9' '--load 1 --to-outside 0.9 --from-outside 1 --frames 200 --back-pressure 0.8'
alone 'fat-tree leaves=16 lanes=auto root-capacity=8 external=true root-interface=axi-stream payload-bits=9' '--load 1 --to-outside 0.5 --from-outside 0.7 --frames 300 --back-pressure 0.6'
alone 'fat-tree leaves=8 lanes=2 capacities=[2,2,1,1] external=true root-interface=axi-stream payload-bits=9' '--load 0.4 --to-outside 0.3 --from-outside 0.3 --frames 300'
same 'fat-tree leaves=8 payload-bits=7' '--messages own.txt'
same 'fat-tree leaves=8 connections=2 payload-bits=33' '--messages own.txt'
# Own words that are complete when others begin to arrive: they may not move on then.
awk 'BEGIN { srand(5); for (k = 0; k < 500; k++) { i = int(rand() * 6); print "@" 3 * k, i, rand() < 0.4 ? i : int(rand() * 6) } }' >own6.txt
same 'xgft children=[3,1,1,1,1,2] parents=[3,1,1,1,1,1] payload-bits=7' '--messages own6.txt'
same 'xgft children=[3,2] parents=[2,3] payload-bits=8' '--load 1.2 --frames 300'
same 'fat-tree leaves=5 external=true root-capacity=2 payload-bits=9' '--load 1.5 --frames 300 --back-pressure 0.3'
# Broadcasts among other words.
mix 1 >mix.txt
same 'xgft children=[3,2] parents=[1,2] broadcast-every=3 groups=[[0,1,4],[1-3]] payload-bits=8' '--messages mix.txt --back-pressure 0.95'
same 'cm-5 leaves=16 up-routing=random' '--load 0.9 --frames 200'
# Words that come to an adapter which slept through the answers of the slot, before it decides. So many leaves are verilated for
# long.
printf 'network: fat-tree\nleaves: 33\nconnections: 2\n' >net.yaml
"$ftc" simulate net.yaml --engine model --load 0.6 --frames 400 >said 2>&1
report 'the model of 33 leaves loses no word'
# Dead links and routers, which words avoid by other parents, and by other lanes.
same 'xgft children=[2,2,2] parents=[1,2,2] faults=[link:1:0:0,node:3:3] up-routing=source payload-bits=8' '--load 1.2 --frames 400'
same 'cm-5 leaves=16 faults=[node:1:3,link:1:0:1]' '--load 0.7 --frames 300 --back-pressure 0.3'
same 'pruned-butterfly leaves=16 faults=[node:2:2,link:0:5:0] payload-bits=8' '--pattern hotspot --load 1 --frames 300'
# Lanes: one switch, with many beats and with few; wires up, switches up; merged levels; packets; answers.
processes=1
awk 'BEGIN { for (k = 0; k < 30; k++) for (i = 0; i < 4; i++) print "@" 9 * k + i, i, k % 3 == 0 ? i : k % 3 == 1 ? 0 : (i + k) % 4
	for (k = 1; k <= 100; k++) print "@+" k % 5, "after", k, k % 4, int(k / 4) % 4 }' >answers.txt
single='xgft children=[4] parents=[1] lanes=2 payload-bits=24'
same "$single" '--load 1 --frames 900 --back-pressure 0.9'
same "$single" '--messages answers.txt'
packets='xgft children=[2,4] parents=[1,1] lanes=auto payload-bits=9 packet=true'
for load in 0.1 0.4 1; do
	same "$packets" "--load $load --frames 2000 --packet-words 5 --back-pressure 0.2"
done
same "$packets" '--pattern hotspot --hotspot 3:2,rest:1 --load 1 --frames 900 --packet-words 30 --back-pressure 0.8'
same "$packets" '--messages answers.txt'
mixed='xgft children=[4,2] parents=[1,4] lanes=auto payload-bits=67'
same "$mixed" '--load 1 --frames 2000 --back-pressure 0.7'
same "$mixed" '--pattern shuffle --load 0.5 --frames 900'
same 'fat-tree leaves=8 root-capacity=3 lanes=3 payload-bits=20 packet=true' '--pattern tornado --load 0.9 --frames 900 --packet-words 9'
# Hypertrees, and the trees and rings in them.
same 'hypertree-1 nodes=7 payload-bits=24' '--load 1 --frames 600'
same 'hypertree-1 nodes=7 payload-bits=24' '--pattern hotspot --hotspot 1:3,7:1 --load 0.5 --frames 600 --back-pressure 0.6'
same 'hypertree-2 nodes=15 payload-bits=8 buffers=4 faults=[node:6]' '--load 0.8 --frames 400 --back-pressure 0.3'
same 'hypertree-1 nodes=7 payload-bits=70 fault-registers=true outstanding=2' \
	'--load 0.6 --frames 900 --back-pressure 0.4 --strike 0:node:1,5000:link:1:2,9000:none'
# Words for the own node, too.
awk 'BEGIN { for (k = 0; k < 60; k++) for (i = 1; i < 7; i++) print "@" 30 * k + 7 * i, i, k % 3 == 0 ? i : k % 3 == 1 ? 1 : (i + k) % 6 + 1 }' >own.txt
same 'full-ring nodes=6 payload-bits=9 acknowledge=true outstanding=3' '--messages own.txt --back-pressure 0.2'
same 'rotor leaves=14 payload-bits=24' '--load 1 --frames 1500 --back-pressure 0.4'
same 'rotor leaves=24 bins=8 payload-bits=70 queue-words=4' '--pattern hotspot --hotspot 1:3,7:1 --load 0.9 --frames 600 --back-pressure 0.3'
one_process 'hypertree-1 nodes=7' '--engine model' 'the model of this network runs in one process'
one_process 'hypertree-1 nodes=7 payload-bits=24' '--load 0.1 --engine rtl' 'the Verilog of hypertree_1 is one piece'
# Two messages of each leaf to each other one within its half, and one through the root.
awk 'BEGIN { for (i = 0; i < 12; i++) { print i, (i + 6) % 12; for (j = 0; j < 12; j++) if ((i < 6) == (j < 6)) { print i, j; print i, j } } }' >messages.txt
played='switching=off-line schedule=schedule.json'
alone "fat-tree leaves=12 root-capacity=3 connections=2 payload-bits=40 $played" ''
alone 'sorter wires=6 key-bits=9 payload-bits=3' '--frames 500'
alone 'flexible-sorter words=32 lines=8 key-bits=5 payload-bits=4' '--frames 100 --back-pressure 0.3'
alone 'pruned-butterfly leaves=4 routing=deterministic payload-bits=9 round-words=3' '--frames 200 --load 1 --back-pressure 0.3'
alone 'pruned-butterfly leaves=4 routing=deterministic payload-bits=9 degree=2' '--frames 200 --load 1 --back-pressure 0.3'
alone 'sorting-fat-tree leaves=8 mesh-side=2 payload-bits=9' '--frames 100 --load 2 --back-pressure 0.3'
# Such a model is not shared; the Verilog is.
network 'sorting-fat-tree'
"$ftc" simulate net.yaml --set leaves=8 --set mesh-side=2 --set payload-bits=9 --engine model --processes 2 >/dev/null 2>said
[ $? -eq 2 ] && [ "$(grep -c error said)" = 1 ] && grep -q 'error: --engine model: the model of this network runs in one process' said
report 'a model that runs in one process'

# without KEYS REASON: the model cannot be, and the message says why.
without() {
	printf '%s\n' $1 | sed 's/=/: /' >net.yaml
	"$ftc" simulate net.yaml --engine model >/dev/null 2>said
	[ $? -eq 2 ] && [ "$(grep -c error said)" = 1 ] && grep -q -- "error: --engine model: $2" said && grep -q '^try: --engine rtl' said
	report "no model: $2"
}
without 'network=fat-tree leaves=4 connections=33' 'the model of this network has leaves of up to 32 lanes'
without 'network=sorting-fat-tree leaves=8 payload-bits=65' 'the model of this network carries payloads of up to 64 bits'
without 'network=pruned-butterfly leaves=8 routing=deterministic payload-bits=65' 'the model of this network carries destination, source and'
finish
