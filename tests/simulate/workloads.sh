#!/bin/sh
# workloads.sh FTC: how long collective operations take on idle networks, against closed formulas; their messages; their bounds, which no run
# is faster than; and what is refused. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

# clocks OPTIONS: until all is delivered.
# shellcheck disable=SC2086
clocks() {
	"$ftc" simulate net.yaml $1 --json 2>said | awk -F: '/^  "clocks":/ { print $2 + 0 }'
}

# A tree with a wire for each leaf in every channel: words of different sources and destinations never meet. So a word takes the same
# time as alone, a train a slot more for each word, and who answers does it in the next slot.
printf 'network: fat-tree\nleaves: 16\nroot-capacity: 16\npayload-bits: 16\n' >net.yaml
printf '0 15\n' >one.txt
one=$(clocks '--messages one.txt')
slot=$("$ftc" simulate net.yaml --messages one.txt --json | awk -F: '/"slot_clocks":/ { print $2 + 0 }')

# takes WORKLOAD SLOTS: with 16 ranks, so many words one behind the other.
takes() {
	is "$1: $2 words in a row" "$(clocks "--workload $1")" $((one + ($2 - 1) * slot))
}
takes barrier 4
takes 'broadcast --words 12' $((4 * 12))
takes 'reduce --words 12' $((4 * 12))
takes 'all-reduce --words 64' $((2 * 15 * 64 / 16))
takes 'all-reduce --words 64 --algorithm tree' $((2 * 4 * 64))
takes 'all-reduce --words 64 --algorithm recursive-doubling' $((4 * 64))
takes 'all-gather --words 5' $((15 * 5))
takes 'all-to-all --words 5' $((15 * 5))
takes 'fft --words 9' $((4 * 9))

# words WORKLOAD WORDS: in all. Each word arrives once, which every run checks.
words() {
	is "$1: $2 words in all" "$("$ftc" simulate net.yaml --workload $1 --json | awk -F: '/^  "delivered":/ { print $2 + 0 }')" "$2"
}
# 4 x 4 ranks have 2 * 12 neighbours in a row or column; 2 x 2 x 4 have 8 + 8 + 12.
words 'halo-2d --words 3' $((2 * 24 * 3))
words 'halo-3d --words 3' $((2 * 28 * 3))
words barrier $((4 * 16))
words 'broadcast --words 3' $((15 * 3))
# Parts of 3 and 4 words.
words 'all-reduce --words 50' $((2 * 15 * 50))
# Parts of no word are not sent.
words 'all-reduce --words 3' $((2 * 15 * 3))

