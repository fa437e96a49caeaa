#!/bin/sh
# own.sh FTC: messages of leaves to themselves, among others, in generalized fat trees with all kinds of routes.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"

# Every leaf to itself and to others, in turn.
messages() {
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (k = 1; k < 5; k++) printf "%d %d\n%d %d\n", i, (i * k + k) % n, i, i }'
}

while read -r leaves children parents; do
	printf 'network: xgft\nchildren: %s\nparents: %s\npayload-bits: 8\n' "$children" "$parents" >tree.yaml
	messages "$leaves" >set.txt
	"$ftc" simulate tree.yaml --messages set.txt >said 2>&1 &&
		grep -q "messages     $((8 * leaves)) sent, $((8 * leaves)) delivered: each once, in order, intact" said
	report "children $children, parents $parents"
done <<EOF
6 [3,2] [2,3]
6 [3,2] [1,1]
10 [5,2] [2,1]
9 [3,3] [1,2]
14 [7,2,1] [1,2,1]
5 [5] [2]
EOF
finish
