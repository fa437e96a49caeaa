#!/bin/sh
# words.sh FTC BENCH: random words through networks of several kinds and sizes, in Icarus Verilog: words.v. TAP.
set -u
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"

# words KIND NODES BITS PAYLOAD BUFFERS WORDS SLOW [OUTSTANDING]: BITS of a node's number,
# OUTSTANDING acknowledged words of a node
words() {
	takes 5 || return 0
	name="$1 of $2, $4 payload bits, $5 buffers, slow $7${8:+, $8 acknowledged}"
	rm -rf net
	printf 'network: %s\nname: network\nnodes: %s\npayload-bits: %s\nbuffers: %s\n' "$1" "$2" "$4" "$5" >net.yaml
	[ -z "${8:-}" ] || printf 'acknowledge: true\noutstanding: %s\n' "$8" >>net.yaml
	"$ftc" generate net.yaml -o net >said 2>&1 &&
		iverilog -g2005 -Wall -Wno-timescale -s words -P "words.NODES=$2" -P "words.NUMBER=$3" -P "words.PAYLOAD=$4" \
			-P "words.WORDS=$6" -P "words.SLOW=$7" -o run net/rtl/*.v "$bench" >said 2>&1 && vvp run >said 2>&1
	report "$name"
}
words hypertree-1 2 2 64 2 60 1
words hypertree-1 15 4 64 2 20 1
words hypertree-1 12 4 8 2 30 3
words hypertree-1 7 3 37 4 60 1
words hypertree-2 7 3 64 2 60 1
words hypertree-2 15 4 104 4 15 2
words hypertree-2 22 5 256 2 5 1
words binary-tree 5 3 40 2 60 1
words full-ring 15 4 24 2 30 1
words full-ring 14 4 64 4 15 3
words half-ring 15 4 24 2 30 1
words half-ring 21 5 33 2 10 2
# Slow readers refuse words, which are sent again.
words hypertree-1 7 3 24 2 60 8 1
words hypertree-1 12 4 16 2 30 12 3

# After that many clocks of the network in `net`: the words that have arrived.
arrived() {
	iverilog -g2005 -s words -P words.NODES=15 -P words.NUMBER=4 -P words.PAYLOAD=8 -P words.WORDS=300 -P "words.CLOCKS=$1" -o run \
		net/rtl/*.v "$bench" && vvp run | sed -n 's/^\([0-9]*\) .*words .*/\1/p'
}
# The same network with one class: no packet goes into a queue of class 1. It locks up: from some clock on nothing moves.
printf 'network: hypertree-1\nname: network\nnodes: 15\npayload-bits: 8\n' >net.yaml
rm -rf net
"$ftc" generate net.yaml -o net >said 2>&1
[ "$(arrived 12000)" = 4500 ]
report 'two classes: all words of 15 nodes arrive'
cp -r net before
sed -i "s/\.CLASS_BIT(3)/.CLASS_BIT(6)/; s/\.class_1(header\[7\])/.class_1(1'b0)/" net/rtl/network_node_*.v
! diff -r before net >said
report 'a bit that is always 0 becomes the class'
once=$(arrived 4000)
[ "$once" -gt 0 ] && [ "$once" -lt 4500 ] && [ "$(arrived 6000)" = "$once" ]
report 'one class: the network locks up'
echo "1..$number"
exit "$failed"
