#!/bin/sh
# Does everything exist that the pages name? Checks links [..](target), the headings behind their #, and
# `paths/of/files` in this project's folders, with or without a *.
#
#   links.sh SOURCE-DIRECTORY PAGE..           pages as paths from the source directory
set -eu
found=$(mktemp)
trap 'rm -f "$found"' EXIT
cd "$1"
shift
failed=0
count=0

complain() {
	echo "$1: $2" >&2
	failed=1
}

# Text outside fenced blocks.
prose() {
	awk '/^```/ { inside = !inside; next } !inside' "$1"
}

# Headings as GitHub makes anchors of them.
anchors() {
	awk '/^```/ { inside = !inside; next } !inside && /^#+ /' "$1" |
		sed 's/^#* //; s/`//g' | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}

check_link() {
	page=$1
	file=${2%%#*}
	case $2 in
	http://* | https://*) return ;;
	'#'*) path=$page ;;
	*) path=$(dirname "$page")/$file ;;
	esac
	if [ ! -e "$path" ]; then
		complain "$page" "links to $2, which is not there"
		return
	fi
	case $2 in
	*'#'*) anchors "$path" | grep -qxF -e "${2#*#}" || complain "$page" "links to $2: no such heading" ;;
	esac
}

check_path() {
	# shellcheck disable=SC2086 # a * in it is meant
	set -- "$1" $2
	[ -e "$2" ] || complain "$1" "names $2, which is not there"
}

for page; do
	[ -s "$page" ] || complain "$page" "is missing or empty"
	for target in $(prose "$page" | grep -o '](\([^) ]*\))' | sed 's/^](//; s/)$//'); do
		check_link "$page" "$target"
		count=$((count + 1))
	done
	prose "$page" | grep -o '`[^` ]*`' | tr -d '`' |
		grep -E '^(compiler|rtl-templates|sim|boards|constraints|tests|docs|examples|\.ci)/' |
		sort -u >"$found" || :
	while read -r path; do
		check_path "$page" "$path"
	done <"$found"
done
[ $count -gt 0 ] || complain "$1" "no links found"
exit $failed
