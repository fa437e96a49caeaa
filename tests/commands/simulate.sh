#!/bin/sh
# simulate.sh FTC: runs `ftc simulate` on small networks and checks what it reports. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='out.txt error.txt'

simulate() { # EXPECTED-STATUS ARGUMENTS...
	expected=$1
	shift
	"$ftc" simulate "$@" >whole.txt 2>error.txt
	ended=$?
	unmade whole.txt >out.txt
	[ $ended -eq "$expected" ]
}

cat >tree.yaml <<'END'
network: fat-tree
name: tiny
leaves: 8
capacities: [4, 2, 1]
payload-bits: 16
END
cat >sorter.yaml <<'END'
network: sorter
wires: 5
key-bits: 4
payload-bits: 3
END

# ---- What is reported adds up ------------------------------------------------------------------------------------

simulate 0 tree.yaml --frames 300 --seed 2 --json &&
	[ "$(field sent)" = "$(field delivered)" ] && [ "$(field sent)" -gt 500 ] &&
	[ "$(field seed)" = 2 ] && [ -n "$(field retries)" ] && [ -n "$(field offered)" ] &&
	[ -n "$(field accepted)" ] && grep -q '"p99": [0-9]' out.txt && grep -q '"passed": true' out.txt
result $? "json has the contract's fields and all messages arrive"
cp out.txt first.txt

simulate 0 tree.yaml --frames 300 --seed 2 --json && cmp -s out.txt first.txt
result $? "the same seed gives the same result"

simulate 0 tree.yaml --frames 300 --seed 3 --json && ! cmp -s out.txt first.txt
result $? "another seed gives another result"

simulate 0 tree.yaml --frames 300 --seed 2 --load 1 --json &&
	[ "$(field offered)" = 1.0 ] && [ "$(field unsent)" -gt 0 ] && [ "$(field sent)" = "$(field delivered)" ]
result $? "overload leaves messages in the queues and loses none"

# The numbers of a source's messages grow, and clocks follow each other.
simulate 0 tree.yaml --frames 300 --seed 2 --log log.csv --json && cmp -s out.txt first.txt &&
	awk -F, -v lines="$(field delivered)" 'NR == 1 { good = $0 == "source,number,destination,created,offered,delivered" }
		NR > 1 && !($1 < 8 && $3 < 8 && $4 <= $5 && $5 < $6 && $6 >= before && !(($1, $2) in seen)) { good = 0 }
		NR > 1 { before = $6; seen[$1, $2] = 1; latency += $6 - $4 }
		END { exit !(good && NR == lines + 1) }' log.csv
result $? "the log has a line for each delivery"
simulate 2 tree.yaml --sweep --log log.csv && grep -q -- '--sweep and --log do not go together' error.txt
result $? "no log of a sweep"

# Where a network can be cut.
simulate 2 tree.yaml --pieces 3 && grep -q 'no subtrees of tiny have their roots at level 3: expected levels 1, 2' error.txt &&
	grep -q '^try: --pieces 2$' error.txt && simulate 2 tree.yaml --pieces 1,99 && grep -q '^try: --pieces 1,2$' error.txt &&
	simulate 2 tree.yaml --pieces 1,0 && grep -q 'has 0, which cuts nothing, beside other levels' error.txt &&
	grep -q '^try: --pieces 1$' error.txt && simulate 2 tree.yaml --pieces 0,2 && grep -q '^try: --pieces 2$' error.txt &&
	simulate 2 tree.yaml --pieces 1 --trace t.fst && grep -q -- '--pieces and --trace do not go together' error.txt &&
	simulate 2 tree.yaml --pieces x && grep -q -- "--pieces is 'x'" error.txt
result $? "bad levels to cut at"
simulate 0 tree.yaml --frames 300 --seed 2 --pieces 2 --json && grep -q '"engine": "rtl"' out.txt && [ "$(field pieces)" = 5 ] &&
	[ "$(field piece_kinds)" = 2 ] && grep -v -e '"piece' -e '"engine"' out.txt >cut.txt &&
	grep -v '"engine"' first.txt | cmp -s - cut.txt
result $? "pieces of 2 leaves"

