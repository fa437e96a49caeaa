#!/bin/sh
# The table of docs/papers/embeddings.md agrees with `ftc embed`.
#
#   claims.sh FTC PAGE [--print]     --print: the rows as they should be
set -u
ftc=$(realpath "$1")
page=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# number KEY: in the JSON of the embedding; the last one, as the paper's claim repeats some of the keys before.
number() {
	sed -n "s/^ *\"$1\": \([0-9.]*\),*$/\1/p" out.json | "$2" -1
}

# claimed KEY: likewise in the paper's claim, or a dash.
claimed() {
	sed -n '/"claim": {/,/}/p' out.json | sed -n "s/^ *\"$1\": \([0-9.]*\),*$/\1/p" | grep . || echo -
}

# row GUEST TREE H M W
row() {
	printf 'network: gft\nheight: %s\nchildren: %s\nparents: %s\n' "$3" "$4" "$5" >tree.yaml
	# shellcheck disable=SC2086
	"$ftc" embed tree.yaml --guest $1 --json >out.json || exit 1
	nodes=$(number nodes head) leaves=$(number leaves head)
	expansion=$leaves/$nodes
	[ "$nodes" != "$leaves" ] || expansion=1
	none=-
	! grep -q '"claim": {' out.json || none=$expansion
	bisection=$(number theorem_10 head)
	[ "$bisection" -gt 0 ] || bisection=-
	echo "| $1 | $2 | $(sed -n 's/.*"theorem": "Theorem \(.*\)",/\1/p' out.json | grep . || echo -)" \
		"| $(claimed dilation), $(number dilation head) | $(claimed load), $(number load head) | $none, $expansion" \
		"| $(claimed congestion), $(number congestion head) | $(number degree tail) | $(number subtrees tail) | $bisection |"
}

sed -n 's/^| \([a-z][-a-z0-9 ]*\) | \(GFT([0-9, ]*)\) | [^|]* | [-0-9]*, .*/\1|\2/p' "$page" >cases
[ -s cases ] || { echo "no table in $page"; exit 1; }
while IFS='|' read -r guest tree; do
	# shellcheck disable=SC2046
	row "$guest" "$tree" $(echo "$tree" | tr -c '0-9\n' ' ')
done <cases >rows
if [ "${3:-}" = --print ]; then
	cat rows
	exit
fi
sed -n '/^| [a-z][-a-z0-9 ]* | GFT([0-9, ]*) | [^|]* | [-0-9]*, /p' "$page" | diff - rows
