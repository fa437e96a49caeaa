#!/bin/sh
# simulate.sh FTC: what `ftc simulate` counts of rounds is what the model of rounds (ftc report --messages) foresees.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
printf '%s\n' 'network: pruned-butterfly' 'leaves: 8' 'routing: deterministic' 'payload-bits: 8' >eight.yaml

# block KEY FILE: the object of this key, on one line.
block() {
	sed -n "/^ *\"$1\": [{[]/,/^  *[]}],*$/p" "$2" | sed 1d | tr -d ' \n' | sed 's/,$//'
}

# number KEY FILE: the first one.
number() {
	sed -n "s/^ *\"$1\": \([-0-9.e+]*\),*\$/\1/p" "$2" | head -1
}

# batches FILE: of the stages.
batches() {
	sed -n '/"stage": /,/"clocks"\|"max"/p' "$1" | sed -n "s/^ *\"$2\": \([0-9]*\)[,.0]*\$/\1/p" | tr '\n' ' '
}

# one_round NAME WORDS-OF-A-LEAF LATE: the messages of file NAME. LATE: readers may delay the end of the round.
one_round() {
	"$ftc" report eight.yaml --set order=none --set round-words="$2" --messages "$1" --json >foreseen 2>said || cat said
	"$ftc" simulate eight.yaml --engine rtl --one-round --messages "$1" --json >counted 2>said || cat said
	is "$1: words" "$(number rounds counted) $(number round_words counted)" "1 $(number words foreseen)"
	is "$1: batches" "$(batches counted mean)" "$(batches foreseen batches)"
	is "$1: batches of the round" "$(sed -n '/"batches": {/,/}/p' counted | sed -n 's/^ *"max": \([0-9]*\).*/\1/p')" "$(number batches foreseen)"
	is "$1: its load factor beside its batches" "$(number lambda_at_most counted) $(number batches_max counted)" \
		"$(block lambda foreseen | awk -F'[:,]' '{ print int(($2 + $4 - 1) / $4) }') $(number batches foreseen)"
	is "$1: sidetracked" "$(number sidetracked counted)" "$(number sidetracked foreseen)"
	for factor in both: up:_up down:_down; do
		is "$1: load factor ${factor%:*}" "$(block "${factor%:*}" counted)" "$(block "lambda${factor#*:}" foreseen)"
	done
	clocks=$(sed -n '/"round_clocks": {/,/}/p' counted | sed -n 's/^ *"max": \([0-9]*\).*/\1/p')
	if [ "$3" = late ]; then
		[ "$clocks" -ge "$(number clocks foreseen)" ]
		report "$1: clocks, and those of readers"
	else
		is "$1: clocks" "$clocks" "$(number clocks foreseen)"
	fi
}

for i in 0 1 2 3 4 5 6 7; do echo "$i $((7 - i))"; done >complement
for i in 0 1 2 3 4 5 6; do echo "$i 7"; done >to-one
for i in 0 1 2 3 4 5 6; do echo "7 $i"; done >from-one
awk 'BEGIN { for (i = 0; i < 24; i++) print i % 8, (i * i * 5 + i + 3) % 7 }' >mixed
one_round complement 1 exact
is 'complement: queue' "$(number queue_max counted)" 2
one_round to-one 1 late
one_round from-one 7 late
# Its seven words; leaf 0 has but the word that holds up the round.
is 'from-one: queue' "$(number queue_max counted) $(number queue_words counted)" '7 63'
one_round mixed 3 late

"$ftc" simulate eight.yaml --engine rtl --load 2 --frames 40 --back-pressure 0.3 --json >counted 2>said
report 'many rounds' said
[ "$(number queue_max counted)" -le "$(number queue_words counted)" ]
report 'many rounds: queue' counted
# The rounds of all load factors are all rounds. Their stages keep Lemma 7.
awk -F'[:,]' '/"by_lambda"/ { inside = 1 } /\]/ { inside = 0 }
	!inside && /^ *"rounds"/ { all = $2 }
	inside && /"rounds"/ { sum += $2; rows++ }
	inside && /"stage_batches_max"/ { most = $2 }
	inside && /"stage_batches_bound"/ && $2 < most { exit bad = 1 }
	END { exit bad || rows < 2 || sum != all }' counted
report 'many rounds: by load factor' counted
finish