# Through the slaves and their masters: the same messages, later, from queues in which nobody sees their tries.
simulate 0 tree.yaml --frames 300 --seed 2 --json
through=$(field sent) mean=$(sed -n '/"latency"/,/}/s/.*"mean": \([0-9]*\)[.].*/\1/p' out.txt)
simulate 0 tree.yaml --frames 300 --seed 2 --wishbone --set family=ice40 --json && [ "$(field sent)" = "$through" ] &&
	[ "$(field delivered)" = "$through" ] && grep -q '"retries": null' out.txt && grep -q '"least_wait": null' out.txt &&
	[ "$(sed -n '/"latency"/,/}/s/.*"mean": \([0-9]*\)[.].*/\1/p' out.txt)" -gt $((mean + 10)) ]
result $? "all messages through Wishbone slaves"
! grep -q '"tries": [0-9]\|"most_tries": [0-9]\|"most_tried": {' out.txt
result $? "no tries of messages in the slaves' queues"
simulate 0 tree.yaml --frames 100 --seed 2 --wishbone --set family=ice40 --sweep --loads 1 && [ ! -s error.txt ] &&
	sed -n 2p out.txt | awk -F, '{ exit !($12 > 0 && $15 == "" && $16 == "" && $17 > 0) }' &&
	simulate 0 tree.yaml --frames 100 --seed 2 --wishbone --set family=ice40 --sweep --loads 1 --json &&
	grep -q '"retries": null' out.txt && grep -q '"most_tries": null' out.txt
result $? "nor in sweeps"
simulate 0 tree.yaml --frames 30 --wishbone --set family=ice40 --trace through.fst && ! grep -q retries out.txt &&
	grep -q 'ftc_model.tiny_wishbone_masters.network.network.' through.gtkw && [ -s through.fst ]
result $? "a waveform of the network behind its slaves"
simulate 2 tree.yaml --wishbone --set leaf-interface=wires &&
	grep -qxF "ftc: error: tree.yaml has bare wires at its leaves: a Wishbone slave needs leaves that send messages" error.txt
result $? "no slaves at bare wires"

# The unfairness of a network shows leaf by leaf, not in totals.
simulate 0 tree.yaml --frames 300 --pattern hotspot --load 1 --json &&
	[ "$(field waiting_leaves)" = 7 ] && [ "$(grep -c '"most_tries"' out.txt)" = 8 ] &&
	sed -n '/"by_leaf"/,$p' out.txt | awk -v least="$(field least)" -v most="$(field most)" -v ratio="$(field ratio)" '
		$1 == "\"delivered\":" { n = $2 + 0; if (leaf++ && (low == "" || n < low)) low = n; if (n > high) high = n
			sum += n }
		END { exit !(sum == 300 && low == least && high == most && ratio - low / high < 1e-6 && low / high - ratio < 1e-6) }'
result $? "words delivered from each leaf"
[ "$(sed -n '/"waiting": {/,/}/s/.*"clocks": \(.*\),/\1/p' out.txt)" -ge 0 ] &&
	[ "$(sed -n '/"most_tried": {/,/}/s/.*"tries": \(.*\),/\1/p' out.txt)" -eq "$(($(field most_retries) + 1))" ] &&
	[ "$(sed -n 's/.*"most_tries": \(.*\),/\1/p' out.txt | sort -n | tail -1)" -eq "$(($(field most_retries) + 1))" ]
result $? "the word that waits, the word tried most"
simulate 0 tree.yaml --frames 300 --pattern hotspot --load 1 &&
	grep -q '^  longest wait [0-9]* clocks, [0-9.]* slots: leaf [1-7] for leaf 0, [0-9]* tries, from clock [0-9]* on$' out.txt &&
	grep -q '^  waits at end [0-9]* clocks, [0-9.]* slots: leaf [1-7] for leaf 0, ' out.txt &&
	grep -q '^  served       least leaf [1-7], [0-9]* words; most leaf [1-7], [0-9]* words; ratio [01]\.[0-9]*' out.txt
result $? "who waits and who is served, in words"

for pattern in uniform bit-complement bit-reverse shuffle tornado neighbor hotspot permutation; do
	simulate 0 tree.yaml --frames 100 --pattern $pattern --json && [ "$(field sent)" = "$(field delivered)" ] &&
		[ "$(field sent)" -gt 20 ]
	result $? "pattern $pattern"
done

simulate 0 tree.yaml --frames 100 --back-pressure 0.8 --load 0.2 --json && [ "$(field sent)" = "$(field delivered)" ]
result $? "receivers that are seldom ready"

# Neighbours at full load: bit-complement saturates the root, neighbor does not.
simulate 0 tree.yaml --frames 200 --pattern neighbor --load 1 --json && [ "$(field accepted)" = 1.0 ] &&
	[ "$(field retries)" = 0 ]
