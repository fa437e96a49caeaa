#!/bin/sh
# leaf_parents.v names the parents that up_parents() names, and leaf_path.v turns them into the protocol's route, for
# random trees and leaves.
#
#   parents.sh PARENTS TEMPLATES [TREES [SEED]]      PARENTS: parents.c, which prints the bench
set -u
parents=$(realpath "$1")
templates=$(realpath "$2")
trees=${3:-80}
command -v iverilog >/dev/null || { echo 'no iverilog' >&2; exit 77; }
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
"$parents" "$trees" "${4:-1}" >bench.v || exit 99
iverilog -g2005 -s bench -o bench bench.v "$templates"/*/leaf_parents.v "$templates"/*/leaf_random.v \
	"$templates"/*/leaf_path.v "$templates"/*/leaf_any.v || exit 1
vvp bench >said || exit 1
[ "$(cat said)" = "$((trees * 32)) right, 0 wrong" ] && exit
head -20 said
grep -A 1 "$(sed -n '1s/^\(tree [0-9]*\),.*/\/\/ \1:/p' said)" bench.v | head -1
exit 1
