#!/bin/bash
# Small inputs cost little, or are refused: --limit. Work is counted by ftc's own count, which is the same on every machine.
#
#   small-inputs.sh FTC
set -u
ftc=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
. "$here/../common/tap.sh"
export FTC_CACHE=
# Meson has all memory filled that is allocated, and so counts what is never used.
export MALLOC_PERTURB_=0
ulimit -v 1200000
printf 'network: fat-tree\nleaves: 2\npayload-bits: 8\n' >tree.yaml
printf 'network: sorter\nwires: 1024\nkey-bits: 65535\npayload-bits: 65535\n' >sorter.yaml
printf 'network: cm-5\nleaves: 1048576\n' >cm5.yaml
offline='--set switching=off-line --set settings-port=true'
most=67108864

# within LIMIT ARGUMENT...: done at this limit.
within() {
	local limit=$1
	takes 4 || return 0
	shift
	"$ftc" "$@" --limit "$limit" >said 2>&1
	report "within $limit s: $*"
}

# beyond LIMIT WORDS ARGUMENT...: refused at this limit, in these words, with a suggestion and nothing on standard output.
beyond() {
	local limit=$1 words=$2
	shift 2
	"$ftc" "$@" --limit "$limit" >out 2>said
	[ $? = 2 ] && [ ! -s out ] && grep -qF -- "$words" said && grep -q '^try: .*, or --limit [0-9n]' said
	report "beyond $limit s: $*"
}

# Time and memory by levels and classes of leaves, not by wires or leaves.
within 0.1 report tree.yaml --set capacities=$most,64 --set external=true
within 0.1 report tree.yaml --set leaves=4 --set capacities=$most,$most,64 --set external=true
within 0.1 report tree.yaml --set leaves=16 --set capacities=$most,$most,$most,$most,64 --set external=true
# A million leaves and a million messages.
awk 'BEGIN { for (i = 0; i < 1000000; i++) print i, (i * 7919 + 13) % 1048576 }' >million.txt
within 1 universality cm5.yaml --messages million.txt
within 1 universality tree.yaml --set leaves=1048576 --set connections=4 --messages million.txt
beyond 0.05 'the comparison takes more' universality cm5.yaml --messages million.txt
for family in ecp5 ice40; do
	within 0.1 report tree.yaml --set leaves=1048576 --set connections=64 --set family=$family --json
done
within 0.2 boards tree.yaml --set leaves=1048576 --set connections=64
within 0.5 generate tree.yaml --set leaves=1048576 --set connections=16 -o wide
within 1 generate sorter.yaml -o sorter
within 1 generate sorter.yaml --set probe=true -o probed
within 2 generate sorter.yaml --set family=ice40up --set probe=true -o probed
# shellcheck disable=SC2086
within 10 report tree.yaml $offline --set leaves=1048576 --set schedule-cycles=2048
within 10 embed cm5.yaml --guest hypercube
within 10 schedule tree.yaml --set leaves=1048576 --from transpose

# What stays expensive.
# shellcheck disable=SC2086
beyond 2 'the Verilog takes more ' \
	generate tree.yaml $offline --set leaves=262144 --set schedule-cycles=2048 -o never
beyond 2 'the schedule takes more work than the limit of 2 s' schedule tree.yaml --set leaves=1024 \
	--set root-capacity=1 --from all-to-all
beyond 1 'the schedule takes more memory than the limit of 100 MB' schedule tree.yaml --set leaves=8192 --from all-to-all
beyond 1 'the schedule takes more ' schedule tree.yaml --set leaves=1048576 --from fft
beyond 0.5 'the embedding takes more ' embed cm5.yaml --guest hypercube
beyond 0.5 'the embedding takes more work than the limit of 0.5 s' embed tree.yaml --set leaves=16384 \
	--guest random-geometric 16384
