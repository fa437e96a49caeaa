#!/bin/sh
# The report of `ftc boards FILE` on a network, for every board.
#
#   fits.sh FTC SOURCE-DIRECTORY
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
source=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
cp "$source/examples/sorter8.yaml" "$source/examples/offline16.yaml" "$source/examples/offline16.json" \
	"$source/examples/xgft6.yaml" "$source/examples/hypertree15.yaml" .
# column KEY: of all boards, from the JSON in `listed`
column() {
	values "$1" listed
}
list() {
	"$ftc" boards "$@" --json >listed 2>said || { echo "fails: ftc boards $*"; cat said; failed=1; }
}
# verdict BOARD
verdict() {
	column name | paste -d' ' - fits | sed -n "s/^$1 //p"
}
# tree LEAVES: half as many wires at the root
tree() {
	printf 'network: fat-tree\nleaves: %d\nroot-capacity: %d\n' "$1" $(($1 > 2 ? $1 / 2 : 2)) >tree.yaml
	list tree.yaml
	column fits >fits
}
boards=$(ls "$source"/boards/*.yaml | sed 's,.*/,,; s/\.yaml$//' | sort)

list
is 'all boards are listed' [ "$(column name | sort)" = "$boards" ]
is 'without a network nothing fits or does not' [ -z "$(column fits)" ]

tree 2
is 'two leaves fit everywhere' [ "$(sort -u fits)" = yes ]
tree 4096
is 'four thousand leaves fit nowhere' [ "$(sort -u fits)" = no ]
tree 8
is 'eight leaves do not fit an iCEstick' [ "$(verdict icestick)" = no ]
is 'but an HX8K' [ "$(verdict hx8k-breakout)" = yes ]
is 'and an ECP5' [ "$(verdict ulx3s-12f)" = yes ]

# Slaves, and the masters of the self test, at every leaf.
before=$(column needs_cells | sort -n | head -1)
list tree.yaml --wishbone
is 'Wishbone slaves take room' [ "$(column needs_cells | sort -n | head -1)" -gt $((before + 8 * 150)) ]
is 'slaves without a network are refused' [ "$("$ftc" boards --wishbone 2>&1 | tail -1)" = 'try: ftc boards tree.yaml --wishbone' ]

# More leaves never need less, and what does not fit a small board of a series fits the large one rather.
last=0
for leaves in 2 4 8 16 32 64; do
	tree $leaves
	needs=$(column needs_cells | sort -n | head -1)
	is "$leaves leaves need more than half as many" [ "$needs" -gt "$last" ]
	last=$needs
	for pair in ulx3s-25f:ulx3s-45f ulx3s-45f:ulx3s-85f ecpix-5-45f:ecpix-5-85f icestick:hx8k-breakout; do
		case $(verdict "${pair%:*}")-$(verdict "${pair#*:}") in
		no-* | tight-tight | tight-yes | yes-yes) ;;
		*) echo "$leaves leaves: $pair"; failed=1 ;;
		esac
	done
done

# The other networks, and the table for people.
for file in sorter8.yaml offline16.yaml xgft6.yaml hypertree15.yaml; do
	list $file
	is "$file is judged on every board" [ "$(column fits | wc -l)" -eq "$(echo "$boards" | wc -l)" ]
done
"$ftc" boards sorter8.yaml >table
is 'the table has a line for each board' [ "$(grep -c ' %  \(yes\|tight\|no\)$' table)" -eq "$(echo "$boards" | wc -l)" ]
is 'none is longer than a terminal' sh -c '! grep -n ".\{101\}" table'

# Each input port of an iCE40's hypertree has a block RAM: they run out before the cells do.
"$ftc" boards hypertree15.yaml --set nodes=9 >nine
"$ftc" boards hypertree15.yaml --set nodes=11 >eleven
is 'nine nodes have block RAMs on an HX8K' grep -q '^hx8k-breakout .* yes$' nine
is 'eleven nodes lack them' grep -q '^hx8k-breakout .* no$' eleven

# What no self test can be made of is judged alone, for a top module of the user's; `ftc build` refuses it without one.
alone() {
	"$ftc" boards "$@" >listed && grep -q '^Estimated, for a top module of your own' listed && grep -q '^icebreaker .* yes$' listed &&
		! "$ftc" build "$@" --board icebreaker -o no 2>built && [ ! -e no ] && grep -q '^try: ' built
}
tree 4
is 'a tree of bare wires' alone tree.yaml --set leaf-interface=wires
is 'an XGFT of bare wires' alone xgft6.yaml --set leaf-interface=wires
is 'an off-line tree without its schedule' alone tree.yaml --set switching=off-line --set settings-port=true --set schedule-cycles=4
exit $failed
