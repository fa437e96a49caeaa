#!/bin/sh
# pieces-speed.sh FTC: how long a network of 1,024 leaves takes to its first clock with an empty cache, and how many clocks a
# second 256 leaves run in pieces and as one. Measures; judges nothing but that both deliver the same.
set -eu
ftc=$(realpath "$1")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE="$scratch/cache" CCACHE_DISABLE=1

seconds() { # COMMAND...: wall clock and processor time
	/usr/bin/env time -f '%e s, %U s of processor' -o time.txt "$@" >out.txt 2>error.txt || { cat error.txt >&2; exit 1; }
	cat time.txt
}

# user COMMAND...: seconds of processor
user() {
	/usr/bin/env time -f '%U' -o time.txt "$@" >out.txt 2>error.txt || { cat error.txt >&2; exit 1; }
	cat time.txt
}

printf 'network: fat-tree\nname: broad\nleaves: 1024\nroot-capacity: 64\npayload-bits: 32\n' >large.yaml
first=$(seconds "$ftc" simulate large.yaml --engine rtl --frames 1 --warmup 0)
echo "1,024 leaves, to the end of the first slot: $first"
sed -n 's/^  engine */  /p' out.txt

printf 'network: fat-tree\nname: middle\nleaves: 256\nroot-capacity: 32\npayload-bits: 32\n' >middle.yaml
for cut in pieces one; do
	[ $cut = pieces ] && option= || option='--pieces 0'
	# shellcheck disable=SC2086
	first=$(seconds "$ftc" simulate middle.yaml --engine rtl --frames 1 --warmup 0 $option)
	echo "256 leaves as $cut, to the end of the first slot: $first"
	# shellcheck disable=SC2086
	little=$(user "$ftc" simulate middle.yaml --engine rtl --frames 100 $option)
	few=$(sed -n 's/.*drained at clock //p' out.txt)
	# shellcheck disable=SC2086
	much=$(user "$ftc" simulate middle.yaml --engine rtl --frames 1100 --warmup 10 --log $cut.csv $option)
	many=$(sed -n 's/.*drained at clock //p' out.txt)
	echo "256 leaves as $cut: $(awk "BEGIN { print int(($many - $few) / ($much - $little)) }") clocks a second of processor"
done
cmp pieces.csv one.csv
