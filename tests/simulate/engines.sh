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
	"$ftc" simulate net.yaml $keys $options "$@" --log "$name.csv" --json >report.json 2>said && kept "$name"
}

# kept NAME: the report, without what the engine and processes change.
kept() {
	sed '/"engine"/d; /"pieces"/d; /"piece_kinds"/d; /"processes"/d; /"meetings"/d; /"meeting_bytes"/d; /"longest_computing"/d' report.json >"$1.json"
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

# alone NETWORK OPTIONS: likewise of a network whose model runs in one process. Of a sorter, which delivers no messages, there is a
# report alone. An off-line network plays messages.txt.
# shellcheck disable=SC2086
alone() {
	printf 'network: %s\n' "${1%% *}" >net.yaml
	options=$2
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
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
				keys = "routing=deterministic order=" pick("pairs none") " round-words=" pick("1 2 3 5 20")
			else
				keys = "mesh-side=" (leaves > 4 ? pick("1 2") : 1)
			keys = keys " leaves=" leaves payload
			options = options " --frames " int(20 + rand() * 200) " --load " 0.1 + rand() * 3 " --back-pressure " pick("0 0.3 0.8")
		}
		print keys "|" kind "|" options
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
		} else if (kind == "xgft") {
			keys = "children=[" int(2 + rand() * 3) "," int(2 + rand() * 3) "] parents=[" pick("1 1 2") "," int(1 + rand() * 3) "]"
		} else if (kind == "gft") {
			keys = "height=2 children=" int(2 + rand() * 3) " parents=" pick("1 2 2 3")
		} else {
			keys = "leaves=" pick("4 16 16")
		}
		if (kind ~ /gft|cm-5/)
			keys = keys " up-routing=" pick("destination source random")
		keys = keys " turns=" pick("true true false") " payload-bits=" int(1 + rand() * 70)
		pattern = pick("uniform uniform hotspot tornado neighbor bit-complement permutation")
		print keys "|" kind "|--pattern " pattern " --load " 0.05 + rand() * 1.5 " --frames " int(40 + rand() * 400) \
			" --back-pressure " pick("0 0 0.3 0.8") " --seed " seed
	}'
}

if [ $# -gt 1 ]; then
	for seed in $(seq "$3" $(($3 + $2 - 1))); do
		draw "$seed" >drawn
		IFS='|' read -r keys kind options <drawn
		# The smallest fat-tree has two leaves; the smallest other network, four.
		processes=2
		[ "$kind" = fat-tree ] || processes=$((2 + seed % 3))
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
same 'fat-tree leaves=8 payload-bits=7' '--messages own.txt'
same 'fat-tree leaves=8 connections=2 payload-bits=33' '--messages own.txt'
same 'xgft children=[3,2] parents=[2,3] payload-bits=8' '--load 1.2 --frames 300'
same 'cm-5 leaves=16 up-routing=random' '--load 0.9 --frames 200'
# Two messages of each leaf to each other one within its half, and one through the root.
awk 'BEGIN { for (i = 0; i < 12; i++) { print i, (i + 6) % 12; for (j = 0; j < 12; j++) if ((i < 6) == (j < 6)) { print i, j; print i, j } } }' >messages.txt
played='switching=off-line schedule=schedule.json'
alone "fat-tree leaves=12 root-capacity=3 connections=2 payload-bits=40 $played" ''
alone 'sorter wires=6 key-bits=9 payload-bits=3' '--frames 500'
alone 'flexible-sorter words=32 lines=8 key-bits=5 payload-bits=4' '--frames 100 --back-pressure 0.3'
alone 'pruned-butterfly leaves=4 routing=deterministic payload-bits=9 round-words=3' '--frames 200 --load 1 --back-pressure 0.3'
alone 'sorting-fat-tree leaves=8 mesh-side=2 payload-bits=9' '--frames 100 --load 2 --back-pressure 0.3'
# Such a model is not shared; the Verilog is.
"$ftc" simulate net.yaml --set leaves=8 --set mesh-side=2 --set payload-bits=9 --engine model --processes 2 >/dev/null 2>said
[ $? -eq 2 ] && [ "$(grep -c error said)" = 1 ] && grep -q 'error: --engine model: the model of this network runs in one process' said
report 'a model that runs in one process'
finish