result $? "neighbor at full load is delivered without a retry"

# A single message in an empty network needs no retry, and its latency is that of the design.
printf '0 7 0xabcd\n' >one.txt
for network in leaves=8 leaves=9 payload-bits=300 external=true connections=2; do
	simulate 0 tree.yaml --set root-capacity=4 --set $network --messages one.txt --json &&
		[ "$(field delivered)" = 1 ] && [ "$(field retries)" = 0 ]
	result $? "one message: $network"
	# With several lanes it is taken before it is sent, and that only after the slot of silence.
	[ $network = connections=2 ] || [ "$(field least_wait)" = 0 ]
	result $? "the first slot carries it: $network"
done

printf '# both ways, and to oneself\n0 7\n7 0 65535\n\n3 3 0x1\n  3\t4  # last\n3 4 0' >few.txt
simulate 0 tree.yaml --messages few.txt --json && [ "$(field delivered)" = 5 ] && [ "$(field local)" = 1 ]
result $? "a file with comments, blanks and no last newline"

# When a try can count as a retry shows in the clocks: some message must have come just in time for its slot, and none
# sooner than that.
for network in "leaves=8" "leaves=5 --set payload-bits=1" "external=true --set capacities=[3,4,2,1]"; do
	simulate 0 tree.yaml --set $network --load 0.1 --frames 3000 --json && [ "$(field least_wait)" = 0 ]
	result $? "the luckiest message waits for nothing: $network"
done

printf '\357\273\2771 2 # caf\351\n' >mark.txt
simulate 0 tree.yaml --messages mark.txt --json && [ "$(field delivered)" = 1 ]
result $? "a byte order mark, and a comment in Latin-1"

printf '1 2\r\n2 1\r\n' | "$ftc" simulate tree.yaml --messages - --json >out.txt 2>error.txt &&
	[ "$(field delivered)" = 2 ]
result $? "messages from standard input, with carriage returns"

# Times. A message needs 36 to 38 clocks and waits at most a slot of 43; the clocks of the run tell which.
printf '@1000 0 7\n' >timed.txt
simulate 0 tree.yaml --messages timed.txt --json && [ "$(field delivered)" = 1 ] && [ "$(field load)" = 1.0 ] &&
	[ "$(field clocks)" -ge 1036 ] && [ "$(field clocks)" -le 1082 ]
result $? "a message with a time"
# 1000 * 43 clocks; the delivery at 1036 to 1082, and 500 clocks more; at the same time the first of two lines.
printf '@1000s 0 7\n' >slots.txt
simulate 0 tree.yaml --messages slots.txt --json && [ "$(field clocks)" -ge 43036 ] && [ "$(field clocks)" -le 43082 ]
result $? "a time in slots"
printf '# a request and its answer\n@1000 0 7\n\n@+500 after 1 7 0 0x11\n1 2\n' >answer.txt
simulate 0 tree.yaml --messages answer.txt --json && [ "$(field delivered)" = 3 ] &&
	[ "$(field clocks)" -ge 1572 ] && [ "$(field clocks)" -le 1664 ]
result $? "a message that waits for another's delivery"
simulate 0 tree.yaml --messages answer.txt --load 0.25 --json && [ "$(field load)" = 0.25 ] &&
	[ "$(field clocks)" -ge 6072 ] && [ "$(field clocks)" -le 6164 ]
result $? "times are divided by the load"
printf '@+2s after 1 7 0\n' >>timed.txt
simulate 0 tree.yaml --messages timed.txt --json && [ "$(field clocks)" -ge 1158 ] && [ "$(field clocks)" -le 1250 ]
result $? "a delay in slots"
# Of 43 clocks a slot: one word behind the other.
printf 'ask: 0 7 words 3\n1 6\n@500 after 2,ask 7 0\n@+500 after ask,2 7 1\n' >train.txt
simulate 0 tree.yaml --messages train.txt --json && [ "$(field delivered)" = 6 ] && grep -q '"messages": "train.txt"' out.txt &&
	[ "$(field clocks)" -ge 621 ] && [ "$(field clocks)" -le 795 ]
result $? "messages of several words, with names, which wait for several"
# Clocks may go back and forth; those of one leaf are sent in the order of clocks.
printf '@3000 3 4 3\n@2000 3 4 2\n1 5\n@1000 3 4 1\n' >order.txt
simulate 0 tree.yaml --messages order.txt --json && [ "$(field delivered)" = 4 ] && [ "$(field max)" -le 90 ] &&
	[ "$(field clocks)" -ge 3036 ] && [ "$(field clocks)" -le 3082 ]