# Bounds: on networks that are tapered, with lanes, of which leaves are dead, and with 13 ranks.
cat >bounds.awk <<'END'
/"(latency|leaf|bisection)_bound": [0-9]/ { known++; if ($2 + 0 > most) most = $2 + 0 }
/^  "clocks":/ { clocks = $2 + 0 }
END { exit !(known >= least && most > 0 && clocks >= most) }
END
for network in 'fat-tree leaves=16 root-capacity=3' 'fat-tree leaves=13 root-capacity=4 connections=2' 'cm-5 leaves=16' \
	'xgft children=[4,4] parents=[1,2] faults=[link:2:3:0]' 'fat-tree leaves=16 lanes=auto'; do
	printf 'network: %s\n' "${network%% *}" >net.yaml
	keys=
	least=3
	for key in ${network#* }; do
		keys="$keys --set $key"
		[ "$key" = lanes=auto ] && least=2
	done
	for workload in barrier broadcast reduce all-reduce 'all-reduce --algorithm tree' all-gather all-to-all halo-2d halo-3d; do
		size='--words 7'
		[ "$workload" = barrier ] && size=
		# shellcheck disable=SC2086
		"$ftc" simulate net.yaml $keys --workload $workload $size --json >out.json 2>said && awk -v least=$least -f bounds.awk out.json ||
			{ cat out.json >>said; break; }
	done
	report "no workload is faster than its bounds: $network"
done

# refused NAME MESSAGE OPTIONS
# shellcheck disable=SC2086
refused() {
	"$ftc" simulate net.yaml $3 >out 2>said
	[ $? -eq 2 ] && grep -qF -e "$2" said && [ "$(grep -c error: said)" -eq 1 ] && [ ! -s out ]
	report "$1"
}
printf 'network: fat-tree\nleaves: 13\npayload-bits: 16\n' >net.yaml
refused 'another workload' "expected barrier, broadcast, reduce" '--workload scan'
refused 'no power of two' '--workload fft, 64 words needs a power of two: the network has 13 living leaves' '--workload fft'
refused 'no power of two for doubling' 'try: --algorithm ring' '--workload all-reduce --algorithm recursive-doubling'
refused 'an algorithm of another workload' '--algorithm is only for --workload all-reduce' '--workload fft --algorithm ring'
refused 'no words' '--words' '--workload fft --words 0'
refused 'too many words' '--words' '--workload fft --words 65536'
refused 'words of a barrier' '--words has no meaning for --workload barrier' '--workload barrier --words 5'
refused 'words without a workload' '--words is only for --workload' '--words 5'
refused 'a workload and messages' '--workload and --messages do not go together' '--workload fft --messages one.txt'
refused 'a workload and a pattern' '--workload and --pattern do not go together' '--workload barrier --pattern uniform'
refused 'a workload and a load' '--workload and --load do not go together' '--workload barrier --load 0.5'

# What is injected.
refused 'a burst of a process without bursts' '--burst is only for --injection on-off and self-similar' '--burst 5 --injection poisson'
refused 'another injection' 'expected bernoulli, poisson, on-off or self-similar' '--injection markov'
refused 'a pattern that does not suit' '--pattern transpose needs a power of four' '--pattern uniform:1+transpose:2'
refused 'a pattern twice' '--pattern has uniform twice' '--pattern uniform:1+uniform:2'
refused 'a pattern without a name' "expected uniform" '--pattern uniform:1+'
refused 'a plus sign too many' 'try: --pattern uniform:3' '--pattern uniform:3+'
refused 'a rate of a leaf that there is not' 'expected a whole number from 0 to 12' '--rates 13:2'
refused 'a rate without a number' 'expected LEAF:RATE' '--rates 3'
refused 'no rate at all' 'nobody sends anything' '--rates rest:0'
refused 'rates of nothing' "try: --rates rest:2" '--rates='
refused 'a rate twice' '--rates gives 3 twice' '--rates 3:2,3:1'
refused 'rates and a matrix' '--matrix and --rates do not go together' '--rates 3:2 --matrix small.csv'
row=0,1,2,3,4,5,6,7,8,9,10,11
matrix() { # NAME MESSAGE ROWS OTHER-LAST-ROW
	for i in $(seq "$3"); do echo "$row,$i"; done >matrix.csv
	printf '%s\n' "$4" >>matrix.csv
	refused "$1" "$2" '--matrix matrix.csv'
}
matrix 'a matrix with a row less' 'matrix.csv: error: 12 rows: expected 13, one for each of the network'"'"'s leaves' 11 "$row,1"
matrix 'a matrix with a row more' 'matrix.csv:14:1: error: row 14 is one too many' 13 "$row,1"
matrix 'a row that is short' 'matrix.csv:13:26: error: row 13 has 12 numbers: expected 13' 12 "$row"
matrix 'a row that is long' 'matrix.csv:13:29: error: row 13 has 14 numbers' 12 "$row,1,2"
matrix 'no number' 'matrix.csv:13:27: error: entry is "x": expected a number' 12 "$row,x"
matrix 'a negative number' 'matrix.csv:13:27: error: entry is "-1": expected a number from 0 on' 12 "$row,-1"
for i in $(seq 13); do echo 0,0,0,0,0,0,0,0,0,0,0,0,0; done >matrix.csv
refused 'a matrix of zeros' 'nobody sends anything to another' '--matrix matrix.csv'
refused 'no matrix' 'nowhere.csv cannot be read' '--matrix nowhere.csv'
refused 'packets of no words' '--packet-words' '--set leaves=16 --set lanes=auto --set packet=true --packet-words 0:1,2:3'
finish
