#!/bin/sh
# words.sh FTC BENCH MOST: random words through rotors of several shapes with up to MOST leaves, in Icarus Verilog: words.v. TAP.
set -u
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
bench=$(realpath "$2")
most=$3
. "$(dirname "$0")/../../common/tap.sh"

# words LEAVES BINS QUEUE PAYLOAD STORAGE EPOCH LABEL [BANKS]: clocks of an epoch, bits of a leaf's number; 1 bank
words() {
	[ "$1" -le "$most" ] && takes 6 || return 0
	rm -rf net
	# A leaf that sleeps lets in as many words as its queues hold, in block RAM three quarters of their rows. The one that it shows
	# has left a place, too: that is used again once its half, or quarter, is given, which only those of one word are here.
	case $5 in block-ram) parts=3 part=$(($3 / 4)) ;; *) parts=2 part=$(($3 / 2)) ;; esac
	inside=$((parts * part * ${8:-1} + (part == 1)))
	printf 'network: rotor\nleaves: %s\nbins: %s\nqueue-words: %s\npayload-bits: %s\nstorage: %s\nbanks: %s\n' "$1" "$2" "$3" "$4" "$5" "${8:-1}" \
		>net.yaml
	"$ftc" generate net.yaml -o net >said 2>&1 &&
		iverilog -g2005 -Wall -Wno-timescale -s words -P "words.LEAVES=$1" -P "words.INSIDE=$inside" -P "words.PAYLOAD=$4" \
			-P "words.EPOCH=$6" -P "words.LABEL=$7" -o run net/rtl/*.v "$bench" >said 2>&1 && vvp run >said 2>&1
	report "$1 leaves, $2 bins of ${8:-1} banks, queues of $3 words in $5, $4 payload bits"
}
words 12 auto 4 8 block-ram 250 4
words 12 4 2 32 lut-ram 250 4
words 13 4 2 33 lut-ram 250 4
words 16 4 8 16 block-ram 250 4
words 17 4 4 9 block-ram 250 5
words 24 8 2 24 lut-ram 200 5
words 33 4 2 32 lut-ram 150 6 2
words 24 4 2 65 lut-ram 200 5
words 25 8 4 8 lut-ram 200 5
words 37 4 4 8 block-ram 200 6
words 37 8 8 40 lut-ram 150 6
words 49 16 4 20 block-ram 150 6
words 64 8 2 32 lut-ram 150 6
words 64 16 4 12 block-ram 150 6
words 100 8 2 64 lut-ram 300 7
words 100 32 2 8 lut-ram 100 7
words 37 4 4 9 block-ram 250 6 2
words 64 4 8 32 block-ram 250 6 2
words 77 4 4 8 block-ram 400 7 2
words 100 8 4 20 block-ram 300 7 2
echo "1..$number"
exit "$failed"
