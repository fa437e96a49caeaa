#!/bin/sh
# docs/reference/parameters.md and the compiler agree: its tables of keys and of machines are the compiler's, keys and headings
# correspond, defaults are the real ones, and every example is accepted.
#
#   parameter-page.sh UNDERSTOOD KEY_TABLE PAGE [--update]
set -eu
understood=$(realpath "$1")
table=$(realpath "$2")
page=$(realpath "$3")
update=${4:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "$*" >&2; exit 1; }

"$table" >tables || fail "there is a machine that no keys choose, or keys choose one that there is not"
# A table begins with its head, and ends with an empty line.
if [ -n "$update" ]; then
	awk 'NR == FNR { if (!inside) head[++n] = $0; made[n] = made[n] $0 "\n"; inside = $0 != ""; next }
		{ for (i in head) if ($0 == head[i]) { printf "%s", made[i]; skip = 1 } }
		!skip
		/^$/ { skip = 0 }' tables "$page" >new
	cp new "$page"
fi
awk 'NR == FNR { if (!inside) head[$0]; inside = $0 != ""; next }
	$0 in head { shown = 1 }
	shown
	/^$/ { shown = 0 }' tables "$page" >shown
diff -u tables shown >&2 || fail "tables differ: parameter-page.sh --update writes them anew"
sed '/^$/,$d' tables >made
sed -n 's/^| \[`\([a-z-]*\)`\].*/\1/p' made | sort -u >keys
[ "$(wc -l <keys)" -ge 30 ] || fail "the compiler has only these keys: $(cat keys)"
grep '^### ' "$page" | sed 's/^### //' | sort >headings
diff -u keys headings >&2 || fail "keys and headings differ"

# Each YAML block by itself.
awk '/^```yaml/ { n++; inside = 1; next } /^```/ { inside = 0 } inside { print > ("example" n ".yaml") }' "$page"
[ -e example4.yaml ] || fail "the page's examples are gone"
for example in example*.yaml; do
	"$understood" "$example" >said 2>&1 || fail "$example is refused: $(cat "$example" said)"
done

# The default, where it is a plain value in code or a number.
printf 'network: fat-tree\nleaves: 16\n' >tree.yaml
printf 'network: sorter\nwires: 8\n' >sorter.yaml
printf 'network: cm-5\nleaves: 16\n' >cm-5.yaml
printf 'network: fat-tree\nleaves: 16\nswitching: off-line\nschedule: s.json\n' >off-line.yaml
printf 'network: cm-5\nleaves: 16\nswitching: off-line\nschedule: s.txt\n' >phased.yaml
printf 'network: xgft\nchildren: [4]\nparents: [1]\nlanes: auto\n' >lanes.yaml
printf 'network: pruned-butterfly\nleaves: 16\n' >butterfly.yaml
printf 'network: pruned-butterfly\nleaves: 16\nrouting: deterministic\n' >batched.yaml
printf 'network: pruned-butterfly\nleaves: 16\nrouting: deterministic\ndegree: 2\n' >degree.yaml
printf 'network: hypertree-1\nnodes: 7\n' >hypertree.yaml
printf 'network: hypertree-1\nnodes: 7\nacknowledge: true\n' >acknowledged.yaml
printf 'network: area-universal\narea: 256\n' >device.yaml
printf 'network: rotor\nleaves: 16\n' >rotor.yaml
printf 'network: link\n' >link.yaml
printf 'network: cm-5\nleaves: 16\nbus: wishbone\n' >bus.yaml
for file in bus rotor link device off-line phased tree sorter cm-5 lanes butterfly batched degree hypertree acknowledged; do "$understood" $file.yaml; done >defaults
awk -F ' *[|] *' '{ gsub(/[`\[]|\].*/, "", $2); sub(/[:,].*/, "", $5); gsub(/`/, "", $5) } $5 !~ / / { print $2, $5 }' made |
	tail -n +3 >pairs
# unprinted KEY VALUE: a key that is printed only where it has another value than this one
unprinted() {
	! grep -q "^$1: " defaults || return 1
	for of in tree bus; do
		{ cat $of.yaml; printf '%s: %s\n' "$1" "$2"; } >default.yaml
		"$understood" default.yaml >given 2>said && "$understood" $of.yaml >absent && cmp -s given absent && return
	done
	cat said
	return 1
}
checked=0
while read -r key value; do
	grep -qx "$key: $value" defaults || unprinted "$key" "$value" || fail "the default of $key is not $value"
	checked=$((checked + 1))
done <pairs
[ $checked -ge 17 ] || fail "only $checked defaults were found in the table"

# The message at the end is what is really said.
printf 'network: fat-tree\nleaves: 16\nroot-capcity: 8\n' >tree.yaml
"$understood" tree.yaml >said 2>&1 && fail "the misspelt key is accepted"
awk '/^tree.yaml:3:1/ { inside = 1 } /^```/ { inside = 0 } inside' "$page" >shown
diff -u shown said >&2 || fail "the message shown differs"
