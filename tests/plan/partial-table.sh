#!/bin/sh
# The table of partial concentrators matches the ones that ftc makes from its seed, and the page agrees.
#
#   partial-table.sh TEST-PARTIAL TABLE PAGE [--update]
set -u
scratch=$(mktemp) || exit 99
trap 'rm -f "$scratch"' EXIT
"$1" table >"$scratch" || exit 1
if [ "${4:-}" = --update ]; then
	cp "$scratch" "$2"
fi
status=0

# told RIGHT NAME
told() {
	if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; status=1; fi
}

echo 1..3
diff -u "$2" "$scratch" >&2
told $? '1 - table'

# | 12 -> 8 | 6 | 27 of 28 | 2.25 | 0 | proved in 287 steps |
head='^| \([0-9]* -> [0-9]*\) | \([0-9]*\) | \([0-9]*\) of \([0-9]*\) | [0-9.]* | \([0-9]*\) | '
tail='\(proved in\|no violator\)[a-z ]*\([0-9]*\) [a-z]* |$'
rows=$(sed -n "s/$head$tail/\\1 any \\2: \\3 edges of \\4, draw \\5,.* \\6.* \\7\$/p" "$3")
wrong=$(echo "$rows" | while IFS= read -r row; do grep -q -- "$row" "$scratch" || echo "the page says: $row"; done)
[ -z "$wrong" ] || echo "$wrong" >&2
[ -z "$wrong" ] && [ "$(echo "$rows" | wc -l)" -ge 11 ]
told $? '2 - graphs on the page'

# | 12 -> 8 | 6 of 8 | 19 | 32 | 54 |
rows=$(sed -n 's/^| \([0-9]* -> [0-9]*\) | \([0-9]*\) of [0-9]* | \([0-9]*\) | [0-9]* | [0-9]* |$/^\1 any \2, \3 LUT4/p' "$3")
wrong=$(echo "$rows" | while IFS= read -r row; do grep -q -- "$row" "$scratch" || echo "the page says: $row"; done)
[ -z "$wrong" ] || echo "$wrong" >&2
[ -z "$wrong" ] && [ "$(echo "$rows" | wc -l)" -ge 10 ]
told $? '3 - costs on the page'
exit $status
