#!/bin/sh
# clocks.sh FTC: boards and leaves with clocks of their own: no application drives these, and each command says so, with the place of
# the key, before it runs a tool. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

cat >keyed.yaml <<'END'
network: fat-tree
name: keyed
leaves: 8
lanes: auto
payload-bits: 16
async-leaves: [0-3, 7]
END
cat >mapped.yaml <<'END'
network: fat-tree
name: mapped
leaves: 4
lanes: auto
bus: wishbone
map:
  - {leaf: 0-2, role: both, base: 0x0, size: 4K}
  - {leaf: 3, role: master, clock: async}
END
cat >keyed.said <<'END'
keyed.yaml:6:1: error: each of the leaves 0-3, 7 has a clock of its own, which APPLICATION does not drive: expected a top module of yours, which drives leaf_clocks
  6 | async-leaves: [0-3, 7]
    | ^
try: ftc build keyed.yaml --board NAME --top my.v; or async-leaves: none, so that all leaves have the network's clock
END
cat >mapped.said <<'END'
mapped.yaml:8:29: error: leaf 3 has a clock of its own, which APPLICATION does not drive: expected a top module of yours, which drives leaf_clocks
  8 |   - {leaf: 3, role: master, clock: async}
    |                             ^
try: ftc build mapped.yaml --board NAME --top my.v; or no clock: async in the map, so that all leaves have the network's clock
END
# refused NAME APPLICATION COMMAND...: without any tool on the path, in one message
refused() {
	sed "s/APPLICATION/$2/" "$1.said" >expected
	name=$1
	shift 2
	PATH='' "$ftc" "$@" >said 2>&1
	[ $? = 2 ] && cmp -s said expected && [ ! -e out ]
	report "$name: ftc $*" said
}
for n in keyed mapped; do
	refused $n 'its self test' build $n.yaml --board ulx3s-85f -o out
	refused $n 'a host bridge' build $n.yaml --board ulx3s-85f --app host -o out
	refused $n 'an echo through it' build $n.yaml --board ulx3s-85f --app loopback -o out
	refused $n 'a host bridge' run $n.yaml --board ulx3s-85f --simulated --lines
	refused $n 'its self test' generate $n.yaml --board ulx3s-85f -o out
done

PATH='' "$ftc" build keyed.yaml --set async-leaves=7 --board ulx3s-85f -o out >said 2>&1
[ $? = 2 ] && head -n 1 said | grep -q '^--set async-leaves=7: error: leaf 7 has a clock of its own, which its self test does not drive'
report 'an override is named' said

"$ftc" boards keyed.yaml >said 2>&1 && tail -n 1 said | grep -q '^Estimated, for a top module of your own: the network can have no self test'
report 'boards: it fits with a top module of the user only' said
"$ftc" boards keyed.yaml --set async-leaves=none >said 2>&1 && tail -n 1 said | grep -q '^Estimated, with the self test;'
report 'and without such leaves with the self test' said
finish