result $? "times in any order"
simulate 0 tree.yaml --sweep --messages answer.txt && [ "$(wc -l <out.txt)" -eq 9 ] &&
	cut -d, -f1,13 out.txt | tail -n +2 | tr '\n' ' ' >points && [ "$(cat points)" = "0.25,3 0.5,3 0.75,3 1,3 1.5,3 2,3 3,3 4,3 " ]
result $? "a sweep of messages with times"
simulate 0 tree.yaml --sweep --messages answer.txt --loads 1,2 --json && grep -q '"messages": "answer.txt"' out.txt &&
	! grep -q '"pattern"' out.txt
result $? "a sweep of messages in JSON"
"$ftc" schedule tree.yaml answer.txt >out.txt 2>error.txt &&
	[ "$(cat error.txt)" = "answer.txt:2: warning: times are ignored: a schedule may put any message into any delivery cycle" ]
result $? "a schedule ignores times, and says so"

# Without turns some leaf waits for the crowded one longer than 5 * 7 tries. Of a receiver that is seldom ready nothing is expected.
simulate 0 tree.yaml --frames 200 --pattern hotspot --load 1 --set turns=false &&
	[ "$(sed -n 's/.*at most \([0-9]*\) for one.*/\1/p' out.txt)" -gt 35 ] &&
	[ "$(grep -c '^ftc: warning: a word from leaf [1-7] for leaf 0 took [0-9]* tries' error.txt)" -eq 1 ]
result $? "a warning of too many tries"
simulate 0 tree.yaml --frames 200 --pattern hotspot --load 1 --back-pressure 0.95 && ! grep -q warning error.txt
result $? "no warning of receivers that are not ready"
simulate 0 tree.yaml --frames 5 -o results && simulate 2 tree.yaml --frames 5 -o results --log results/simulate.json &&
	grep -q '^{' results/simulate.json
result $? "no log in the place of results"
simulate 0 tree.yaml --frames 200 --load 0.1 && [ ! -s error.txt ]
result $? "no warning otherwise"

simulate 0 tree.yaml --sweep --loads 0.1,0.5,1 --frames 100 && [ "$(wc -l <out.txt)" -eq 4 ] &&
	head -1 out.txt | grep -q '^load,offered,accepted,latency_mean,' && sed -n 2p out.txt | grep -q ',0,,,tiny,uniform,8,[0-9]*,[0-9]*,1,0,' &&
	sed -n 4p out.txt | grep -q ',8,[1-9][0-9]*,[1-9][0-9]*,tiny,uniform,8,[0-9]*,[0-9]*,1,1,'
result $? "a sweep prints CSV"
simulate 2 tree.yaml --pattern hotspot --hotspot 3:2,3:4 && grep -q 'gives 3 twice' error.txt && grep -q '^try: --hotspot 3:6' error.txt
result $? "an end that is hot twice"
# What a suggestion changes in a list is what was wrong: its words instead of the list are accepted.
while read -r option wrong right; do
	simulate 2 tree.yaml "$option" "$wrong" $([ "$option" != --loads ] || echo --sweep) &&
		[ "$(sed -n 's/^try: //p' error.txt)" = "$option $right" ] &&
		simulate 0 tree.yaml "$option" "$right" --frames 20 $([ "$option" != --loads ] || echo --sweep)
	result $? "$option $wrong: $right is meant"
done <<'END'
--hotspot 3:2,8:4 3:2,7:4
--hotspot 3:0,rest 3:1,rest
--hotspot 3:,4 3:1,4
--hotspot 5,3:2,,1 5,3:2,1
--hotspot 5,3:2,3:4,rest 5:1,3:6,rest
--hotspot rest:2,4,rest rest:3,4:1
--loads 0.1,,0.2 0.1,0.2
--loads 0.1,0.2, 0.1,0.2
--loads ,0.1 0.1
--loads 0.1,-3,0.2 0.1,1e-06,0.2
END
# No value where there is none, and how many messages are behind a latency.
simulate 0 tree.yaml --load 1e-6 --frames 5 --warmup 0 && grep -q '^  latency  *mean -, median -, p99 -, max - clocks .*, of 0 messages$' out.txt &&
	grep -q '^  in network  *mean -, ' out.txt && grep -q 'drained at clock' out.txt
