#!/bin/sh
# Are the pages of docs/pages those that ftc makes today? Their data may be packed otherwise: zlib's versions differ.
#
#   run-pages.sh FTC PAGE-CHECK SOURCE-DIRECTORY
set -eu
ftc=$(readlink -f "$1")
check=$(readlink -f "$2")
root=$(readlink -f "$3")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

mkdir "$scratch/new"
sh "$root/docs/pages/make" "$ftc" "$scratch/new"
(cd "$scratch/new" && ls ./*.html) >"$scratch/made"
(cd "$root/docs/pages" && ls ./*.html) | diff - "$scratch/made" || failed=1
while read -r page; do
	# Of a page without a run there is nothing to unpack.
	if grep -q ' id="data">' "$scratch/new/$page"; then
		"$check" "$scratch/new/$page" >"$scratch/now"
		"$check" "$root/docs/pages/$page" >"$scratch/kept"
	else
		cp "$scratch/new/$page" "$scratch/now"
		cp "$root/docs/pages/$page" "$scratch/kept"
	fi
	cmp "$scratch/kept" "$scratch/now" || failed=1
	grep -q "](../pages/$(basename "$page"))" "$root/docs/tutorial/fat-trees-by-watching.md" || {
		echo "$page is not in docs/tutorial/fat-trees-by-watching.md" >&2
		failed=1
	}
done <"$scratch/made"
[ $failed -eq 0 ] || echo 'docs/pages/make makes them again' >&2
exit $failed
