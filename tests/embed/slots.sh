#!/bin/sh
# The table of slots in docs/papers/embeddings.md agrees with `ftc embed`.
#
#   slots.sh FTC PAGE [--print]     --print: the rows as they should be
set -u
ftc=$(realpath "$1")
page=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# slots METHOD GUEST: of the tree in tree.yaml; a dash where the method does not apply.
slots() {
	# shellcheck disable=SC2086
	"$ftc" embed tree.yaml --guest $2 --method "$1" --json 2>/dev/null | sed -n 's/^ *"slots": \([0-9]*\),*$/\1/p' | grep . || echo -
}

# row GUEST TREE
row() {
	case $2 in
	CM-5*) printf 'network: cm-5\nleaves: %s\n' "${2##* }" ;;
	*) echo "$2" | sed 's/.*(//; s/)//; s/[;,]/ /g; s/^/x /' | {
		# shellcheck disable=SC2046
		read -r _ height rest
		case $2 in
		GFT*) printf 'network: gft\nheight: %s\nchildren: %s\nparents: %s\n' "$height" $rest ;;
		*) echo "network: xgft"
			echo "$2" | sed 's/.*([0-9]*; \(.*\); \(.*\))/children: [\1]\nparents: [\2]/' ;;
		esac
	} ;;
	esac >tree.yaml
	# shellcheck disable=SC2086
	congestion=$("$ftc" embed tree.yaml --guest $1 --method paths --json | sed -n '/"phases"/,$s/^ *"congestion": \([0-9]*\),*$/\1/p')
	echo "| $1 | $2 | $congestion | $(slots paths "$1") | $(slots konig "$1") |"
}

sed -n 's/^| \([a-z][-a-z0-9 ]*\) | \(X*GFT([0-9,; ]*)\|CM-5, [0-9]*\) | [0-9]* | [0-9]* | [0-9-]* |$/\1|\2/p' "$page" >cases
[ "$(wc -l <cases)" -ge 20 ] || { echo "no table of slots in $page"; exit 1; }
while IFS='|' read -r guest tree; do row "$guest" "$tree" </dev/null; done <cases >wanted
[ "${3-}" != --print ] || { cat wanted; exit 0; }
missing=0
while read -r line; do
	grep -qxF "$line" "$page" || { echo "not in $page: $line"; missing=1; }
done <wanted
exit $missing
