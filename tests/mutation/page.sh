#!/bin/sh
# page.sh ROOT: each edit of `mutants` changes one line, and docs/mutations.md says for each which check noticed it.
. "$(dirname "$0")/../common/tap.sh"
root=$1
tab=$(printf '\t')
# shellcheck disable=SC2034
telling=wrong
grep -v -e '^#' -e '^$' "$root/tests/mutation/mutants" >list
while IFS=$tab read -r file edit _; do
	changed=$(sed "$edit" "$root/$file" | diff "$root/$file" - | grep -c '^>')
	[ "$changed" -eq 1 ] || echo "$changed lines of $file: $edit"
done <list >wrong 2>&1
[ ! -s wrong ]
report 'each edit changes one line'

sed "s/^[^/]*.\([^$tab]*\)${tab}[^$tab]*$tab\(.*\)/| \1 | \2 |/" list >listed
sed -n '/^| file |/,$s/^\(| .* |\) [^|]* |$/\1/p' "$root/docs/mutations.md" | tail -n +3 | diff listed - >wrong
report 'the page has a row for each edit, in their order'

grep -e '| \*\*nothing' -e '| \*\*not run' "$root/docs/mutations.md" >wrong
[ ! -s wrong ]
report 'a check noticed each edit'
finish
