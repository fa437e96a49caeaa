#!/bin/sh
# messages.sh FTC SOURCE-DIRECTORY: `ftc report --messages` of serial fat-trees tells the clocks in which `ftc simulate` delivers the same
# messages, each of them. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")/examples
. "$(dirname "$0")/../../common/tap.sh"

# random LEAVES COUNT SEED: the messages `set`
random() {
	awk -v n="$1" -v count="$2" -v seed="$3" 'BEGIN {
		srand(seed)
		while (i < count) {
			a = int(n * rand()); b = int(n * rand())
			if (a != b) { print a, b; i++ }
		}
	}' >set
}

# same FILE [OPTION..]
same() {
	"$ftc" report "$@" --messages set >said 2>&1 && sed -n 's/^ *[0-9][0-9]*  *\([0-9]*\)  *\([0-9]*\)  *[0-9]*  *[0-9]*  *\([0-9]*\)$/\1 \2 \3/p' said |
		sort >told && "$ftc" simulate "$@" --messages set --log log >said 2>&1 &&
		sed -n '2,$s/^\([0-9]*\),[0-9]*,\([0-9]*\),.*,\([0-9]*\)$/\1 \2 \3/p' log | sort >seen && [ -s seen ] && diff told seen >said
	report "$(wc -l <set) messages: $*"
}
random 16 60 1
same "$examples/tree16.yaml"
same "$examples/tree16.yaml" --set root-capacity=2
random 16 400 2
same "$examples/tree16.yaml" --set payload-bits=4
random 8 200 3
same "$examples/tree8.yaml"
same "$examples/tree8.yaml" --set turns=false
awk 'BEGIN { for (k = 0; k < 6; k++) for (i = 1; i < 8; i++) print i, 0 }' >set
same "$examples/tree8.yaml" --set turns=false
"$ftc" report "$examples/tree8.yaml" --messages set >said && grep -q '^Late words take turns' said
report 'turns are told'
"$ftc" report "$examples/tree8.yaml" --messages set --set connections=2 --set 'capacities=[8,4,2]' >said && grep -q '^Leaves with several wires' said
report 'and lanes'
random 6 100 4
same "$examples/tree8.yaml" --set leaves=6

printf '3 3\n1 2\n' >set
"$ftc" report "$examples/tree8.yaml" --messages set --json >said 2>&1 && grep -q '"crossing": 1,' said && grep -q '"slot": null' said
report 'a message to its own leaf has no slot'
! "$ftc" report "$examples/tree8.yaml" --messages set --set 'faults=[link:3:3:0]' >said 2>&1 && grep -q 'has faults' said
report 'refused: faults'
finish
