#!/bin/sh
# bus.sh FTC: `ftc simulate --bus` on networks of each kind, and what goes wrong. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='out.txt error.txt'

# simulate STATUS ARGUMENTS...
simulate() {
	expected=$1
	shift
	"$ftc" simulate "$@" >out.txt 2>error.txt
	[ $? -eq "$expected" ]
}

# right FILE ARGUMENTS...: every access is performed and answered once, and in order
right() {
	simulate 0 "$@" --bus --json && [ "$(field wrong)$(field lost)$(field doubled)" = 000 ] && grep -q '"passed": true' out.txt &&
		[ "$(field answered)" -ge 1 ] && [ $(($(field read) + $(field written))) -eq "$(field answered)" ]
}

# between LOW FIELD HIGH
between() {
	awk -v low="$1" -v x="$(field "$2")" -v high="$3" 'BEGIN { exit !(x != "" && x >= low && x <= high) }'
}

printf 'network: fat-tree\nname: lanes8\nleaves: 8\nlanes: auto\nbus: wishbone\n' >lanes.yaml
printf 'network: fat-tree\nleaves: 8\n' >plain.yaml
printf 'network: rotor\nleaves: 16\nbus: wishbone\norder: relaxed\n' >rotor.yaml
printf 'network: fat-tree\nleaves: 8\nbus: wishbone\n' >serial.yaml
cat >hypertree.yaml <<'END'
network: hypertree-1
nodes: 15
acknowledge: true
bus: wishbone
order: relaxed
map:
  - {leaf: 1-6, role: master}
  - {leaf: 7-12, role: both, base: 0x10000000, size: 1K}
  - {leaf: 15, role: slave, base: 0x20000000, size: 1M, per-slave: 1}
END

# ---- Machines, orders, roles --------------------------------------------------------------------------------------------
right lanes.yaml --accesses 3000 && between 0.27 accesses_per_clock 0.33
result $? "lanes, strict order"
cp out.txt first.txt
right lanes.yaml --accesses 3000 && cmp -s out.txt first.txt
result $? "the same seed gives the same result"
right lanes.yaml --accesses 3000 --seed 2 && ! cmp -s out.txt first.txt
result $? "another seed gives another one"
if takes 6; then
	right lanes.yaml --set order=relaxed --set per-slave=4 --memory-clocks 0..15 --accesses 3000 --reads 0.7
	result $? "lanes, relaxed order, memories that take their time"
fi
if takes 6; then
	right rotor.yaml --accesses 3000 --memory-clocks 3
	result $? "a rotor"
fi
if takes 6; then
	right serial.yaml --accesses 1500
	result $? "a serial fat-tree, which takes a word when it has arrived"
fi
if takes 6; then
	right hypertree.yaml --accesses 1500 && [ "$(field masters)" = 12 ] && [ "$(field slaves)" = 7 ]
	result $? "a hypertree with roles"
fi

if takes 6; then
	right lanes.yaml --set posted=true --accesses 2000 --memory-clocks 0..7 &&
		right lanes.yaml --set posted=true --set order=relaxed --accesses 2000
	result $? "posted writes"
fi

# ---- What is asked for ---------------------------------------------------------------------------------------------------
right lanes.yaml --think 1000 --accesses 400 --unmapped 0 && between 22.5 mean 24.5 && [ "$(field unmapped_answered)" = 0 ] && cp out.txt lone.txt &&
	"$ftc" report lanes.yaml --json >out.txt && between 23.5 mean 23.5
result $? "a lone load takes as long as the report says"
printf 'network: fat-tree\nleaves: 4\nbus: wishbone\nmap: [{leaf: 0, role: both, base: 0x0, size: 4K}]\n' >own.yaml
if takes 6; then
	right own.yaml --think 8000 --accesses 150 --unmapped 0 && between 215 mean 227 && "$ftc" report own.yaml --json >out.txt && between 221 mean 221
	result $? "likewise a load of a leaf's own memory in a serial tree, which takes a slot more"
fi
if takes 6; then
	right lanes.yaml --hot 3 --accesses 1000 && between 0.1 accesses_per_clock 0.14 && [ "$(field hot)" = 3 ]
	result $? "all masters want one slave"
fi
if takes 6; then
	right lanes.yaml --reads 0 --unmapped 0.5 --accesses 1000 && [ "$(field read)" = 0 ] && between 400 unmapped_answered 600 && [ "$(field errors)" = 0 ]
	result $? "writes alone, half of them to addresses of no slave"
fi
if takes 6; then
	right lanes.yaml --errors 0.2 --accesses 2000 && between 300 errors 500 && right lanes.yaml --errors 0.2 --set order=relaxed --accesses 2000
	result $? "errors of slaves"
fi
if takes 6; then
	right lanes.yaml --seeds 3 --accesses 500 && between 1500 answered 1530
	result $? "three seeds"
fi

if takes 6; then
	right lanes.yaml --set doorbells=auto --set atomics=auto --unmapped 0.3 --accesses 1000 && between 250 unmapped_answered 350
	result $? "doorbells and atomic accesses, which no access happens upon"