result $? "no latency of no message"
simulate 0 tree.yaml --load 1e-6 --frames 5 --warmup 0 --json && [ "$(grep -c '"\(mean\|p50\|p99\|max\|half95\|least_wait\)": null' out.txt)" = 10 ] &&
	[ "$(grep -c '"count": 0' out.txt)" = 2 ] && grep -q '"converged": false' out.txt
result $? "null in JSON"
simulate 0 tree.yaml --sweep --loads 1e-6,0.2 --frames 50 && sed -n 2p out.txt | grep -q '^1e-06,0.000000,0.000000,,,,,,,,,0,' &&
	[ "$(cut -d, -f28 out.txt | sed -n 2p)" = 0 ] && [ "$(cut -d, -f28 out.txt | sed -n 3p)" -gt 100 ]
result $? "empty cells in CSV"
# A saturated run has not drained, and its latency is that of what got through.
simulate 0 tree.yaml --pattern hotspot --load 1 --frames 400 && ! grep -q drained out.txt && grep -q '^  latency .* that got through; saturated: ' out.txt &&
	grep -q "ended at clock [0-9]* with $(sed -n 's/.*; \([0-9]*\) still queued at their leaves$/\1/p' out.txt) messages still queued$" out.txt
result $? "a saturated run says so"
simulate 0 tree.yaml --pattern hotspot --load 1 --frames 400 --json && grep -q '"saturated": true' out.txt && [ "$(field unsent)" -gt 0 ] &&
	simulate 0 tree.yaml --load 0.2 --frames 1000 --json && grep -q '"saturated": false' out.txt && grep -q '"converged": true' out.txt
result $? "also in JSON"
# What channels carried, and which tries were lost: of the model and of the Verilog.
for engine in rtl model; do
	simulate 0 tree.yaml --pattern hotspot --load 0.5 --frames 100 --engine $engine --json || break
	sed '/"\(engine\|pieces\|piece_kinds\)":/d' out.txt >$engine.json
done
cmp -s rtl.json model.json && [ "$(field retries)" = $(($(field lost) + $(field held))) ] && [ "$(field lost)" -gt 0 ] &&
	[ "$(field held)" -gt 0 ] && awk '/"use":/ { use = $2 } /"carried_up":/ { up += $2 > use * 1.02 } /"carried_down":/ { less += $2 < use * 0.98 }
	END { exit !(up == 3 && !less) }' out.txt
result $? "both engines count what channels carry, and lost and held tries"
# Several seeds are one result.
simulate 0 tree.yaml --load 0.2 --frames 200 --seeds 3 --json && [ "$(field sent)" -gt 0 ] && three=$(field sent) && total=0 && for seed in 1 2 3; do
	simulate 0 tree.yaml --load 0.2 --frames 200 --seed $seed --json || break
	total=$((total + $(field sent)))
done && [ "$three" = $total ]
result $? "three seeds send what three runs send"
simulate 2 tree.yaml --seeds 2 --log log.csv && grep -q -- '--seeds and --log do not go together' error.txt
result $? "no log of several seeds"
# Messages in a file have no load that lasts. A network that fills is not saturated.
simulate 0 tree.yaml --sweep --loads 0.1,0.4,0.7,0.9 --frames 400 && [ "$(cut -d, -f27 out.txt | tail -n 4 | tr -d '\n')" = 0011 ] &&
	simulate 0 tree.yaml --sweep --messages answer.txt --loads 1 && [ -z "$(tail -n 1 out.txt | cut -d, -f27)" ] &&
	simulate 0 tree.yaml --sweep --loads 0.3 --frames 100 --warmup 0 && [ "$(tail -n 1 out.txt | cut -d, -f27)" = 0 ]
result $? "a sweep says which loads saturate the network"

if command -v gnuplot >/dev/null; then
	simulate 0 tree.yaml --sweep --loads 0.1,0.5,1 --frames 100 -o curve &&
		[ -s curve/sweep.csv ] && grep -q '<svg' curve/sweep.svg && [ "$(head -c 4 curve/sweep.png | tail -c 3)" = PNG ]
	result $? "a sweep with -o draws the curve"
	# The key lies a line below the label of the axis, and the frame of the latencies ends at a number.
	awk -F '[,)]' '/translate/ { y = $2 } />offered \(/ { label = y } />99th/ { key = y } END { exit !(label && key > label + 12) }' \
		curve/sweep.svg && top=$(sed -n 's/^set yrange \[0:\([0-9][0-9]*\)\]$/\1/p' curve/sweep.gp) &&
		step=$(sed -n 's/^set ytics \([0-9]*\)$/\1/p' curve/sweep.gp) && [ "$top" ] && [ $((top % step)) -eq 0 ]
	result $? "its axes and its key stand apart"
