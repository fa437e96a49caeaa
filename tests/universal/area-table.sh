#!/bin/sh
# The tables of docs/papers/area-universality.md are what ftc measures today.
#
#   area-table.sh FTC TABLE-SH PAGE
set -eu
ftc=$(realpath "$1")
table=$(realpath "$2")
page=$(realpath "$3")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cp "$page" "$scratch/page.md"
grep -q '^<!-- benchmark: networks -->' "$page" && grep -q '^<!-- benchmark: sets -->' "$page"
PARTS="networks sets" WRITE="$scratch/page.md" "$table" "$ftc" none none "$scratch/tables" >"$scratch/said"
diff "$page" "$scratch/page.md"
