#!/bin/sh
# simulate.sh FTC [thorough]: two ends of a link, each with its own clock, and a cable with errors between them: every word comes once, in
# order, at the rate that is promised; over cuts, slips and resets only words of sessions that have ended are missing. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
command -v verilator >/dev/null || { echo '1..0 # SKIP no verilator'; exit 0; }

# figures KEY: of both ways
figures() { awk -v key="\"$1\":" '$1 == key { print $2 + 0 }' said.json; }

# run NAME OPTION...: passes
run() {
	name=$1
	shift
	"$ftc" simulate link.yaml --json "$@" >said.json 2>messages && [ ! -s messages ]
	report "$name: every word once, in order"
}

# rate NAME LEAST: of each way
rate() {
	[ "$(figures rate | awk -v least="$2" '$1 < least { bad = 1 } END { print bad + 0, NR }')" = '0 2' ]
	report "$1: at least $2 of the pins' rate"
}

# same KEY VALUE NAME: in both ways
same() { [ "$(figures "$1" | sort -u)" = "$2" ] && [ "$(figures "$1" | wc -l)" = 2 ]; report "$3: $1 is $2"; }

printf 'network: link\npayload-bits: 44\n' >link.yaml
if [ "${2-}" = thorough ]; then
	run 'ten million words' --frames 1250000 --bit-errors 1e-4
	rate 'ten million words' 0.8
	same lost 0 'ten million words'
	finish
	exit
fi
run 'no errors' --frames 300
rate 'no errors' 0.86
same frames_again 0 'no errors'
run 'a bit in 10,000 is wrong' --frames 12500 --bit-errors 1e-4
rate 'a bit in 10,000 is wrong' 0.8
same lost 0 'a bit in 10,000 is wrong'
same delivered 100000 'a bit in 10,000 is wrong'
run 'a bit in 1,000 is wrong' --frames 2000 --bit-errors 1e-3 --set frame-words=4 --seed 2
same lost 0 'a bit in 1,000 is wrong'
run 'a slow reader' --frames 500 --back-pressure 0.95 --set pins=4
same frames_again 0 'a slow reader'
# A wrong number names a place that the reader has not emptied.
run 'a slow reader, and wrong bits' --frames 4000 --back-pressure 0.9 --bit-errors 1e-3 --set pins=4 --set payload-bits=40
same lost 0 'a slow reader, and wrong bits'
run 'cuts, noise and slips' --frames 4000 --bit-errors 1e-4 --cuts 8 --set pins=8 --seed 3
[ "$(figures troubles | awk '{ sum += $1 } END { print (sum > 7) }')" = 1 ]
report 'cuts, noise and slips: there were some'
run 'resets' --frames 2000 --bit-errors 1e-4 --resets 6 --set pins=8 --seed 4
[ "$(figures sessions | awk '$1 < 4 { bad = 1 } END { print bad + 0 }')" = 0 ]
report 'resets: sessions end'
takes 3 && run 'clocks 8 percent apart' --frames 1000 --drift 80000 --set pins=2 --bit-errors 1e-4
takes 3 && run 'a long cable' --frames 1000 --delay 100 --set pins=2 --set trip-frames=6 --bit-errors 1e-4
takes 3 && run 'short frames' --frames 3000 --set pins=8 --set payload-bits=16 --bit-errors 1e-4
takes 3 && run 'wide words, one in a frame' --frames 300 --set payload-bits=1000 --set frame-words=1 --set family=ice40
takes 3 && run 'words of a bit' --frames 300 --set payload-bits=1 --set frame-words=14 --back-pressure 0.3
finish