else
	skip "a sweep with -o draws the curve" "gnuplot is not there"
fi

# Generalized fat trees: exactly once and in order, and the first try is a try, whatever the digits are.
cat >general.yaml <<'END'
network: xgft
children: [4, 4]
parents: [2, 2]
payload-bits: 16
END
for network in children=[4,4] "children=[3,5] --set parents=[1,3]" "children=[2,1,3] --set parents=[1,2,2]" \
	"children=[5] --set parents=[2]"; do
	simulate 0 general.yaml --set $network --frames 300 --load 0.6 --json &&
		[ "$(field sent)" = "$(field delivered)" ] && [ "$(field sent)" -gt 500 ] && [ "$(field least_wait)" = 0 ]
	result $? "generalized fat tree: $network"
done
for policy in source random; do
	simulate 0 general.yaml --set up-routing=$policy --frames 300 --load 1 --json && [ "$(field sent)" = "$(field delivered)" ]
	result $? "parents by $policy, at overload"
done
printf '0 4\n' >turn.txt
simulate 0 general.yaml --messages turn.txt --json && [ "$(field delivered)" = 1 ] && [ "$(field retries)" = 0 ]
result $? "one message through a generalized fat tree"

simulate 0 sorter.yaml --frames 300 --json && [ "$(field sent)" = 1500 ] && [ "$(field delivered)" = 1500 ]
result $? "a sorter"

simulate 0 tree.yaml --frames 20 -o kept && [ -s kept/simulate.txt ] && [ -s kept/simulate.json ]
result $? "-o keeps the report"

# ---- Refused -----------------------------------------------------------------------------------------------------

refused() { # NAME MESSAGE ARGUMENTS...
	name=$1 message=$2
	shift 2
	simulate 2 "$@" && grep -qF -e "$message" error.txt && [ ! -s out.txt ] &&
		[ "$(grep -c error: error.txt)" -eq 1 ]
	result $? "$name"
}
bad_messages() { # NAME MESSAGE TEXT
	printf -- "$3" >bad.txt
	refused "$1" "$2" tree.yaml --messages bad.txt
}
bad_messages "leaf that does not exist" 'bad.txt:2:3: error: destination leaf is "8": expected a whole number from 0 to 7' '1 2\n3 8\n'
bad_messages "source that does not exist" 'bad.txt:1:1: error: source leaf is "99999999999999999999"' '99999999999999999999 2\n'
bad_messages "negative leaf" 'bad.txt:1:1: error: source leaf is "-1"' '-1 2\n'
bad_messages "missing destination" 'bad.txt:3:2: error: destination leaf is missing' '1 2\n# x\n5 # 6\n'
bad_messages "rubbish" 'bad.txt:1:3: error: destination leaf is "two"' '1 two\n'
bad_messages "number with a tail" 'bad.txt:1:3: error: destination leaf is "2x"' '1 2x\n'
bad_messages "payload too large" 'bad.txt:1:5: error: payload is "65536": expected a number of at most 16 bits (payload-bits), so at most 65535' '1 2 65536\n'
bad_messages "payload too large, hexadecimal" 'bad.txt:2:5: error: payload is "0x1ffff": expected a number of at most 16 bits (payload-bits), so at most 0xffff' '1 2 0xffff\n1 2 0x1ffff\n'
bad_messages "payload that is no number" 'bad.txt:1:5: error: payload is "0xg"' '1 2 0xg\n'
bad_messages "payload without digits" 'bad.txt:1:5: error: payload is "0x"' '1 2 0x\n'
bad_messages "a fourth field" 'bad.txt:1:7: error: "4" is one word too many' '1 2 3 4\n'
bad_messages "a time that is no number" 'bad.txt:1:1: error: time is "@x": expected @1200 (clocks), @12s (slots)' '@x 1 2\n'
bad_messages "a time without digits" 'bad.txt:1:1: error: time is "@": expected @1200' '@ 1 2\n'
bad_messages "a time too large" 'bad.txt:1:1: error: time is "@1000000001": expected at most 1000000000 clocks' '@1000000001 1 2\n'
bad_messages "slots too large" 'bad.txt:1:1: error: time is "@99999999999999s": expected at most 23255813 slots' '@99999999999999s 1 2\n'
bad_messages "a chain of waits too long" 'message 2 of bad.txt comes into being in clock 1600000000 at the earliest: expected at most 1000000000' \
	'@800000000 1 2\n@+800000000 after 1 2 1\n'
