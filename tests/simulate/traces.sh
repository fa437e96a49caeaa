#!/bin/sh
# traces.sh FTC: on each machine whose leaves send messages, the model and the Verilog deliver in the same clocks what traces with names,
# times, several predecessors and lengths say, what each way of injection creates, and workloads; traces are replayed as written, those of
# Netrace likewise. TAP.
set -u
ftc=$(realpath "$1")
python="python3 $(realpath "$(dirname "$0")")/traces.py"
. "$(dirname "$0")/../common/tap.sh"

# equal OPTIONS: the model's deliveries and the Verilog's, clock by clock.
# shellcheck disable=SC2086
equal() {
	rm -f rtl.csv model.csv
	"$ftc" simulate net.yaml $keys $1 --engine rtl --log rtl.csv >said 2>&1 &&
		"$ftc" simulate net.yaml $keys $1 --engine model --log model.csv >said 2>&1 &&
		[ "$(wc -l <model.csv)" -gt 20 ] && cmp rtl.csv model.csv >>said
}

# same NETWORK LEAVES FIRST WORDS: keys in words.
same() {
	takes 3 || return 0
	printf 'network: %s\n' "${1%% *}" >net.yaml
	keys=
	for key in ${1#* }; do
		keys="$keys --set $key"
	done
	$python text 7 "$2" "$3" "$4" trace.txt && equal '--messages trace.txt' && $python check trace.txt.json model.csv >>said
	report "$1"
	awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) for (k = 0; k < n; k++) printf "%d%s", (i + 2 * k) % 5, k + 1 < n ? "," : "\n" }' >matrix.csv
	for injection in '--injection poisson --matrix matrix.csv' "--injection on-off --burst 3 --rates $3:2,rest:0.7" \
		'--injection self-similar --pattern uniform:3+neighbor:1'; do
		equal "$injection --load 0.3 --frames 150"
		report "$1, $injection"
	done
	equal '--workload all-reduce --words 17' && equal '--workload broadcast --words 9'
	report "$1, all-reduce and broadcast"
}

same 'fat-tree leaves=8 root-capacity=3 payload-bits=16' 8 0 5
same 'fat-tree leaves=8 root-capacity=3 payload-bits=20 lanes=3 packet=true' 8 0 9
same 'xgft children=[2,4] parents=[1,2] payload-bits=9' 8 0 4
same 'hypertree-1 nodes=7 payload-bits=16' 7 1 4
same 'pruned-butterfly leaves=4 routing=deterministic payload-bits=8' 4 0 3
same 'rotor leaves=12 payload-bits=16' 12 0 4
same 'sorting-fat-tree leaves=4 payload-bits=8' 4 0 3

# Sizes of packets.
printf 'network: fat-tree\n' >net.yaml
keys='--set leaves=8 --set root-capacity=3 --set payload-bits=20 --set lanes=3 --set packet=true'
equal '--load 0.6 --frames 300 --packet-words 1:3,9:1'
report 'packets of 1 and 9 words'

# A checker that sees nothing passes everything: a delivery a clock later, and one word less.
$python text 7 4 0 3 trace.txt && "$ftc" simulate net.yaml $keys --messages trace.txt --log model.csv >said 2>&1
awk -F, 'NR == 9 { $4++ } 1' OFS=, model.csv >late.csv
! $python check trace.txt.json late.csv >said 2>&1 && sed 9d model.csv >less.csv && ! $python check trace.txt.json less.csv >>said 2>&1
report 'the checker sees a late message, and a lost word'

printf 'network: fat-tree\nleaves: 16\nroot-capacity: 4\nlanes: auto\npacket: true\npayload-bits: 64\n' >net.yaml
$python netrace 3 16 drawn.tra.bz2 && "$ftc" import netrace drawn.tra.bz2 -o drawn.txt >said 2>&1 &&
	"$ftc" simulate net.yaml --messages drawn.txt --log drawn.csv >said 2>&1 && $python check drawn.tra.bz2 drawn.csv 64 >said
report 'a trace of Netrace'
"$ftc" import netrace --word-bits 16 drawn.tra.bz2 >narrow.txt 2>said &&
	"$ftc" simulate net.yaml --set packet=false --set payload-bits=16 --messages narrow.txt --log drawn.csv >said 2>&1 &&
	$python check drawn.tra.bz2 drawn.csv 16 >said
