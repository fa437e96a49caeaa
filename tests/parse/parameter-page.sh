#!/bin/sh
# docs/parameters.md and the compiler agree: every key has a row and a heading, every heading that names
# a key is one, every default in the table is the real one, and every example is accepted.
#
#   parameter-page.sh UNDERSTOOD PAGE
set -eu
understood=$(realpath "$1")
page=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "$*" >&2; exit 1; }

# The keys as the compiler lists them for one that is like none of them.
printf 'qqqqqqqq: 1\n' >unknown.yaml
"$understood" unknown.yaml 2>&1 | sed -n 's/.*expected //p' | sed 's/ or /, /; s/, /\n/g' | sort >keys
[ "$(wc -l <keys)" -ge 23 ] || fail "the compiler lists only these keys: $(cat keys)"
grep '^### ' "$page" | sed 's/^### //' | sort >headings
diff -u keys headings >&2 || fail "keys and headings differ"
sed -n 's/^| \[`\([a-z-]*\)`\].*/\1/p' "$page" | sort >rows
diff -u keys rows >&2 || fail "keys and rows differ"

# Each YAML block by itself.
awk '/^```yaml/ { n++; inside = 1; next } /^```/ { inside = 0 } inside { print > ("example" n ".yaml") }' "$page"
[ -e example4.yaml ] || fail "the page's examples are gone"
for example in example*.yaml; do
	"$understood" "$example" >said 2>&1 || fail "$example is refused: $(cat "$example" said)"
done

# The last column, where it is a plain value in code or a number.
printf 'network: fat-tree\nleaves: 16\n' >tree.yaml
printf 'network: sorter\nwires: 8\n' >sorter.yaml
printf 'network: cm-5\nleaves: 16\n' >cm-5.yaml
printf 'network: fat-tree\nleaves: 16\nswitching: off-line\nschedule: s.json\n' >off-line.yaml
{ "$understood" off-line.yaml; "$understood" tree.yaml; "$understood" sorter.yaml; "$understood" cm-5.yaml; } >defaults
checked=0
sed -n 's/^| \[`\([a-z-]*\)`\].*| `*\([a-z0-9_-]*\)`*\(:.*\)* |$/\1 \2/p' "$page" | grep -v ' none$' >table
while read -r key value; do
	grep -qx "$key: $value" defaults || fail "the default of $key is not $value"
	checked=$((checked + 1))
done <table
[ $checked -ge 11 ] || fail "only $checked defaults were found in the table"

# The words that are values, and the ends of the ranges.
checked=0
for key in network concentrator leaf-interface family leaves wires key-bits clock elements-between-registers \
	delay-ram-threshold external link-width up-routing height; do
	for network in 'fat-tree leaves: 16' 'sorter wires: 8' 'gft height: 2\nchildren: 2\nparents: 2'; do
		{ printf 'network: %s\n' "${network%% *}"; printf '%b\n' "${network#* }"; } |
			grep -v "^$key:" >wrong.yaml
		echo "$key: qqqqqqqq" >>wrong.yaml
		"$understood" wrong.yaml 2>&1 | sed -n "s/.*error: $key is qqqqqqqq: expected //p" |
			sed 's/a whole number from //; s/ or /, /; s/, /\n/g; s/ to /\n/g' | sort >values
		[ -s values ] || continue
		sed -n "s/^| \[\`$key\`\][^|]*|[^|]*| \([^|]*\) |.*/\1/p" "$page" |
			sed 's/ \.\. /\n/g; s/, /\n/g; s/ MHz//; s/ clocks//; s/`//g' | sort >of-page
		diff -u values of-page >&2 || fail "the page has other values of $key"
		checked=$((checked + 1))
	done
done
[ $checked -ge 14 ] || fail "the values of only $checked keys were checked"

# The message at the end is what is really said.
printf 'network: fat-tree\nleaves: 16\nroot-capcity: 8\n' >tree.yaml
"$understood" tree.yaml >said 2>&1 && fail "the misspelt key is accepted"
awk '/^tree.yaml:3:1/ { inside = 1 } /^```/ { inside = 0 } inside' "$page" >shown
diff -u shown said >&2 || fail "the message shown differs"
