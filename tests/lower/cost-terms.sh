#!/bin/sh
# cost-terms.sh TEMPLATE-TABLE FOLDER: each table of costs in FOLDER has a coefficient for every term of the templates,
# and no others; but of flip-flops without a LUT only where they were counted, and of RAM none. TEMPLATE-TABLE: the
# terms as the build has read them. TAP.
set -eu
terms=$(realpath "$1")
folder=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
telling=wrong
sed -n 's/^\t{ COST_\([A-Z0-9]*\), [a-z]*, "\(.*\)", \(.*\)_cost_[0-9]*, .*/\3\t\1\t\2/p' "$terms" |
	awk 'BEGIN { FS = OFS = "\t" } $2 == "RAM" || $2 == "RAM_BITS" { next } { $2 = tolower($2); print }' | sort -u >wanted
[ "$(wc -l <wanted)" -ge 20 ] && [ "$(ls "$folder"/*.tsv | wc -l)" -ge 4 ]
result $? 'there are terms and tables'
for table in "$folder"/*.tsv; do
	grep -v '^#' "$table" | cut -f 1-3 | sort >had
	grep -q '	lone	' had && cp wanted all || grep -v '	lone	' wanted >all
	status=0
	diff all had >wrong || status=1
	result $status "$(basename "$table"): a coefficient for each term"
done
finish
