#!/bin/sh
# simulate.sh FTC [million]: `ftc simulate` of flexible sorters: all batches sorted, every wave in its clock, with and without
# back-pressure; or a million words. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"

# sorts WORDS LINES BATCHES OPTIONS..
sorts() {
	printf 'network: flexible-sorter\nwords: %u\nlines: %u\n' "$1" "$2" >net.yaml
	name="$1 words on $2 lines, $3 batches" batches=$3
	shift 3
	"$ftc" simulate net.yaml --engine rtl --frames "$batches" "$@" >said 2>&1 && grep -q "^  $batches batches, .*: every one sorted" said &&
		grep -q 'every wave in the clock that the report promises' said
	result $? "$name $*"
}
if [ "${2:-}" = million ]; then
	sorts 64 32 26000 --set key-bits=12 --set payload-bits=4
	[ "$(sed -n 's/^  26000 batches, \([0-9]*\) words.*/\1/p' said)" -gt 1000000 ]
	result $? 'a million words'
	echo "1..$number"
	exit "$failed"
fi
sorts 64 16 200
sorts 64 16 200 --back-pressure 0.7 --seed 2
sorts 2 2 100 --set key-bits=1 --set payload-bits=0
sorts 32 4 40 --set key-bits=5 --set payload-bits=3 --set elements-between-registers=1
sorts 32 8 200 --set key-bits=4 --set payload-bits=0 --back-pressure 0.2
echo "1..$number"
exit "$failed"
