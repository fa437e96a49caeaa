#!/bin/sh
# soak.sh FTC TREE FRAMES LEAST: at least LEAST messages through an overloaded tree in FRAMES frame slots: none lost,
# duplicated, reordered or changed.
set -eu
result=$("$1" simulate "$2" --engine rtl --load 1 --frames "$3" --warmup 0 --seed 64 --json)
field() {
	printf '%s\n' "$result" | sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" | head -1
}
sent=$(field sent) delivered=$(field delivered)
echo "$delivered of $sent messages delivered in $(field clocks) clocks, $(field retries) retries"
[ "$sent" = "$delivered" ] && [ "$delivered" -ge "$4" ]
