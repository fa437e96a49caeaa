#!/bin/sh
# engines.sh FTC [COUNT SEED]: the model in C, and the model in three processes, deliver what the verilated Verilog does, message by
# message, in the same clock, at the same leaf: in the networks below, or in COUNT random ones. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

processes=3

# run NAME OPTIONS...: a log NAME.csv, and a report without what the engine and processes change.
# shellcheck disable=SC2086
run() {
	name=$1
	shift
	"$ftc" simulate net.yaml $keys $options "$@" --log "$name.csv" --json >report.json 2>said || return 1
	sed '/"engine"/d; /"pieces"/d; /"piece_kinds"/d; /"processes"/d; /"meetings"/d; /"meeting_bytes"/d; /"longest_computing"/d' report.json >"$name.json"
}

# same NETWORK OPTIONS: keys of the network and options of ftc simulate, in words.
# shellcheck disable=SC2086
same() {
	printf 'network: %s\n' "${1%% *}" >net.yaml
	options=$2
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
	rm -f rtl.csv model.csv shared.csv
	: >said
	run rtl --engine rtl && run model --engine model && run shared --engine model --processes "$processes" &&
		[ "$(wc -l <model.csv)" -gt 20 ] && cmp rtl.csv model.csv >>said && cmp rtl.json model.json >>said &&
		cmp model.csv shared.csv >>said && cmp model.json shared.json >>said
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

# A network and options, at random.
draw() {
	awk -v seed="$1" 'function pick(list, word, n) { n = split(list, word, " "); return word[1 + int(rand() * n)] }
	BEGIN {
		srand(seed)
		rand()
		kind = pick("fat-tree fat-tree xgft xgft gft cm-5 pruned-butterfly")
		if (kind == "fat-tree") {
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
		if (kind ~ /gft|cm-5/)
			keys = keys " up-routing=" pick("destination source random")
		keys = keys " turns=" pick("true true false") " payload-bits=" int(1 + rand() * 70)
		pattern = pick("uniform uniform hotspot tornado neighbor bit-complement permutation")
		if (kind != "fat-tree" && rand() < 0.4) {
			keys = keys " broadcast-every=" int(2 + rand() * 4) " groups=[[0,1],[1-3]]"
			print keys "|" kind "|--messages mix.txt --back-pressure " pick("0 0.5 0.95") " --seed " seed
			exit
		}
		print keys "|" kind "|--pattern " pattern " --load " 0.05 + rand() * 1.5 " --frames " int(40 + rand() * 400) \
			" --back-pressure " pick("0 0 0.3 0.8") " --seed " seed
	}'
}

if [ $# -gt 1 ]; then
	for seed in $(seq "$3" $(($3 + $2 - 1))); do
		draw "$seed" >drawn
		mix "$seed" >mix.txt
		IFS='|' read -r keys kind options <drawn
		# The smallest fat-tree has two leaves; the smallest other network, four.
		processes=2
		[ "$kind" = fat-tree ] || processes=$((2 + seed % 3))
		same "$kind $keys" "$options"
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
same 'fat-tree leaves=8 payload-bits=7' '--messages own.txt'
same 'fat-tree leaves=8 connections=2 payload-bits=33' '--messages own.txt'
same 'xgft children=[3,2] parents=[2,3] payload-bits=8' '--load 1.2 --frames 300'
same 'fat-tree leaves=5 external=true root-capacity=2 payload-bits=9' '--load 1.5 --frames 300 --back-pressure 0.3'
# Broadcasts among other words.
mix 1 >mix.txt
same 'xgft children=[3,2] parents=[1,2] broadcast-every=3 groups=[[0,1,4],[1-3]] payload-bits=8' '--messages mix.txt --back-pressure 0.95'
same 'cm-5 leaves=16 up-routing=random' '--load 0.9 --frames 200'
# Dead links and routers, which words avoid by other parents, and by other lanes.
same 'xgft children=[2,2,2] parents=[1,2,2] faults=[link:1:0:0,node:3:3] up-routing=source payload-bits=8' '--load 1.2 --frames 400'
same 'cm-5 leaves=16 faults=[node:1:3,link:1:0:1]' '--load 0.7 --frames 300 --back-pressure 0.3'
same 'pruned-butterfly leaves=16 faults=[node:2:2,link:0:5:0] payload-bits=8' '--pattern hotspot --load 1 --frames 300'
finish