report 'a trace of Netrace in narrow words, without packets'
# Latencies by class, and how many words, worked out from the trace and the log.
by_class() {
	awk -F, 'NR == FNR { split($0, word, " "); count = $0 ~ / words / ? word[index_of("words") + 1] : 1
			for (k = 0; k < count; k++) class[numbered++] = word[index_of("class") + 1]
			next }
		FNR > 1 { sum[class[$2]] += $6 - $4; words[class[$2]]++ }
		END { for (c in words) if (c != "") printf "%s %d %.6f\n", c, words[c], sum[c] / words[c] }
		function index_of(key, i) { for (i in word) if (word[i] == key) return i; return 0 }' "$1" "$2" | sort
}
shown() { python3 -c 'import json, sys
for c in json.load(sys.stdin)["classes"]: print(c["name"], c["latency"]["count"], "%.6f" % c["latency"]["mean"])' <"$1" | sort; }
grep -v '^#' narrow.txt >lines.txt
"$ftc" simulate net.yaml --set packet=false --set payload-bits=16 --messages narrow.txt --json >said 2>/dev/null
by_class lines.txt drawn.csv >expected && shown said >shown.txt && [ "$(wc -l <shown.txt)" -gt 5 ] && cmp shown.txt expected
report 'a latency for each class of a trace'
printf '0 1 class a\n1 2 0x7 class b\n@+3 after 1 3 0 words 2 class a\n2 3\n' >lines.txt
"$ftc" simulate net.yaml --set packet=false --messages lines.txt --log drawn.csv --json >said 2>/dev/null
sed 's/0x7 //' lines.txt | sed 's/$/ /; / class /!s/$/class /' >plain.txt
by_class plain.txt drawn.csv >expected && shown said >shown.txt && [ "$(cut -d' ' -f1,2 shown.txt | tr '\n' ' ')" = 'a 3 b 1 ' ] && cmp shown.txt expected
report 'messages of some classes, and of none'
# amiss MESSAGE LINE
amiss() {
	echo "$2" >lines.txt
	"$ftc" simulate net.yaml --messages lines.txt >said 2>&1
	[ $? -eq 2 ] && grep -qxF -e "lines.txt:1:$1" said
	report "refused: $2"
}
amiss '10: error: class is missing: expected a letter, then at most 61 letters, digits, ".", "_" and "-"' '0 1 class'
amiss '11: error: class is "7": expected a letter, then at most 61 letters, digits, ".", "_" and "-"' '0 1 class 7'
amiss '13: error: "words" is one word too many: expected "source destination [payload | words N] [class NAME]"' '0 1 class a words 3'
awk 'BEGIN { for (i = 0; i < 256; i++) print 0, 1, "class c" i }' >lines.txt
"$ftc" simulate net.yaml --messages lines.txt >said 2>&1
[ $? -eq 2 ] && grep -q '^lines.txt:256:11: error: class is "c255": expected one of the 255 classes' said
report 'refused: 256 classes'
bunzip2 <drawn.tra.bz2 >drawn.tra && "$ftc" import netrace - <drawn.tra 2>said | cmp - drawn.txt >>said
report 'a trace of Netrace that is not packed, from standard input'

# refused NAME MESSAGE FILE
refused() {
	rm -f out.txt
	"$ftc" import netrace "$3" -o out.txt >said 2>&1
	[ $? -eq 2 ] && grep -qF -e "$2" said && [ "$(grep -c error: said)" -eq 1 ] && [ ! -e out.txt ]
	report "$1"
}
# byte FILE OFFSET OCTAL: bad.tra, drawn.tra with another byte.
byte() {
	cp drawn.tra bad.tra
	# shellcheck disable=SC2059
	printf "\\$2" | dd of=bad.tra bs=1 seek="$1" conv=notrunc 2>/dev/null
}
head -c -9 drawn.tra.bz2 >short.bz2
refused 'truncated bz2' 'its bz2 data ends too early' short.bz2
{ head -c 2000 drawn.tra.bz2; printf 'xxxxxxxx'; tail -c +2009 drawn.tra.bz2; } >damaged.bz2
refused 'damaged bz2' 'its bz2 data is damaged' damaged.bz2
head -c 4000 drawn.tra >short.tra
refused 'a packet cut short, or packets that lack' 'error:' short.tra
refused 'no trace' 'no trace of Netrace' net.yaml
byte 7 100
refused 'another version' 'another version of Netrace' bad.tra
# The first packet begins behind 72 + 15 + 24 bytes.
byte 127 037
refused 'another type' 'packet 1 is of type 31' bad.tra
byte 129 020
refused 'a node that there is not' 'to node 16: expected nodes from 0 to 15' bad.tra
refused 'no file' 'cannot be read' nowhere.tra
"$ftc" import booksim x >said 2>&1
[ $? -eq 2 ] && grep -q 'expected netrace' said
report 'another format'
finish
