#!/bin/sh
# simulate.sh FTC: `ftc simulate` of rotors, patterns of traffic with slow readers: each message once, in order, intact. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
export FTC_CACHE="$scratch/cache"

# simulate LEAVES PAYLOAD KEY... -- OPTION...: all that was sent has arrived
simulate() {
	printf 'network: rotor\nleaves: %s\npayload-bits: %s\n' "$1" "$2" >net.yaml
	shift 2
	while [ "$1" != -- ]; do
		echo "$1" >>net.yaml
		shift
	done
	shift
	"$ftc" simulate net.yaml --json "$@" >said 2>&1 && grep -q '"passed": true' said && [ "$(field delivered)" -gt 2000 ] &&
		[ "$(field sent)" = "$(field delivered)" ]
}

for pattern in uniform permutation hotspot transpose; do
	simulate 16 24 -- --pattern "$pattern" --load 0.2 --frames 3000 --back-pressure 0.5
	report "16 leaves, $pattern"
done
simulate 16 24 -- --load 3 --frames 3000 && awk -v a="$(field accepted)" 'BEGIN { exit !(a > 0.35 && a < 1) }'
report '16 leaves, too much traffic'
simulate 37 65 'bins: 8' 'queue-words: 4' 'storage: block-ram' -- --load 0.5 --frames 2000 --back-pressure 0.6
report '37 leaves, uniform'
simulate 37 65 'bins: 8' 'queue-words: 4' 'storage: block-ram' -- --hotspot 36:3,rest:1 --load 0.5 --frames 2000
report '37 leaves, most for leaf 36'

# ---- leaves that read nothing while the run is measured ----
printf 'network: rotor\nleaves: 16\npayload-bits: 16\nstopped-after: 256\nstopped-reader: drop\n' >drop.yaml
sed /stopped/d drop.yaml >hold.yaml
"$ftc" simulate hold.yaml --load 1 --frames 4000 --json >said 2>&1
rate=$(field accepted)
"$ftc" simulate hold.yaml --load 1 --frames 4000 --stopped 3 --json >said 2>&1 &&
	grep -q '"thrown_away": null' said && [ "$(field sent)" = "$(field delivered)" ] &&
	awk -v a="$(field accepted)" -v all="$rate" 'BEGIN { exit !(a < all / 4) }'
report 'a leaf that reads nothing holds all that address it'
"$ftc" simulate drop.yaml --load 1 --frames 4000 --stopped 3 --json >said 2>&1 && [ "$(field thrown_away)" -gt 100 ] &&
	[ "$(field sent)" = $(($(field delivered) + $(field thrown_away))) ] &&
	awk -v a="$(field accepted)" -v all="$rate" 'BEGIN { exit !(a > 0.95 * 15 / 16 * all) }'
report 'with stopped-reader: drop the others keep their rate'
grep -v '"made"\|"engine"\|"piece' said >model
"$ftc" simulate drop.yaml --load 1 --frames 4000 --stopped 3 --engine rtl --json 2>error.txt | grep -v '"made"\|"engine"\|"piece' >rtl
[ -s rtl ] && cmp model rtl
report 'the Verilog and the model throw away the same words'
"$ftc" simulate drop.yaml --load 1 --frames 4000 --json >said 2>&1 && [ "$(field thrown_away)" = 0 ]
report 'where all read, nothing is thrown away'

# A lone message, when all queues are empty: its turn, the rotor, a visit.
"$ftc" report net.yaml --json >said
least=$(field shortest_clocks) most=$(($(field shortest_clocks) + $(field bins) + $(field visit_clocks)))
for message in '0 0' '0 36' '36 0' '7 8' '19 19' '20 5'; do
	echo "@200 $message" >one.txt
	"$ftc" simulate net.yaml --messages one.txt --json >said 2>&1 && [ "$(field delivered)" = 1 ] && [ "$(field max)" -ge "$least" ] &&
		[ "$(field max)" -le "$most" ]
	report "a lone message, from leaf ${message% *} to leaf ${message#* }, takes $least to $most clocks"
done
finish
