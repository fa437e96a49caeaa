#!/bin/sh
# permutations.sh FTC PERMUTATIONS: the throughput of a permutation equals the count of permutations.c. TAP.
#
# With parents chosen by destination, messages meet only on their way up. Concentrators of two or three wires then let
# the lowest message through. All slots are alike, and there is one number for each permutation.
set -u
ftc=$(realpath "$1")
permutations=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"
export FTC_CACHE="$scratch/cache"
printf 'network: xgft\nchildren: [2, 3, 2]\nparents: [1, 2, 2]\npayload-bits: 8\n' >tree.yaml
for seed in 1 2 3 4 5; do
	"$ftc" simulate tree.yaml --pattern permutation --load 1 --frames 100 --seed $seed --json >out.txt 2>error.txt
	measured=$(sed -n 's/^ *"accepted": \([0-9.]*\),$/\1/p' out.txt)
	counted=$("$permutations" tree.yaml seed=$seed lowest-first | sed -n 's/^arrived \([0-9.]*\), .* deviation of 0.0000$/\1/p')
	[ -n "$measured" ] && [ "$(printf '%.4f' "$measured")" = "$counted" ]
	result $? "permutation $seed: $measured measured, $counted counted" error.txt
done
finish
