#!/bin/bash
# `ftc run` with missing ports, bad lines and wrong boards; and the example that uses the library.
#
#   run.sh FTC DESK SOURCE_ROOT PKG_CONFIG_PATH
set -u
ftc=$(realpath "$1")
desk=$(realpath "$2")
root=$3
export PKG_CONFIG_PATH=$4
. "$(dirname "$0")/../common/tap.sh"
cp "$root"/examples/{tree8,sorter8}.yaml .

# says NAME STATUS PATTERN... -- ARGUMENT...: ftc run ends with STATUS, and each PATTERN is in what it says
says() {
	local name=$1 status=$2 patterns=() bad=0
	shift 2
	while [ "$1" != -- ]; do patterns+=("$1"); shift; done
	shift
	"$ftc" run "$@" >said 2>&1 </dev/null
	local got=$?
	[ $got -eq "$status" ] || { bad=1; echo "(exit status $got)" >>said; }
	for pattern in "${patterns[@]}"; do
		grep -q -e "$pattern" said || { bad=1; echo "(nothing like '$pattern')" >>said; }
	done
	result $bad "$name"
}

# start KIND ...: a desk, its terminal in $port
start() {
	exec {to}> >(exec "$desk" "$@" >port)
	for _ in $(seq 12000); do [ -s port ] && break; sleep 0.05; done
	port=$(cat port)
}
stop() {
	exec {to}>&-
	rm -f port
}

printf '0 5\n1 5\n2 5 0xdead\n3 3\n7 0\n7 1\n4 6\n' >set.txt
printf '# of a larger network\n0 5\n9 5\n' >other.txt
seq 0 299 | awk '{ print $1 % 8, ($1 * 5 + 1) % 8 }' >long.txt
here=(tree8.yaml --board icebreaker)

# ---- the command line
says 'no board' 2 'no board is named' 'try: ftc run tree8.yaml --board' -- tree8.yaml --port /dev/null \
	--messages set.txt
says 'no board to simulate' 2 'no board is named' '--board icebreaker --simulated --messages' -- tree8.yaml --simulated \
	--messages set.txt
says 'an unknown board' 2 "unknown board 'icebraker'" 'try: --board icebreaker' -- tree8.yaml --board icebraker \
	--port x --messages set.txt
says 'no port' 2 'no port is named' -- "${here[@]}" --messages set.txt
says 'two ports' 2 'a simulated board has no port' -- "${here[@]}" --messages set.txt --simulated --port x
says 'no messages' 2 'no messages' -- "${here[@]}" --port x
says 'messages twice' 2 '--messages and --lines' -- "${here[@]}" --port x --lines --messages set.txt
says 'lines as JSON' 2 '--json has no meaning with --lines' -- "${here[@]}" --port x --lines --json
says 'a sorter' 2 'sorts words' -- sorter8.yaml --board icebreaker --port x --messages set.txt
says 'bare wires' 2 'has bare wires' -- "${here[@]}" --set leaf-interface=wires --port x --messages set.txt
says 'a board without a serial line' 2 'has no serial line' -- tree8.yaml --board fomu-pvt --port x --messages set.txt
says 'messages of another network' 2 'other.txt:3:1: error: source leaf is "9"' -- "${here[@]}" --port x \
	--messages other.txt
printf '1 2\n@5 2 3\n' >timed.txt
says 'messages with times' 2 'timed.txt:2:1: error: source leaf is "@5": expected a number: a board has no times' \
	-- "${here[@]}" --port x --messages timed.txt
says 'no such messages' 2 'none.txt cannot be read' -- "${here[@]}" --port x --messages none.txt
says 'a rate that the clock does not make' 2 'baud is wanted' -- "${here[@]}" --port x --messages set.txt \
	--baud 11000000

# ---- ports
says 'no such port' 2 '/dev/none cannot be opened: there is no such port' 'try: ' -- "${here[@]}" --port /dev/none \
	--messages set.txt
