#!/bin/sh
# Messages about missing, foreign and overlong schedules of an off-line network; and its files are reproducible.
#
#   off_line.sh FTC EXAMPLES
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"
cp "$examples/offline16.yaml" "$examples/offline16.json" .

# refused NAME STATUS WORDS COMMAND..: with this status, these words, and nothing left behind
refused() {
	name=$1 status=$2 words=$3
	shift 3
	"$ftc" "$@" >said 2>&1
	got=$?
	[ "$got" = "$status" ] && grep -qF -e "$words" said && [ ! -e out ]
	good=$?
	echo "= $got" >>said
	result "$good" "$name"
}

grep -v schedule: offline16.yaml >empty.yaml
refused 'a schedule for fewer leaves' 2 'is a schedule for a tree of 16 leaves: expected one of 8' \
	generate offline16.yaml --set leaves=8 --set root-capacity=4 -o out
refused 'a schedule for other capacities' 2 'level 1 take 6 messages: expected 8' \
	generate offline16.yaml --set root-capacity=16 -o out
refused 'a schedule for full concentrators' 2 'level 1 take 6 messages: expected 5' \
	generate offline16.yaml --set concentrator=partial -o out
refused 'more cycles than the RAM holds' 2 'has 4 delivery cycles: expected at most 3,' \
	generate offline16.yaml --set schedule-cycles=3 -o out
refused 'no such file' 2 'nowhere.json' generate offline16.yaml --set schedule=nowhere.json -o out
head -c 500 offline16.json >cut.json
refused 'a truncated file' 2 'cut.json' generate offline16.yaml --set schedule=cut.json -o out
refused 'nothing to play' 2 'has no schedule built in: ftc simulate has nothing to play' \
	simulate empty.yaml --set schedule-cycles=4 --set settings-port=true
for settings in ram in-band; do
	"$ftc" simulate offline16.yaml --set settings-port=true --set settings=$settings >said 2>&1
	report "a schedule that can be written over, $settings: it plays"
done
refused 'settings in the messages, on-line' 2 'settings has no meaning where messages set the switches themselves' \
	report empty.yaml --set switching=on-line --set settings=in-band
refused 'an unknown place of settings' 2 'expected ram or in-band' report offline16.yaml --set settings=inband
refused 'more rows of headers than a RAM holds' 2 'schedule-cycles is 2048: expected at most 10' \
	generate empty.yaml --set settings=in-band --set settings-port=true --set schedule-cycles=2048 --set leaves=512 \
	--set root-capacity=64 -o out
"$ftc" simulate offline16.yaml --set settings=in-band --engine model >said 2>&1 && grep -q '48 delivered' said
result $? 'settings in the messages'
"$ftc" generate offline16.yaml -o first >/dev/null && "$ftc" generate offline16.yaml -o second >/dev/null &&
	diff -r first second >said
result $? 'the same files twice'
"$ftc" schedule offline16.yaml --from stencil -o again.json >/dev/null && cmp -s again.json offline16.json
result $? 'the same schedule as the example has'
finish
