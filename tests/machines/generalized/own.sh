#!/bin/sh
# own.sh FTC: messages of leaves to themselves, among others, in generalized fat trees with all kinds of routes.
set -eu
ftc=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

# Every leaf to itself and to others, in turn.
messages() {
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (k = 1; k < 5; k++) printf "%d %d\n%d %d\n", i, (i * k + k) % n, i, i }'
}

count=0
status=0
while read -r leaves children parents; do
	count=$((count + 1))
	printf 'network: xgft\nchildren: %s\nparents: %s\npayload-bits: 8\n' "$children" "$parents" >"$here/tree.yaml"
	messages "$leaves" >"$here/set.txt"
	if "$ftc" simulate "$here/tree.yaml" --messages "$here/set.txt" >"$here/told" 2>&1 &&
		grep -q "messages     $((8 * leaves)) sent, $((8 * leaves)) delivered: each once, in order, intact" "$here/told"; then
		echo "ok $count - children $children, parents $parents"
	else
		echo "not ok $count - children $children, parents $parents"
		sed 's/^/# /' "$here/told"
		status=1
	fi
done <<EOF
6 [3,2] [2,3]
6 [3,2] [1,1]
10 [5,2] [2,1]
9 [3,3] [1,2]
14 [7,2,1] [1,2,1]
5 [5] [2]
EOF
echo "1..$count"
exit $status