says 'a port without a name' 2 '--port is empty' 'try: --port /dev/ttyUSB0' -- "${here[@]}" --port '' --messages set.txt
says 'no serial port' 2 'it is no serial port' -- "${here[@]}" --port /dev/null --messages set.txt
if [ "$(id -u)" -ne 0 ]; then
	touch closed; chmod 000 closed
	says 'not for this user' 1 'may not open the port' 'usermod -aG' -- "${here[@]}" --port closed \
		--messages set.txt
fi
"$desk" silent >/dev/null 2>said </dev/null
if [ $? -eq 77 ]; then
	skip boards "$(cat said)"
	finish
fi
start silent
says 'nobody there' 1 "$port: no answer to identify" 'no bitstream' 'try: ' -- "${here[@]}" --port "$port" \
	--messages set.txt
stop
start garbage
says 'garbage' 1 "$port: bytes come, but no answer" 'another speed' -- "${here[@]}" --port "$port" --messages set.txt
stop
start echo
says 'an echo' 1 'what is sent comes back' -- "${here[@]}" --port "$port" --messages set.txt
stop

# ---- boards
start bridge 0123456789abcdef
says 'another network in the board' 1 'another network is in the board' '0123456789abcdef, expected' \
	'try: ftc build tree8.yaml --board icebreaker --app host' -- "${here[@]}" --port "$port" --messages set.txt
digest=$(sed -n 's/.*expected \([0-9a-f]\{16\}\)$/\1/p' said)
stop
start bridge "$digest"
says 'a run' 0 '7 sent, 7 delivered: each once, in order, intact; 1 of them' "iCEBreaker v1.x at $port, 3000000 baud" \
	'simulated by ftc simulate tree8.yaml --set family=ice40up --set clock=48 --messages set.txt --seed 1' \
	-- "${here[@]}" --port "$port" --messages set.txt
cp tree8.yaml "it's;.yaml"
says 'a command to copy is quoted' 0 "simulated by ftc simulate 'it'\\\\''s;.yaml' --set family=ice40up" \
	-- "it's;.yaml" "${here[@]:1}" --port "$port" --messages set.txt
says 'as JSON' 0 '"passed": true' '"board": "icebreaker"' '"batches": 1' '"clocks": 161' -- "${here[@]}" \
	--port "$port" --messages set.txt --json
says 'into a directory' 0 -- "${here[@]}" --port "$port" --messages set.txt -o out
[ -s out/run.txt ] && grep -q '"passed": true' out/run.json
result $? 'the directory has both'
says 'in batches' 0 '300 sent, 300 delivered: each once' 'batches  *[2-9], each from reset' -- "${here[@]}" \
	--port "$port" --messages long.txt
says 'another clock is another network' 1 'another network is in the board' -- "${here[@]}" --port "$port" \
	--messages set.txt --clock 24
# Somebody has the port.
mkfifo pipe
"$ftc" run "${here[@]}" --port "$port" --lines <pipe >lines 2>&1 &
exec {holder}>pipe
printf 'send 1 2\nrun\n' >&$holder
for _ in $(seq 12000); do grep -q ^done lines && break; sleep 0.05; done
says 'busy' 1 "$port cannot be opened: another program has the port" 'fuser' -- "${here[@]}" --port "$port" \
	--messages set.txt
exec {holder}>&-
wait $!
result $? 'the end of its input ends it'
says 'free again' 0 'each once' -- "${here[@]}" --port "$port" --messages set.txt
cp lines said
grep -q '^ready leaves 8 payload-bits 16' lines &&
	grep -q '^delivered 1 1 2 0x[0-9a-f]* clock [0-9]* latency [0-9]*$' lines &&
	grep -q '^done sent 1 delivered 1 ' lines
result $? 'lines'
printf 'send 0 5 0x11\nsend 8 1\nsned 1 2\nsend 1\nrun now\nrun\nsend 3 4 99999\nsend 3 4 1\nclear\nsend 4 6 7\nrun\n' \
	>commands
