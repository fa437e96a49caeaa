#!/bin/sh
# permutations.sh FTC PERMUTATIONS: the throughput of a permutation equals the count of permutations.c. TAP.
#
# With parents chosen by destination, messages meet only on their way up, where each has the same chance. Routers of one
# level share their random bits, those of permutations.c are all independent: where chance decides, the means may differ
# by as much as single slots do. Where all slots are alike, there is one number for each permutation.
set -u
ftc=$(realpath "$1")
permutations=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"
export FTC_CACHE="$scratch/cache"
printf 'network: xgft\nchildren: [2, 3, 2]\nparents: [1, 2, 2]\npayload-bits: 8\n' >tree.yaml
for seed in 1 2 3 4 5; do
	"$ftc" simulate tree.yaml --pattern permutation --load 1 --frames 1000 --seed $seed --json >out.txt 2>error.txt
	measured=$(sed -n 's/^ *"accepted": \([0-9.]*\),$/\1/p' out.txt)
	set -- $("$permutations" tree.yaml seed=$seed | sed -n 's/^arrived \([0-9.]*\), .* deviation of \([0-9.]*\)$/\1 \2/p')
	[ $# = 2 ] && [ -n "$measured" ] && awk -v measured="$measured" -v counted="$1" -v deviation="$2" \
		'BEGIN { off = measured - counted; exit !((off < 0 ? -off : off) <= deviation + 0.00005) }'
	result $? "permutation $seed: $measured measured, ${1:-nothing} counted, ${2:-} from slot to slot" error.txt
done
finish
