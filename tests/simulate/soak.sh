#!/bin/sh
# soak.sh FTC TREE: ten million messages through a tapered tree at overload: none lost, duplicated, reordered or
# changed. Some ten minutes.
set -eu
least=10000000
result=$("$1" simulate "$2" --load 1 --frames 480000 --warmup 0 --seed 64 --json)
field() {
	printf '%s\n' "$result" | sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" | head -1
}
sent=$(field sent) delivered=$(field delivered)
echo "$delivered of $sent messages delivered in $(field clocks) clocks, $(field retries) retries"
[ "$sent" = "$delivered" ] && [ "$delivered" -ge "$least" ]
