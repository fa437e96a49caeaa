#!/bin/sh
# The table of docs/papers/universality.md agrees with `ftc embed`.
#
#   table.sh FTC PAGE GRAPHS [--print]     --print: the rows as they should be
#
# GRAPHS holds the guests that come from files. The columns with METIS are valid for the version that the page names;
# with another version they are skipped.
set -u
ftc=$(realpath "$1")
page=$(realpath "$2")
graphs=$(realpath "$3")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# Of out.json: what is printed of an identification: load factor, cycles by Theorem 1, cycles of the best schedule.
identified() {
	sed -n "/\"name\": \"$1\"/,/\"method\"/p" out.json | tr -d ' ,' | awk -F: '
		/numerator/ { over = $2 }
		/denominator/ { under = $2 }
		/theorem_1/ { first = $2 }
		/^"cycles"/ { printf("%s/%s, %s, %s", over, under, first, $2) }'
}

# row GUEST LEAVES CONNECTIONS ROOT
row() {
	printf 'network: fat-tree\nleaves: %s\nconnections: %s\nroot-capacity: %s\n' "$2" "$3" "$4" >tree.yaml
	if [ -e "$graphs/$1.graph" ]; then
		set -- "$1" "$2, $3, $4" --network "$graphs/$1.graph"
	else
		# shellcheck disable=SC2086
		set -- "$1" "$2, $3, $4" --guest $1
	fi
	name=$1 tree=$2
	shift 2
	"$ftc" embed tree.yaml "$@" --json >out.json 2>said || { cat said; exit 1; }
	processors=$(sed -n 's/^    "processors": \(.*\),/\1/p' out.json | head -1)
	degree=$(sed -n 's/^    "degree": \(.*\),/\1/p' out.json)
	allowed=$(sed -n '/"as_cut"/,/}/p' out.json | tr -d ' ,' | awk -F: '/load_factor/ { l = $2 } /cycles/ { printf("%.3g, %s", l, $2) }')
	echo "| $name | $processors, $degree | $tree | $allowed | $(identified pearls) | $(identified metis) | $(identified natural) | $(identified random) |"
}

sed -n 's/^| \([a-z][-a-z0-9 ]*\) | [0-9, ]* | \([0-9]*\), \([0-9]*\), \([0-9]*\) |.*/\1|\2|\3|\4/p' "$page" >cases
[ -s cases ] || { echo "no table in $page"; exit 1; }
while IFS='|' read -r guest leaves connections root; do
	row "$guest" "$leaves" "$connections" "$root"
done <cases >rows || { cat rows; exit 1; }
if [ "${4:-}" = --print ]; then
	cat rows
	exit
fi
sed -n '/^| [a-z][-a-z0-9 ]* | [0-9, ]* | [0-9]*, [0-9]*, [0-9]* |/p' "$page" >told
if ! grep -q "$(sed -n 's/^  "partitioner": "\(.*\)",/\1/p' out.json)" "$page"; then
	echo "another METIS than on the page: $(grep partitioner out.json)"
	for file in told rows; do
		cut -d '|' -f 1-6,8- "$file" >"$file-rest"
		mv "$file-rest" "$file"
	done
fi
diff told rows