"$ftc" run "${here[@]}" --port "$port" --lines <commands >said 2>&1
[ $? -eq 0 ] && sed 's/clock [0-9]* latency [0-9]*/clock C latency L/; s/retries.*/../' said | sed 1d >got &&
	diff - got >>said <<'END'
error 2 source leaf is "8": expected a whole number from 0 to 7
error 3 "sned 1 2": expected send, run, clear or quit
error 4 destination leaf is missing: expected a whole number from 0 to 7
error 5 "run now": expected send, run, clear or quit
delivered 1 0 5 0x11 clock C latency L
done sent 1 delivered 1 copies 0 ..
error 7 payload is "99999": expected a number of at most 16 bits (payload-bits), so at most 65535
delivered 1 4 6 0x7 clock C latency L
done sent 1 delivered 1 copies 0 ..
END
result $? 'lines with mistakes'

# 100 MB without a newline: the answer comes at once, and ftc does not keep them.
{ printf 'send 0 1\n'; head -c 100000000 /dev/zero | tr '\0' 7; printf '\nsend 1 2\0\n%070d\n' 7; } |
	(ulimit -v 60000; "$ftc" run "${here[@]}" --port "$port" --lines) >said 2>&1
[ "${PIPESTATUS[1]}" = 0 ] && sed 1d said >got && diff - got >>said <<'END'
error 2 the line is longer than 65536 bytes: expected at most that
error 3 the line has a byte 0x00: expected send, run, clear or quit
error 4 "0000000000000000000000000000000000000000...": expected send, run, clear or quit
END
result $? 'long lines'

# ---- the library from a program of one's own
if command -v pkg-config >/dev/null && pkg-config --exists ftc-host; then
	${CC:-cc} "$root/examples/host/ring.c" $(pkg-config --cflags --libs ftc-host) -o ring >said 2>&1
	result $? 'the example compiles'
	LD_LIBRARY_PATH=$(pkg-config --libs-only-L ftc-host | sed 's/^-L//; s/ .*//') ./ring \
		"$port" 3000000 >said 2>&1
	[ $? -eq 0 ] && [ "$(sort -k6,6n said | sed 's/clock [0-9]*: //' | head -1)" = 'leaf 1 has 0 from leaf 0' ] &&
		[ "$(wc -l <said)" -eq 8 ]
	result $? 'the example runs'
	LD_LIBRARY_PATH=$(pkg-config --libs-only-L ftc-host | sed 's/^-L//; s/ .*//') ./ring /dev/none 115200 >said 2>&1
	[ $? -eq 1 ] && grep -q 'there is no such port' said
	result $? 'the example says what is wrong'
	printf '#include <ftc-host.h>\nint main() { ftc_host_options o = FTC_HOST_OPTIONS; return ftc_host_create(&o) == 0; }\n' >plus.cc
	${CXX:-c++} -Wall -Wextra -Werror plus.cc $(pkg-config --cflags --libs ftc-host) -o plus >said 2>&1
	result $? 'the header is good C++'
fi
stop

# ---- cables
start bridge "$digest" 14
says 'the cable is pulled' 1 "$port: the line is gone: the cable was pulled" \
	'try: .*once the board is connected again' \
	-- "${here[@]}" --port "$port" --messages set.txt
grep -q delivered said && result 1 'and nothing is reported' || result 0 'and nothing is reported'
stop
start bridge "$digest"
says 'plugged in again' 0 'each once' -- "${here[@]}" --port "$port" --messages set.txt
stop
start bridge "$digest" 0 3
says 'a lost message' 1 'nothing happens any more: 6 of 7 deliveries' 'no progress: ' \
	'1 of 7 messages are missing; the oldest left leaf' \
	'FAILED' -- "${here[@]}" --port "$port" --messages set.txt
stop
finish
