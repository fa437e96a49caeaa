#!/bin/sh
# engines.sh FTC [COUNT SEED]: the model in C, and the model in three processes where it can be, deliver what the verilated Verilog
# does, message by message, in the same clock, at the same leaf: in the networks below, or in COUNT random ones. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

# 0: the model runs in one process.
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
	run rtl --engine rtl && run model --engine model &&
		[ "$(wc -l <model.csv)" -gt 20 ] && cmp rtl.csv model.csv >>said && cmp rtl.json model.json >>said &&
		{ [ "$processes" -eq 0 ] || same_shared; }
	report "$1, $2"
}

same_shared() {
	run shared --engine model --processes "$processes" && cmp model.csv shared.csv >>said && cmp model.json shared.json >>said
}

# one_process NETWORK OPTIONS: several processes are refused, with one message.
one_process() {
	printf 'network: %s\n' "${1%% *}" >net.yaml
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
	# shellcheck disable=SC2086
	"$ftc" simulate net.yaml $keys $2 --processes 2 >said 2>&1
	[ $? -eq 2 ] && [ "$(grep -c error: said)" -eq 1 ] && grep -q "$3" said
	report "$1, $2: not in two processes"
}

# A network and options, at random.
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
		} else if (kind == "xgft") {
			keys = "children=[" int(2 + rand() * 3) "," int(2 + rand() * 3) "] parents=[" pick("1 1 2") "," int(1 + rand() * 3) "]"
		} else if (kind == "gft") {
			keys = "height=2 children=" int(2 + rand() * 3) " parents=" pick("1 2 2 3")
		} else {
			keys = "leaves=" pick("4 16 16")
		}
		if (kind ~ /gft|cm-5/)
			keys = keys " up-routing=" pick("destination source random")
		if (kind !~ /hypertree|ring|binary/)
			keys = keys " turns=" pick("true true false") " payload-bits=" int(1 + rand() * 70)
		pattern = pick("uniform uniform hotspot tornado neighbor bit-complement permutation")
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
			keys = keys " acknowledge=true lanes=" pick("1 2 3 4")
	}'
}

if [ $# -gt 1 ]; then
	for seed in $(seq "$3" $(($3 + $2 - 1))); do
		draw "$seed" >drawn
		IFS='|' read -r keys kind options <drawn
		# The smallest fat-tree has two leaves; the smallest other network, four.
		processes=2
		[ "$kind" = fat-tree ] || processes=$((2 + seed % 3))
		case $kind in hypertree* | *ring | binary-tree) processes=0 ;; esac
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
same 'cm-5 leaves=16 up-routing=random' '--load 0.9 --frames 200'
processes=0
same 'hypertree-1 nodes=7 payload-bits=24' '--load 1 --frames 600'
same 'hypertree-1 nodes=7 payload-bits=24' '--pattern hotspot --hotspot 1:3,7:1 --load 0.5 --frames 600 --back-pressure 0.6'
same 'hypertree-2 nodes=15 payload-bits=8 buffers=4 faults=[node:6]' '--load 0.8 --frames 400 --back-pressure 0.3'
same 'hypertree-1 nodes=7 payload-bits=70 fault-registers=true lanes=2' \
	'--load 0.6 --frames 900 --back-pressure 0.4 --strike 0:node:1,5000:link:1:2,9000:none'
# Words for the own node, too.
awk 'BEGIN { for (k = 0; k < 60; k++) for (i = 1; i < 7; i++) print "@" 30 * k + 7 * i, i, k % 3 == 0 ? i : k % 3 == 1 ? 1 : (i + k) % 6 + 1 }' >own.txt
same 'full-ring nodes=6 payload-bits=9 acknowledge=true lanes=3' '--messages own.txt --back-pressure 0.2'
one_process 'hypertree-1 nodes=7' '--engine model' 'the model of this network runs in one process'
one_process 'hypertree-1 nodes=7 payload-bits=24' '--load 0.1' 'the Verilog of hypertree_1 is one piece'
finish