printf '@1000000 1 2\n' >bad.txt
refused "a load that makes times too large" 'in clock 1000000000000 at the earliest' tree.yaml --messages bad.txt --load 0.000001
bad_messages "a delay after nothing" 'bad.txt:1:5: error: what follows a time with + is "1": expected "after"' '@+5 1 2\n'
bad_messages "a delay after nothing, at the end" 'bad.txt:1:4: error: what follows a time with + is missing' '@+5\n'
bad_messages "the first waits for itself" 'bad.txt:1:11: error: message to wait for is "1": expected an earlier message of the file, and this is the first' '@+5 after 1 1 2\n'
bad_messages "a message waits for itself" 'bad.txt:3:11: error: message to wait for is "2": expected a whole number from 1 to 1' '1 2\n\n@+5 after 2 2 1\n'
bad_messages "a message waits for a later one" 'this one would be 2' '1 2\n@+5 after 3 2 1\n2 1\n'
bad_messages "message 0" 'bad.txt:2:11: error: message to wait for is "0"' '1 2\n@+5 after 0 2 1\n'
bad_messages "a message waits for one that there is not" 'bad.txt:2:13: error: message to wait for is "7": expected a whole number from 1 to 1' '1 2\n@+5 after 1,7 2 1\n'
bad_messages "nothing behind a comma" 'bad.txt:2:12: error: message to wait for is ""' '1 2\n@5 after 1, 1 2\n'
bad_messages "a name that there is not" 'bad.txt:2:11: error: message to wait for is "b": expected the name of an earlier message' 'a: 1 2\n@+5 after b 2 1\n'
bad_messages "messages that wait in a circle" 'bad.txt:2:14: error: message to wait for is "c": expected the name of an earlier message' 'a: 1 2\nb: @+5 after c 2 1\nc: @+5 after b 1 2\n'
bad_messages "a name given twice" 'bad.txt:2:1: error: name is "a:": expected another one: message 1 has this name' 'a: 1 2\na: 2 1\n'
bad_messages "a name of digits" 'bad.txt:1:1: error: name is "1:": expected a letter' '1: 1 2\n'
bad_messages "no words" 'bad.txt:1:11: error: number of words is "0": expected a whole number from 1 to 65535' '1 2 words 0\n'
bad_messages "too many words" 'bad.txt:1:11: error: number of words is "65536"' '1 2 words 65536\n'
bad_messages "words without a number" 'bad.txt:1:10: error: number of words is missing' '1 2 words\n'
bad_messages "words and a payload" 'bad.txt:1:13: error: "7" is one word too many' '1 2 words 3 7\n'
bad_messages "a time and no message" 'bad.txt:1:3: error: source leaf is missing' '@5\n'
bad_messages "a time and a bad source" 'bad.txt:2:13: error: source leaf is "9"' '1 2\n@+5 after 1 9 1\n'
bad_messages "a time and a bad destination" 'bad.txt:2:15: error: destination leaf is "9"' '1 2\n@+5 after 1 1 9\n'
bad_messages "a time and a bad payload" 'bad.txt:1:8: error: payload is "65536"' '@5 1 2 65536\n'
bad_messages "no messages" 'bad.txt: error: no messages' '# nothing\n\n'
bad_messages "a zero byte" 'bad.txt:2:2: error: not a text file (byte 0x00): expected lines of words and numbers' '1 2\n3\000 4\n'
bad_messages "a control character" 'bad.txt:1:5: error: not a text file (byte 0x1b)' '1 2 \0333\n'
head -c 2000 "$ftc" >bad.txt
refused "a program" 'bad.txt:1:1: error: not a text file (byte 0x7f)' tree.yaml --messages bad.txt
head -c 100000 /dev/zero | tr '\0' ' ' >bad.txt
refused "a line without end" 'bad.txt:1: error: the line is longer than 65536 bytes' tree.yaml --messages bad.txt
refused "a file that is not there" 'absent.txt cannot be read' tree.yaml --messages absent.txt
refused "a directory" '. is a directory' tree.yaml --messages .
refused "unknown pattern" 'try: --pattern tornado' tree.yaml --pattern tornada
refused "pattern for powers of four" 'needs a power of four: tiny has 8 leaves' tree.yaml --pattern transpose
refused "load 0" '--load' tree.yaml --load 0
refused "negative load" '--load' tree.yaml --load -1
refused "frames 0" '--frames' tree.yaml --frames 0
refused "seed that is no number" '--seed' tree.yaml --seed x
refused "hotspot that does not exist" '--hotspot' tree.yaml --hotspot 9
refused "hotspot without weight" '--hotspot' tree.yaml --hotspot 1:
refused "messages and a pattern" 'do not go together' tree.yaml --messages few.txt --pattern uniform
refused "messages without times and a load" 'the messages of few.txt have no times that a load could divide' tree.yaml --messages few.txt --load 0.5
refused "a sweep of messages without times" '--messages and --sweep do not go together' tree.yaml --messages few.txt --sweep
refused "sweep and load" 'do not go together' tree.yaml --sweep --load 0.5
printf '%s\n' 'network: xgft' 'children: [4]' 'parents: [1]' 'lanes: auto' 'packet: true' >packets.yaml
refused "packets where there are none" 'expected packet: true, in a network with lanes' tree.yaml --packet-words 3
refused "packets of no words" "--packet-words is '0': expected a whole number from 1 to 65535" packets.yaml --packet-words 0
refused "packets and a file" '--messages and --packet-words do not go together: each message of a file is a packet' packets.yaml \
	--messages few.txt --packet-words 3
