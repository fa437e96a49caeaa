#!/bin/sh
# loops.sh FTC: closed loops. Their logs, read by a program that knows nothing of ftc; the Verilog and the model are equal; batches on
# idle networks, against closed formulas; and what is refused. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
check="python3 $(realpath "$(dirname "$0")")/loops.py"

# network NETWORK: net.yaml, and $keys.
network() {
	printf 'network: %s\n' "${1%% *}" >net.yaml
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
}

# run ENGINE OPTIONS
# shellcheck disable=SC2086
run() {
	"$ftc" simulate net.yaml $keys $2 --engine "$1" --log "$1.csv" --json >report.json 2>>said &&
		cp report.json "$1.json"
}

# loop NETWORK LEAVES SHIFT OPTIONS: with a pattern in which leaf i asks leaf i + SHIFT.
loop() {
	network "$1"
	: >said
	run model "$4" && $check model.csv model.json "$2" "$3" >>said 2>&1
	report "$1, $4: is a closed loop"
}

# figures NAME: without what the engine changes.
figures() {
	sed '/"made"/d; /"engine"/d; /"pieces"/d; /"piece_kinds"/d' "$1.json"
}

# equal NETWORK OPTIONS: both engines.
equal() {
	takes 3 || return 0
	network "$1"
	: >said
	run model "$2" && run rtl "$2" && [ "$(wc -l <model.csv)" -gt 20 ] && cmp rtl.csv model.csv >>said && figures model >one &&
		figures rtl >other && cmp one other >>said
	report "$1, $2: the Verilog does the same"
}

loop 'fat-tree leaves=13 root-capacity=4' 13 1 '--pattern neighbor --outstanding 3 --frames 300'
loop 'fat-tree leaves=13 root-capacity=4' 13 6 '--pattern tornado --outstanding 4 --batch 50 --request-words 2 --reply-words 3 --back-pressure 0.4'
loop 'fat-tree leaves=8 lanes=auto packet=true' 8 1 '--pattern neighbor --outstanding 5 --reply-words 7 --frames 900'
loop 'fat-tree leaves=8 lanes=auto packet=true' 8 3 '--pattern tornado --batch 40 --think 60'
loop 'cm-5 leaves=16' 16 1 '--pattern neighbor --outstanding 2 --batch 30 --reply-words 0'
loop 'rotor leaves=12' 12 1 '--pattern neighbor --outstanding 9 --think 500 --batch 60 --reply-words 3'
# The check sees what is wrong.
cp model.csv whole.csv
tail -n +2 whole.csv >rows
{ head -n 1 whole.csv; awk -F, -v OFS=, 'NR == 200 { $6 += 3 } { print }' rows; } >late.csv
! $check late.csv model.json 12 1 >/dev/null 2>&1 && $check whole.csv model.json 12 1 >said 2>&1
report 'a late word is seen'
sed 's/"outstanding": 9/"outstanding": 2/' model.json >less.json
! $check whole.csv less.json 12 1 >/dev/null 2>&1
report 'a request too many is seen'

equal 'fat-tree leaves=16 root-capacity=6 payload-bits=16' '--outstanding 3 --think 40 --reply-words 4 --frames 200'
equal 'xgft children=[3,2] parents=[2,3] payload-bits=8' '--batch 30 --outstanding 4 --pattern uniform:3+tornado:1'
equal 'fat-tree leaves=8 lanes=auto packet=true payload-bits=16' '--outstanding 6 --request-words 2 --reply-words 9 --frames 400 --back-pressure 0.3'
equal 'rotor leaves=14 payload-bits=24' '--batch 40 --pattern hotspot --hotspot 3:2,rest:1'
equal 'hypertree-1 nodes=7 payload-bits=24' '--outstanding 4 --think 30 --frames 300'
equal 'pruned-butterfly leaves=4 routing=deterministic payload-bits=9' '--outstanding 3 --frames 100'
equal 'sorting-fat-tree leaves=8 mesh-side=2 payload-bits=9' '--batch 20 --outstanding 2'

# A tree with a wire for each leaf in every channel: words that one leaf exchanges with another meet no others. Requests are sent in even
# slots, replies in odd ones.
network 'fat-tree leaves=16 root-capacity=16 payload-bits=16'
printf '0 15\n' >one.txt
field() { awk -F: -v key="\"$1\"" '$1 ~ "^ *" key { print $2 + 0; exit }' "$2"; }
# shellcheck disable=SC2086
"$ftc" simulate net.yaml $keys --messages one.txt --json >one.json
one=$(field clocks one.json) slot=$(field slot_clocks one.json)
for n in 1 10 25; do
	run model "--batch $n --outstanding 1 --pattern bit-complement"
	is "$n requests, one at a time: $((2 * n)) words in a row" "$(field clocks model.json)" $((one + (2 * n - 1) * slot))
done
run model '--batch 20 --pattern bit-complement --reply-words 0'
is '20 requests at once, without replies: 20 words in a row' "$(field clocks model.json)" $((one + 19 * slot))

# refused NAME MESSAGE OPTIONS
# shellcheck disable=SC2086
refused() {
	"$ftc" simulate net.yaml $keys $3 >out 2>said
	[ $? -eq 2 ] && grep -qF -e "$2" said && [ "$(grep -c error: said)" -eq 1 ] && grep -q '^try: ' said && [ ! -s out ]
	report "$1"
}
refused 'a window of 0' "--outstanding is '0': expected a whole number from 1 to" '--outstanding 0'
refused 'a batch of 0' "--batch is '0': expected a whole number from 1 to" '--batch 0'
refused 'too large a batch at once' 'try: --batch 100000000 --outstanding 1048576' '--batch 100000000'
refused 'a reply without a loop' '--reply-words is only for --outstanding and --batch' '--reply-words 4'
refused 'thinking without a loop' '--think is given without --bus, --outstanding or --batch' '--think 4'
refused 'a load' '--outstanding and --load do not go together: in a closed loop replies decide' '--outstanding 2 --load 0.4'
refused 'a process' '--batch and --injection do not go together' '--batch 2 --injection poisson'
refused 'a sweep' '--outstanding and --sweep do not go together' '--outstanding 2 --sweep'
refused 'messages' '--outstanding and --messages do not go together' '--outstanding 2 --messages one.txt'
refused 'slots of a batch' '--batch and --frames do not go together: a batch is simulated until' '--batch 2 --frames 5'
refused 'requests of no word' "--request-words is '0'" '--batch 2 --request-words 0'
refused 'two processes' 'messages cannot wait for each other in several processes' '--batch 2 --engine model --processes 2'
finish
