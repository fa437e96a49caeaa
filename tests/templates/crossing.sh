#!/bin/sh
# crossing.sh TEMPLATES: words through the FIFO between two clocks, in Icarus, with metastable synchronisers. TAP.
set -u
templates=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
. "$here/../common/tap.sh"

# build PLACES [SED]: the bench, around templates that are edited
build() {
	rm -rf rtl && mkdir rtl && cp "$templates"/crossing/*.v "$templates"/bus/bus_words.v rtl || return 1
	[ $# -lt 2 ] || sed -i "$2" rtl/*.v
	iverilog -g2005 -o bench.vvp -s crossing_bench -P crossing_bench.PLACES="$1" "$here/crossing_bench.v" rtl/*.v
}

# passes IN OUT TAKE LEAST: 10,000 words, none wrong, at least so many in 1000 clocks
passes() {
	vvp bench.vvp +in="$1" +out="$2" +words=10000 +take="$3" >out.txt &&
		awk -v least="$4" '{ good = $1 == 10000 && $3 == 0 && $5 >= least } END { exit !good }' out.txt
}

fails() {
	vvp bench.vvp +in="$1" +out="$2" +words=10000 +take=100 >out.txt
	! grep -q ' 0 wrong' out.txt || grep -q stuck out.txt
}

all() {
	build "$1" || return 1
	# Periods whose ratios are 0.3 to 3; equal ones; nearly equal ones.
	for periods in '10000 3000' '10000 5003' '10000 9997' '10000 10000' '9997 10000' '7777 6311' '6311 9973' '3000 10000'; do
		takes 3 || continue
		passes $periods 100 "$2" || return 1
	done
	passes 10000 7001 40 250 && passes 5003 10000 30 200
}

telling='out.txt'
all 8 960
report "of eight words: none is lost, doubled or changed, one in each clock of the slower side"
all 4 500
report "of four words: likewise, one in two clocks at least"
all 16 960
report "of sixteen words: likewise, one in each clock"
build 4 's/next   = number ^ (number >> 1);/next = number;/' && fails 10000 7777
report "a binary count is caught"
build 4 's/writes != {~reads_seen/writes != {reads_seen/; s/A:A-1], reads_seen/A:A-1], reads_seen/' && fails 3000 3001
report "a full FIFO that takes words is caught"
finish