fi

if takes 6; then
	right lanes.yaml --set timeout=16 --dead 2 --accesses 1000 && between 80 errors 200 && right lanes.yaml --set timeout=16 --set order=relaxed \
		--set posted=true --dead 7 --memory-clocks 0..14 --accesses 1000
	result $? "a slave that never answers"
fi

if takes 6; then
	right lanes.yaml --set fence=0x80000000 --set posted=true --errors 0.05 --unmapped 0.05 --accesses 2000 && between 50 fences 200 &&
		right lanes.yaml --set fence=0x80000000 --set posted=true --errors 0.05 --unmapped 0.1 --set order=relaxed --accesses 2000 &&
		right lanes.yaml --set fence=0x80000000 --unmapped 0.1 --accesses 1000
	result $? "fences"
fi

# ---- Ports --------------------------------------------------------------------------------------------------------------
if takes 6; then
	right lanes.yaml --set bus=axi-lite --accesses 2000 && between 0.27 accesses_per_clock 0.33
	result $? "AXI4-Lite, as fast as Wishbone"
fi
if takes 6; then
	right lanes.yaml --set bus=axi-lite --set order=relaxed --set posted=true --set fence=0x80000000 --holds 0.4 --memory-clocks 0..15 --errors 0.1 \
		--unmapped 0.1 --accesses 2000 && between 0.4 holds 0.4
	result $? "AXI4-Lite, channels that wait, errors, fences"
fi
cat >ports.yaml <<'END'
network: fat-tree
leaves: 8
lanes: auto
bus: axi-lite
per-slave: 3
map:
  - {leaf: 0-2, role: both, base: 0x10000000, size: 1K}
  - {leaf: 3-4, role: both, base: 0x20000000, size: 4K, port: wishbone}
  - {leaf: 5-6, role: both, base: 0x30000000, size: 1K, port: wishbone-classic}
  - {leaf: 7, role: slave, base: 0x40000000, size: 64}
END
if takes 6; then
	right ports.yaml --accesses 2000 --holds 0.3 --errors 0.05 && right ports.yaml --accesses 1000 --set timeout=40 --dead 7 --memory-clocks 0..30
	result $? "ports of all kinds"
fi

# ---- Mistakes ---------------------------------------------------------------------------------------------------------------
# refused MESSAGE ARGUMENTS...
refused() {
	printf '%s\n' "$1" >expected
	shift
	simulate 2 "$@"
	status=$?
	diff -u expected error.txt >difference && [ $status -eq 0 ] && [ ! -s out.txt ]
	result $? "refused: $*" difference
}
printf 'network: hypertree-1\nnodes: 7\nfaults: [node:3]\nbus: wishbone\n' >dead.yaml
refused "dead.yaml:4:1: error: leaf 3 is both in the map, but it is dead: expected a map without it
try: a map without leaf 3" dead.yaml --bus
refused "ftc: error: --bus is given, but plain.yaml has no bus: expected the key bus
try: --set bus=wishbone" plain.yaml --bus
refused "ftc: error: --think is given without --bus, --outstanding or --batch: expected one of them
try: --bus" lanes.yaml --think 3
refused "ftc: error: --bus and --load do not go together: that option is of runs of messages, not of accesses
try: without --load" lanes.yaml --bus --load 0.5
refused "ftc: error: --hot is 1: expected a leaf that is a slave
try: --hot 7" hypertree.yaml --bus --hot 1
refused "ftc: error: --hot is '16': expected a whole number from 1 to 15
try: --hot 15" hypertree.yaml --bus --hot 16
refused "ftc: error: --memory-clocks is '5': expected a whole number from 7 to 100000
try: --memory-clocks 7..7" lanes.yaml --bus --memory-clocks 7..5
refused "ftc: error: --reads is '2': expected a number from 0 to 1
try: --reads 1" lanes.yaml --bus --reads 2
refused "ftc: error: --dead is given, but slaves have no timeout: expected the key timeout, for their masters wait for ever
try: --set timeout=64" lanes.yaml --bus --dead 2
refused "ftc: error: --memory-clocks goes to 15, but slaves have a timeout of 8 clocks: expected at most 6
try: --memory-clocks 6, or --set timeout=17" lanes.yaml --bus --set timeout=8 --memory-clocks 0..15
refused "ftc: error: --holds is given, but no port has channels that may wait: expected ports of another kind
try: --set bus=axi-lite" lanes.yaml --bus --holds 0.1
refused "ftc: error: --holds is given, but slaves have a timeout of 20 clocks: expected timeout 0, for channels wait by chance
try: --set timeout=0" ports.yaml --bus --holds 0.1 --set timeout=20
refused "ftc: error: --memory-clocks goes to 6, but slaves have a timeout of 8 clocks: expected at most 5
try: --memory-clocks 5, or --set timeout=9" ports.yaml --bus --set timeout=8 --memory-clocks 6
finish
