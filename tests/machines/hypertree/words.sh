#!/bin/sh
# words.sh FTC BENCH: random words through networks of several kinds and sizes, in Icarus Verilog: words.v. TAP.
set -u
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"

# words KIND NODES BITS PAYLOAD BUFFERS WORDS SLOW: BITS of a node's number
words() {
	name="$1 of $2, $4 payload bits, $5 buffers, slow $7"
	rm -rf net
	printf 'network: %s\nname: network\nnodes: %s\npayload-bits: %s\nbuffers: %s\n' "$1" "$2" "$4" "$5" >net.yaml
	"$ftc" generate net.yaml -o net >said 2>&1 &&
		iverilog -g2005 -Wall -Wno-timescale -s words -P "words.NODES=$2" -P "words.NUMBER=$3" -P "words.PAYLOAD=$4" \
			-P "words.WORDS=$6" -P "words.SLOW=$7" -o run net/rtl/*.v "$bench" >said 2>&1 && vvp run >said 2>&1
	report "$name"
}
words hypertree-1 2 2 64 2 60 1
words hypertree-1 15 4 64 2 60 1
words hypertree-1 12 4 8 2 30 3
words hypertree-1 7 3 37 4 60 1
words hypertree-2 7 3 64 2 60 1
words hypertree-2 15 4 104 4 30 2
words hypertree-2 22 5 256 2 10 1
words binary-tree 5 3 40 2 60 1
echo "1..$number"
exit "$failed"