beyond 0.5 'the embedding takes more ' embed tree.yaml --set leaves=131072 --guest ring
beyond 0.5 'the network takes more work than the limit of 0.5 s' report tree.yaml --set leaves=131071 \
	--set connections=10
beyond 0.001 'the network takes more work than the limit of 0.001 s' report tree.yaml --set leaves=1048576 \
	--set connections=64
# told LINE: of the last message
told() {
	grep -qxF -- "$1" said
	report "$1"
}
told 'ftc: error: with leaves: 1048576 the network takes more work than the limit of 0.001 s on a nominal machine: expected at most that'
told 'try: fewer leaves, connections or capacities, or --limit 0.005'
beyond 0.001 'with 67108864 in capacities the network takes' report tree.yaml --set capacities=$most,64
# What is proposed helps.
beyond 10 'with 67100672 messages the schedule takes more memory' schedule tree.yaml --set leaves=8192 --from all-to-all
told 'try: fewer messages, or --limit 50'
slow='schedule tree.yaml --set leaves=1024 --set root-capacity=1 --from all-to-all'
# shellcheck disable=SC2086
beyond 2 'with 1047552 messages the schedule takes more work' $slow
told 'try: fewer messages, --method theorem-1, or --limit 5'
# shellcheck disable=SC2086
within 2 $slow --method theorem-1
# shellcheck disable=SC2086
beyond 0.5 'with 1047552 messages the schedule takes more ' $slow
told 'try: fewer messages, or --limit 2'
# Partial concentrators: proofs for narrow ones, searches for wide ones.
# shellcheck disable=SC2086
beyond 1 'the network takes more work than the limit of 1 s' report tree.yaml $offline --set schedule-cycles=2 \
	--set concentrator=partial --set leaves=1024 --set root-capacity=60
# shellcheck disable=SC2086
beyond 3 'the network takes more work than the limit of 3 s' report tree.yaml $offline --set schedule-cycles=2 \
	--set concentrator=partial --set leaves=4096 --set root-capacity=4096
[ ! -e never ]
report 'a command that is refused leaves nothing'

# Files without an end, or without lines.
for what in 'schedule tree.yaml' 'schedule tree.yaml --from-matrix' 'embed tree.yaml --network' \
	'simulate tree.yaml --messages' 'report' 'flash --board icebreaker'; do
	# shellcheck disable=SC2086
	"$ftc" $what /dev/zero >said 2>&1
	[ $? = 2 ] && grep -q 'error: ' said
	report "$what /dev/zero"
done
for what in 'schedule tree.yaml -' 'schedule tree.yaml --from-matrix -' 'embed tree.yaml --network -' \
	'simulate tree.yaml --messages -' 'report -'; do
	# shellcheck disable=SC2086
	yes '' | "$ftc" $what --limit 1 >said 2>&1
	[ "${PIPESTATUS[1]}" = 2 ] && grep -qE 'limit of 100 MB|longer than|larger than|more than' said
	report "$what with newlines without end"
done

# The option.
within none report tree.yaml
for wrong in 0 -1 ten 1e9; do
	"$ftc" report tree.yaml --limit=$wrong >said 2>&1
	[ $? = 2 ] && grep -qF -- "--limit is '$wrong': expected a number from 0.001 to" said
	report "--limit=$wrong"
done
# tries VALUE WORDS: what is proposed instead of this limit
tries() {
	"$ftc" report tree.yaml --limit "$1" >said 2>&1
	[ $? = 2 ] && grep -qxF -- "try: $2" said
	report "--limit $1: try $2"
}
tries NONE '--limit none'
tries nonw '--limit none'
tries 1e9 '--limit none'
tries 0 '--limit 0.001'
tries ten 'without --limit'
# Without the limit the machine's own is met.
"$ftc" schedule tree.yaml --set leaves=16384 --from all-to-all --limit none >said 2>&1
[ $? = 1 ] && grep -q 'out of memory' said
report 'without a limit it runs out of memory'
finish
