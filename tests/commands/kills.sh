#!/bin/bash
# Ends long commands of ftc by signals at random moments: no process of theirs may be left, and no temporary file.
#
#   kills.sh FTC COUNT [SEED]
#
# All that a command starts has a mark in its environment. TAP; the moments depend on SEED alone.
set -u
# The solver is asked.
unset MEMO_CACHE
ftc=$(realpath "$1")
count=$2
RANDOM=${3:-1}
here=$(dirname "$(realpath "$0")")
. "$here/../common/tap.sh"
. "$here/fake-tools.sh"
printf 'network: sorter\nname: tiny\nwires: 3\nkey-bits: 2\npayload-bits: 2\n' >sorter.yaml
printf 'network: fat-tree\nname: tree\nleaves: 2\npayload-bits: 8\n' >tree.yaml
export FTC_CACHE=$PWD/cache KILLS=$$-$RANDOM
commands=(sweep simulate verify build run serve flash)
signals=(INT TERM HUP QUIT PIPE XCPU USR1 KILL)

# A sweep needs a model, and a board that serves lines which nobody writes.
echo '0 1' >set.txt
{ "$ftc" simulate tree.yaml --engine rtl --frames 10 && "$ftc" run tree.yaml --board icebreaker --simulated --messages set.txt; } >said 2>&1 ||
	{ cat said; echo "Bail out! no model"; exit 1; }
mkfifo lines
exec {lines}<>lines
# A board that is plugged in.
mkdir -p usb/1-1
echo 1209 >usb/1-1/idVendor
echo 5bf0 >usb/1-1/idProduct
echo bits >one.bin
export FTC_USB_DEVICES=$PWD/usb
PATH=$PWD/bin:$PATH

# Processes with the mark; those that have ended have no environment any more.
left() {
	grep -lzsx "MARK=$KILLS" /proc/[0-9]*/environ
}

words() {
	case $1 in
	sweep) echo simulate tree.yaml --engine rtl --sweep --loads 0.2,0.3,0.4 --frames 1000000000 ;;
	simulate) echo simulate sorter.yaml --engine rtl --frames 10 ;;
	verify) echo verify sorter.yaml ;;
	run) echo run tree.yaml --board icebreaker --simulated --messages set.txt --set payload-bits=9 ;;
	serve) echo run tree.yaml --board icebreaker --simulated --lines ;;
	flash) echo flash --board fomu-pvt one.bin ;;
	build) echo build tree.yaml --board icebreaker -o built ;;
	esac
}

# one COMMAND SIGNAL MILLISECONDS: what is wrong goes into `said`.
one() {
	local end=0 number
	number=$(kill -l "$2")
	mkdir temporary
	: >said
	# A shell's background job would ignore INT and QUIT.
	MARK=$KILLS TMPDIR=$PWD/temporary env --default-signal "$ftc" $(words "$1") <lines >out 2>&1 {lines}>&- &
	local ftc_process=$!
	# Until env has undone that, a signal would be lost.
	while kill -0 $ftc_process 2>/dev/null && [ "$(readlink /proc/$ftc_process/exe)" != "$ftc" ]; do :; done
	# The board's process is the last thing that begins.
	[ "$1" != serve ] || for _ in {1..12000}; do ! grep -q '^ready' out || break; sleep 0.05; done
	sleep "$(printf '0.%03d' "$3")"
	kill -s "$2" $ftc_process 2>/dev/null || echo "it had ended before: $(cat out)" >>said
	wait $ftc_process 2>/dev/null || end=$?
	[ $end = $((128 + number)) ] || echo "status $end" >>said
	# Nobody waits for what SIGKILL ends.
	[ "$2" != KILL ] || for _ in {1..12000}; do [ -n "$(left)" ] || break; sleep 0.05; done
	left | sed 's,.*,left: &,; s,/environ,,' >>said
	[ "$2" = KILL ] || find temporary -mindepth 1 >>said
	find . -maxdepth 1 -name 'built*' -o -maxdepth 1 -name '.ftc-*' >>said
	for process in $(left | sed 's,/proc/\([0-9]*\)/.*,\1,'); do
		kill -KILL "$process" 2>/dev/null
	done
	rm -rf temporary
	[ ! -s said ]
}

for ((i = 0; i < count; i++)); do
	# 7 and 8 have no common factor: all pairs in 56.
	command=${commands[i % 7]} signal=${signals[i % 8]} wait=$((RANDOM % 300))
	one "$command" "$signal" $wait
	result $? "$command, $signal after $wait ms"
done
finish
