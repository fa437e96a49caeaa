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
tail -n +2 predicted | sed "s/ /$tab/; s/ /$tab/; s/ /$tab/" | paste rows - >both

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
grep -q "at most $error %, $mean % on average" "$root/docs/how-to/explore.md"
report 'docs/how-to/explore.md says so' errors

# The page's table of the fits, without the names of the networks.
awk -F'\t' '
	$11 == "fitted" {
		error = 100 * ($5 / $10 - 1)
		if (!n[$13]++) { least[$13] = most[$13] = error; small[$13] = large[$13] = $12 }
		if (error < least[$13]) least[$13] = error
		if (error > most[$13]) most[$13] = error
		if ($12 < small[$13]) small[$13] = $12
		if ($12 > large[$13]) large[$13] = $12
	}
	function cells(c) { return c < 10000 ? c : sprintf("%d,%03d", c / 1000, c % 1000) }
	END {
		for (fit in n) {
			if (n[fit] == 1) printf "%s | 1 | %s | %.1f %%\n", fit, cells(small[fit]), most[fit]
			else printf "%s | %d | %s to %s | %.1f to %.1f %%\n", fit, n[fit], cells(small[fit]), cells(large[fit]), least[fit], most[fit]
		}
	}' both | sort >fits
sed -n '/^| networks | first, element, wire/,/^$/p' "$root/docs/how-to/explore.md" | sed '1,2d; /^$/d; s/^| [^|]* | //; s/ |$//' | sort >stated
cmp -s fits stated
report 'its table has each fit, and the errors of each' fits
# Its table of networks of 16 and 64 leaves: each is a row, with the errors of the fit. A median is within 15 % of what is predicted.
sed -n '/^| network | measured, MHz/,/^$/p' "$root/docs/how-to/explore.md" | sed '1,2d; /^$/d' >sizes
awk -F'\t' '$1 == "ecp5" && $11 == "fitted" { printf "| `%s` | %s | %.0f | %+.1f %% |\n", $3, $5, $10, 100 * ($5 / $10 - 1) }' both >measured
grep -vxFf measured sizes >said
[ ! -s said ] && awk -F'|' '{ e = $5 + 0; if (e < -15 || e > 15) exit 1 }' sizes
report 'its table of sizes has the errors of the fit, which are within 15 %'
for network in rotor xgft fat-tree hypertree-1; do
	for ends in 16 64; do
		case $network-$ends in
		xgft-16) keys='network: xgft; children: \[4, 4\]; parents: \[1, 4\]' ;;
		xgft-64) keys='network: xgft; children: \[8, 8\]; parents: \[1, 8\]' ;;
		*) keys="network: $network; [a-z]*: $ends;" ;;
		esac
		grep -q "^| .$keys" sizes || echo "$network of $ends is lacking"
	done
done >said
[ ! -s said ]
report 'it has rotors, lanes, serial trees and hypertrees with 16 and 64 leaves'
finish
