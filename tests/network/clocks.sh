#!/bin/sh
# Are the clocks that ftc predicts as near to the measured ones (clocks.tsv) as it says?
#
#   clocks.sh FTC CLOCKS SOURCE_ROOT
set -u
LC_ALL=C
export LC_ALL
ftc=$(realpath "$1")
clocks=$(realpath "$2")
root=$3
. "$(dirname "$0")/../common/tap.sh"
tab=$(printf '\t')

# A parameter file of each row; a schedule where it wants one.
grep -v '^#' "$root/tests/network/clocks.tsv" >rows
count=0
while IFS=$tab read -r family _ keys _; do
	count=$((count + 1))
	file=$(printf '%03d.yaml' $count)
	{
		echo "$keys" | sed 's/; /\n/g'
		echo "family: $family"
	} >"$file"
	case $keys in
	*all-to-all*)
		sed -i "s/all-to-all/$count.json/" "$file"
		"$ftc" schedule "$file" --from all-to-all --limit none -o $count.json >said 2>&1 || cat said ;;
	esac
done <rows
[ $count -ge 45 ]
report "$count rows"
"$clocks" ???.yaml >predicted 2>said
report 'all are read'
error=$(head -n 1 predicted)
tail -n +2 predicted | tr ' ' '\t' | paste rows - >both

# The error is that of the measured clock beside the predicted one, of the rows that are fitted.
awk -F'\t' '$11 == "fitted" { e = 100 * ($5 / $10 - 1); printf "%+.1f %%: %s MHz, predicted %.0f: %s\n", e, $5, $10, $3 }' both >errors
awk -v most="$error" '{ e = $1 < 0 ? -$1 : $1 } e > most { print; bad = 1 } END { exit bad || NR < 40 }' errors >said
report "each fitted clock is within $error %"
awk '{ e = $1 < 0 ? -$1 : $1 } e > most { most = e } END { print "the most is " most " %"; exit !(most > '"$error"' - 1) }' errors >said
report 'and no smaller error could be stated'
mean=$(awk '{ sum += $1 < 0 ? -$1 : $1 } END { printf "%.0f", sum / NR }' errors)
awk -F'\t' '($2 == "unfitted") != ($11 == "unfitted") || ($11 == "unfitted" && $10 > $5)' both >said
[ ! -s said ]
report 'without a fit, the clock is one that the network reaches'
grep -q "at most $error %, $mean % on average" "$root/docs/explore.md"
report 'docs/explore.md says so' errors
finish
