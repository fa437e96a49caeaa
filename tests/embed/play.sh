#!/bin/sh
# Phases on the hardware: no message is lost on its way, and all arrive within the slots of the phases; the model in C is equal in every
# clock.
#
#   play.sh FTC [least]     least: one small tree, in Verilog only
set -u
ftc=$(realpath "$1")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
count=0 failed=0

# say GOOD WHAT
say() {
	count=$((count + 1))
	if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2" && failed=1; fi
}

# number KEY: in out.json
number() {
	sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" out.json | head -1
}

# run NAME ENGINE SLOTS: plays phases.txt on tree.yaml
run() {
	"$ftc" simulate tree.yaml --set up-routing=given --set phase-slots="$3" --messages phases.txt --engine "$2" --json \
		--log "$2.csv" >out.json 2>err || { cat err; say 1 "$1, $2: runs"; return; }
	sent=$(sed -n 's/.*slots [0-9]* messages \([0-9]*\)$/\1/p' phases.txt)
	clocks=$(number clocks) slot=$(number slot_clocks)
	[ "$(wc -l <"$2.csv")" = $((sent + 1)) ] && [ "$(number lost)" = 0 ]
	say $? "$1, $2: $sent messages, none lost on its way"
	# The slot that is silent behind the reset, the one before slot 0, and what passes until a word is out.
	[ "$clocks" -le $((slot * ($3 + 2) + slot / 2)) ]
	say $? "$1, $2: $3 slots of $slot clocks, done in clock $clocks"
}

# play NAME GUEST METHOD SLOTS
play() {
	"$ftc" embed tree.yaml --guest "$2" --method "$3" --write-phases phases.txt >out || { say 1 "$1: has phases"; return; }
	for engine in $engines; do run "$1, $2 by $3" "$engine" "$4"; done
	[ "$engines" = rtl ] && return
	cmp -s rtl.csv model.csv
	say $? "$1, $2 by $3: model and RTL deliver in the same clocks"
}

engines=rtl
printf 'network: gft\nheight: 2\nchildren: 2\nparents: 2\npayload-bits: 8\n' >tree.yaml
play "GFT(2,2,2)" hypercube paths 1
printf 'network: xgft\nchildren: [2, 3]\nparents: [1, 2]\npayload-bits: 8\n' >tree.yaml
play "XGFT(2;2,3;1,2)" ring konig 2
if [ "${2-}" != least ]; then
	engines='rtl model'
	printf 'network: gft\nheight: 6\nchildren: 2\nparents: 2\n' >tree.yaml
	play "GFT(6,2,2)" ring paths 1
	play "GFT(6,2,2)" 'mesh 8x8' paths 2
	play "GFT(6,2,2)" hypercube paths 3
	printf 'network: gft\nheight: 2\nchildren: 3\nparents: 3\n' >tree.yaml
	play "GFT(2,3,3)" 'torus 3x3' konig 2
	printf 'network: cm-5\nleaves: 16\n' >tree.yaml
	play "CM-5" 'mesh 4x4' paths 2
fi
echo "1..$count"
exit $failed
