#!/bin/sh
# at_once.sh FTC: broadcasts by all spanning trees at once, in the Verilog, in as few clocks as the model counts. TAP.
#
# All leaves send; with two trees they take at most 0.6 of the clocks of one tree, with one dead root as many as one does.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
export FTC_CACHE="$scratch/cache"
printf 'network: gft\nheight: 1\nchildren: 4\nparents: 2\npayload-bits: 8\nbroadcast-every: 2\n' >tree.yaml
for word in 1 2 3 4 5 6 7 8; do
	printf '0 *\n1 *\n2 *\n3 *\n'
done >messages.txt

# clocks ARGUMENTS..: of the whole run
clocks() {
	"$ftc" simulate tree.yaml --messages messages.txt "$@" 2>>error.txt | sed -n 's/^ *all delivered after \([0-9]*\) clocks.*/\1/p'
}
one=$(clocks)
all=$(clocks --set broadcast-trees=all)
verilog=$(clocks --set broadcast-trees=all --engine rtl)
dead=$(clocks --set broadcast-trees=all --fault node:1:1)
alone=$(clocks --fault node:1:1)
[ "$all" ] && [ "$all" = "$verilog" ]
result $? "all trees: $all clocks in the model, $verilog in Verilog" error.txt
[ "$one" ] && [ $((10 * all)) -le $((6 * one)) ]
result $? "all trees: $all clocks, one tree: $one" error.txt
[ "$dead" ] && [ "$dead" -le "$alone" ]
result $? "one tree left: $dead clocks, $alone with one tree" error.txt
finish
