#!/bin/sh
# words.sh FTC WORDS LANES PACKET: passes WORDS words or more through 16 leaves, under overload and random back-pressure, and
# checks that each arrives once, in order and intact; with packets of 1 to PACKET words (0: no packets) that these arrive
# whole. Several runs, each with another seed, pattern and readiness.
set -eu
ftc=$1 words=$2 lanes=$3 packet=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s\n' 'network: xgft' 'children: [4, 4]' 'parents: [1, 4]' "lanes: $lanes" >"$folder/net.yaml"
[ "$packet" -eq 0 ] || echo 'packet: true' >>"$folder/net.yaml"
length=
[ "$packet" -eq 0 ] || length="--packet-words $packet"
passed=0 seed=0
# So that each pattern has its turn: a run passes a quarter of the words at most.
slots=$((words / 4 / 16 + 1))
while [ "$passed" -lt "$words" ]; do
	seed=$((seed + 1))
	case $((seed % 4)) in 0) pattern=hotspot\ --hotspot\ 3:1,rest:3 ;; 1) pattern=uniform ;; 2) pattern=permutation ;; 3) pattern=shuffle ;; esac
	# shellcheck disable=SC2086 # several words
	"$ftc" simulate "$folder/net.yaml" --engine rtl --pattern $pattern --load 1.5 --frames "$slots" --seed "$seed" $length \
		--back-pressure "0.$((seed * 7 % 9))" --json >"$folder/said" || { cat "$folder/said"; exit 1; }
	passed=$((passed + $(sed -n 's/.*"delivered": \([0-9]*\).*/\1/p' "$folder/said" | head -1)))
	echo "$seed runs: $passed words"
done
