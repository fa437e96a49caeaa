#!/bin/sh
# bench.sh FTC LIST [NAME..]: the testbench that ftc generates for a network with a bus passes, in Icarus, and in the form in which all conditions
# are multiplexers, whose output is undefined when their condition is: nothing shows of what registers hold at power-up. Verilator,
# Icarus and Yosys read the Verilog without a word. LIST: buses.txt; NAME: those networks only, of many a share. TAP.
set -u
ftc=$(realpath "$1")
list=$(realpath "$2")
root=$(dirname "$list")/../..
shift 2
names=" $* "
[ $# -gt 4 ] && of=4 || of=1
. "$(dirname "$0")/../common/silent.sh"
. "$(dirname "$0")/../common/tap.sh"
for tool in iverilog verilator yosys; do
	command -v "$tool" >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done

# generate NETWORK KEY=VALUE..: the folder `net`, whose modules begin with `net`
generate() {
	case $1 in
	*.yaml) cp "$root/$1" network.yaml ;;
	*) echo "network: $1" >network.yaml ;;
	esac
	shift
	for word; do
		set -- "$@" --set "$word"
		shift
	done
	rm -rf net
	"$ftc" generate network.yaml --set name=net -o net "$@" >/dev/null
}

# run FILE..: the testbench, with these files of Verilog
run() {
	iverilog -g2005 -Wall -s net_bench -o run "$@" net/bench/*.v >words 2>&1 && [ ! -s words ] && vvp -n run >said && grep -q '^passed' said
}

silent() {
	(cd net && verilator --lint-only -Wall --top-module net_bus -f net.f &&
		yosys -q -p "read_verilog $(tr '\n' ' ' <net.f); hierarchy -check -top net_bus; proc; check -assert") >all 2>&1 &&
		without_times all >words && [ ! -s words ]
}

flat() {
	yosys -q -p "read_verilog net/rtl/*.v; hierarchy -top net_bus; proc; flatten; clean; write_verilog -noattr flat.v" >/dev/null &&
		run flat.v
}

grep -v '^#' "$list" >networks
while read -r name what; do
	case $names in
	*" $name "* | '  ') ;;
	*) continue ;;
	esac
	takes "$of" || continue
	# shellcheck disable=SC2086
	generate $what && run net/rtl/*.v
	report "$name: loads and stores in Icarus"
	silent
	report "$name: no tool has a word to say"
	flat
	report "$name: whatever registers hold at power-up"
done <networks
finish
