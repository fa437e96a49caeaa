#!/bin/sh
# Schedules as files: their contents, their reproducibility, and the refusal of corrupted ones.
#
#   files.sh FTC READ
set -u
ftc=$(realpath "$1")
read=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

printf 'network: fat-tree\nleaves: 4\ncapacities: [2, 1]\n' >tree.yaml
printf '0 1\n0 2\n3 0\n2 2\n1 3\n0 1 7\n' >messages.txt
"$ftc" schedule tree.yaml messages.txt -o schedule.json >said 2>&1
report 'a schedule is written'
cat >expected <<END
{
  "format": "ftc-schedule",
  "version": 1,
  "tree": {"leaves": 4, "levels": 2, "capacity": [2, 1], "digest": "4ef99306691d367e"},
  "messages": 6,
  "messages_digest": "e7fab7151b811581",
  "cycles": 3,
  "method": "packed",
  "load_factor": {"numerator": 3, "denominator": 1},
  "channel": {"level": 2, "direction": "up", "vertex": 0},
  "lower_bound": 3,
  "loads": [
    {"level": 1, "capacity": 2, "up": [2,1], "down": [1,2]},
    {"level": 2, "capacity": 1, "up": [3,1,0,1], "down": [1,2,1,1]}
  ],
  "schedule": [
    [[0,2],[1,3]],
    [[0,1],[3,0]],
    [[0,1]]
  ],
  "local": [[2,2]]
}
END
diff -u expected schedule.json >difference
report 'as expected'
sed 's/^/# /' difference

[ "$("$read" schedule.json 2>&1)" = '4 leaves, 6 messages, 1 local, 3 cycles by packed' ]
report 'read'

# refuses WHAT MESSAGE EDIT: the file after that edit (of sed) is refused with that message, and nothing else is said
refuses() {
	sed "$3" schedule.json >broken.json
	! cmp -s schedule.json broken.json || { false; report "$1: changes nothing"; return; }
	"$read" broken.json >said 2>&1
	[ $? -eq 2 ] && [ "$(head -n 1 said)" = "broken.json$2" ]
	report "refused: $1"
}
digests='that of the messages in the schedule'
changed='a message was changed, dropped or doubled'
refuses 'a message moved into a full cycle' \
	': error: not a schedule: cycle 2: message 4, from 0 to 2, is one more than the capacity 1 of the channel up of level 2, vertex 0' \
	'/\[0,2\],/{s/\[0,2\],//}; s/^    \[\[0,1\]\]/    [[0,1],[0,2]]/'
refuses 'a message dropped' ': error: "messages" is 6, but the schedule has 5' 's/,\[1,3\]//'
refuses 'a message doubled' ': error: "messages" is 6, but the schedule has 7' 's/,\[1,3\]/,[1,3],[1,3]/'
refuses 'one dropped, one doubled' \
	": error: \"messages_digest\" is e7fab7151b811581, $digests 59fd2698142c2222: $changed" \
	's/\[0,2\],\[1,3\]/[1,3],[1,3]/'
refuses 'a message changed' ": error: \"messages_digest\" is e7fab7151b811581, $digests 7812c7b70332cbfe: $changed" \
	's/\[1,3\]/[1,2]/'
refuses 'a message to oneself in a cycle' ': error: not a schedule: message 2, from 2 to itself, is in cycle 0' \
	's/\[1,3\]/[1,3],[2,2]/; s/"local": \[\[2,2\]\]/"local": []/'
refuses 'a message delivered locally' ': error: not a schedule: message 4, from 1 to 3, is in no cycle' \
	's/,\[1,3\]//; s/"local": \[/&[1,3],/'
refuses 'more cycles than there are' ': error: "cycles" is 4, but "schedule" has 3' 's/"cycles": 3/"cycles": 4/'
refuses 'a cycle that is left out' ': error: "cycles" is 3, but "schedule" has 2' '/^    \[\[0,1\],\[3,0\]\],$/d'
refuses 'cycles that are no number' \
	': error: "cycles" is something else: expected a whole number from 0 to 4294967294' \
	's/"cycles": 3/"cycles": "3"/'
refuses 'a leaf that does not exist' \
	': error: message 1 of cycle 0: expected [source, destination], two leaves from 0 to 3' 's/\[1,3\]/[1,4]/'
refuses 'a negative leaf' ': error: message 1 of cycle 0: expected [source, destination], two leaves from 0 to 3' \
	's/\[1,3\]/[-1,3]/'
refuses 'three ends' ': error: message 1 of cycle 0: expected [source, destination], two leaves from 0 to 3' \
	's/\[1,3\]/[1,3,0]/'
