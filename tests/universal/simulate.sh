#!/bin/sh
# A hypercube on the tree of `ftc embed --emulate`, through the hardware: a slot for each step, plus one or two for the
# first messages to come and the last acknowledgements to go.
#
#   simulate.sh FTC
set -eu
ftc=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
steps=8

number() {
	sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" said.json | head -1
}

printf 'network: fat-tree\nleaves: 8\npayload-bits: 8\n' >tree.yaml
"$ftc" embed tree.yaml --guest hypercube --emulate -o made >said
for step in $(seq $steps); do
	sed "s/^#.*/# step $step/" made/messages.txt
done >messages.txt
FTC_CACHE=$scratch/cache "$ftc" simulate made/tree.yaml --messages messages.txt --json >said.json
cat said.json
[ "$(number delivered)" -eq $((steps * 24)) ]
clocks=$(number clocks)
slot=$(number slot_clocks)
[ "$clocks" -gt 0 ] && [ "$clocks" -le $(((steps + 2) * slot)) ]
