#!/bin/sh
# Ten thousand messages among 16 leaves through a whole simulated board: all arrive. Prints the time taken.
#
#   many.sh FTC SOURCE_ROOT
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk 'BEGIN { srand(1); for (i = 0; i < 10000; i++) print int(rand() * 16), int(rand() * 16) }' >"$scratch/messages.txt"
# Once, so that it is verilated.
printf '0 1\n' >"$scratch/one.txt"
if ! "$1" run "$2/examples/tree16.yaml" --board ulx3s-85f --simulated --messages "$scratch/one.txt" \
	>"$scratch/report" 2>&1; then
	cat "$scratch/report"
	! grep -q 'no pseudo-terminal' "$scratch/report" || exit 77
	exit 1
fi
start=$(date +%s)
"$1" run "$2/examples/tree16.yaml" --board ulx3s-85f --simulated --messages "$scratch/messages.txt" >"$scratch/report"
cat "$scratch/report"
echo "$(($(date +%s) - start)) seconds"
grep -q '10000 sent, 10000 delivered: each once, in order, intact' "$scratch/report"