refused "packets and slaves" 'slaves send single words' packets.yaml --wishbone --packet-words 3
refused "a list of loads without a sweep" '--loads is only for --sweep' tree.yaml --loads 0.5
refused "waveform of another kind" 'expected a name that ends in .fst' tree.yaml --trace wave.vcd
refused "waveform without an ending" 'try: --trace a.b/w.fst' tree.yaml --trace a.b/w
refused "waveform with another ending" 'try: --trace '"'../my wave.fst'" tree.yaml --trace '../my wave.vcd'
refused "waveform without a name" 'try: --trace trace.fst' tree.yaml --trace ''
refused "waveform with an ending only" 'try: --trace a/trace.fst' tree.yaml --trace a/.vcd
touch plain
refused "a log below a file" 'plain/log.csv cannot be written' tree.yaml --log plain/log.csv
refused "a log in a directory's place" 'is a directory: expected a file' tree.yaml --log .
refused "waveform below a file" 'plain/wave.fst' tree.yaml --trace plain/wave.fst
refused "a pattern for a sorter" '--pattern has no meaning for a sorter' sorter.yaml --pattern uniform
refused "bare wires" 'bare wires' tree.yaml --set leaf-interface=wires

# ---- Tools -------------------------------------------------------------------------------------------------------

mkdir tools
printf '#!/bin/sh\necho "Verilator 4.038 2020-07-11"\n' >tools/verilator
chmod +x tools/verilator
PATH="$scratch/tools:$PATH" simulate 1 tree.yaml --engine rtl && grep -q 'too old: expected version 5.002 or later' error.txt
result $? "a verilator that is too old"
printf '#!/bin/sh\ncase $1 in --version) echo "Verilator 5.006";; *) echo "%%Error: broken"; exit 3;; esac\n' >tools/verilator
FTC_CACHE= PATH="$scratch/tools:$PATH" simulate 1 tree.yaml --engine rtl && grep -q 'verilator failed with status 3' error.txt &&
	grep -q 'Error: broken' error.txt
result $? "a verilator that fails"
mkdir empty
PATH="$scratch/empty" simulate 1 tree.yaml --engine rtl && grep -q 'verilator' error.txt
result $? "no verilator"

# ---- The cache ---------------------------------------------------------------------------------------------------

FTC_CACHE="$scratch/cache" simulate 0 sorter.yaml --engine rtl --frames 10 && [ "$(ls cache/models | wc -l)" -eq 1 ]
result $? "a library is kept"
PATH="$scratch/tools:$PATH"
printf '#!/bin/sh\ncase $1 in --version) exec %s --version;; *) exit 3;; esac\n' "$(command -v -p verilator || echo verilator)" >tools/verilator
FTC_CACHE="$scratch/cache" simulate 0 sorter.yaml --engine rtl --frames 10
result $? "and used again, without verilating"
for library in cache/models/*; do
	printf 'x' | dd of="$library" bs=1 seek=2000 conv=notrunc 2>/dev/null
done
FTC_CACHE="$scratch/cache" simulate 1 sorter.yaml --engine rtl --frames 10 && grep -q 'verilator failed' error.txt
result $? "but not when it is damaged"

finish