refuses 'a cycle that is no list' ': error: cycle 2 is no list: expected [[source, destination], ..]' \
	's/^    \[\[0,1\]\]/    0/'
refuses 'another load factor' ': error: "load_factor" is 2/1, "lower_bound" 3: expected 3/1 and 3 by the messages' \
	's/"numerator": 3/"numerator": 2/'
refuses 'another lower bound' ': error: "load_factor" is 3/1, "lower_bound" 2: expected 3/1 and 3 by the messages' \
	's/"lower_bound": 3/"lower_bound": 2/'
refuses 'another capacity' \
	': error: "digest" of "tree" is 4ef99306691d367e: expected 4ef99206691d34cb, by its leaves and capacities' \
	's/"capacity": \[2, 1\]/"capacity": [2, 2]/'
refuses 'a capacity too many' ': error: "capacity" of "tree" has 3 numbers: expected a list of 2, of levels 1 to 2' \
	's/"capacity": \[2, 1\]/"capacity": [2, 1, 1]/'
refuses 'no wires' ': error: "capacity" of level 2 is not a whole number from 1 to 67108864' \
	's/"capacity": \[2, 1\]/"capacity": [2, 0]/'
refuses 'other leaves' \
	': error: "digest" of "tree" is 4ef99306691d367e: expected 88ba8a0471d6e6c1, by its leaves and capacities' \
	's/"leaves": 4/"leaves": 3/'
refuses 'no tree' ': error: "tree" is missing: expected the tree that the schedule is for' '/"tree"/d'
refuses 'another format' ': error: not a schedule: expected "format": "ftc-schedule", as ftc schedule -o writes' \
	's/ftc-schedule/schedule/'
refuses 'a later version' ': error: "version" is 2: expected 1, which is all that this ftc knows' \
	's/"version": 1/"version": 2/'
refuses 'another method' ': error: "method" is auto: expected theorem-1, corollary-2 or packed' 's/packed/auto/'
refuses 'a file that ends early' ':17: error: no JSON: '"']' expected near end of file" '17,$d'
"$read" missing.json >said 2>&1
[ $? -eq 2 ] && grep -q '^ftc: error: .*missing.json' said
report 'refused: a file that does not exist'

# Every file again, byte for byte; and by every method one that is read.
printf 'network: fat-tree\nleaves: 50\ncapacities: [30, 25, 20, 12, 9, 8]\nconnections: 8\n' >wide.yaml
for method in auto theorem-1 corollary-2 packed; do
	for run in 1 2; do
		"$ftc" schedule wide.yaml --from all-to-all --method $method -o $method.$run.json --json \
			--picture $method.$run.svg \
			--write-messages $method.$run.txt 2>&1 | unmade >$method.$run.said
	done
	cmp $method.1.json $method.2.json && cmp $method.1.said $method.2.said && cmp $method.1.svg $method.2.svg &&
		cmp $method.1-cycles.svg $method.2-cycles.svg && cmp $method.1.txt $method.2.txt
	report "$method: the same files twice"
	"$read" $method.1.json | grep -q '^50 leaves, 2450 messages, 0 local'
	report "$method: read"
done
"$ftc" schedule wide.yaml packed.1.txt -o again.json >said 2>&1 && cmp again.json packed.1.json
report 'the set that was written, scheduled again'
for picture in auto.1.svg auto.1-cycles.svg; do
	rsvg-convert $picture -o picture.png && [ -s picture.png ]
	report "$picture can be drawn"
done
# Loads are labels of at most 6.5 pixels a digit and 8.5 an arrow: those on one line, in order, leave some room.
for leaves in 8 16 32 64; do
	printf 'network: fat-tree\nleaves: %s\n' $leaves >labels.yaml
	"$ftc" schedule labels.yaml --from all-to-all --picture labels.svg >/dev/null 2>&1 &&
		awk -F '"' '/^<text.*(↑|↓)</ { gsub(/[^0-9]/, "", $9); width = 6.5 * length($9) + 8.5
				print $4, $8 == "end" ? $2 - width : $2, width }' labels.svg | sort -k 1,1n -k 2,2n >labels &&
		[ "$(wc -l <labels)" -ge $leaves ] &&
		awk '$1 == line && $2 < end + 2 { print "labels meet at", $2, $1; bad = 1 } { line = $1; end = $2 + $3 }
			END { exit bad }' labels
	report "the labels of $leaves leaves stand apart"
done
"$ftc" schedule wide.yaml messages.txt -o wide.yaml/schedule.json --picture picture.svg >said 2>&1
[ $? -eq 2 ] && [ "$(wc -l <said)" -eq 1 ]
report 'a place that cannot be written: one message, no report'
finish
