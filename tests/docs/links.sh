#!/bin/sh
# Does everything exist that the pages name? Checks links [..](target), the headings behind their #, and
# `paths/of/files` in this project's folders, with or without a *. Each page is two clicks from README.md: docs/README.md
# links to it.
#
#   links.sh SOURCE-DIRECTORY
set -eu
found=$(mktemp)
trap 'rm -f "$found"' EXIT
cd "$1"
set -- README.md CHANGELOG.md docs/*.md docs/*/*.md
failed=0
count=0
# The pages whose headings were read, and PAGE#HEADING for each of these, between line breaks. To start a process for
# each link would take most of the time.
known='
'

complain() {
	echo "$1: $2" >&2
	failed=1
}

# learn PAGE: its headings as GitHub makes anchors of them.
learn() {
	case $known in
	*"
$1
"*) return ;;
	esac
	known="$known$1
$(awk -v page="$1" '
		/^```/ { inside = !inside; next }
		!inside && /^#+ / {
			heading = tolower($0)
			sub(/^#* /, "", heading)
			gsub(/ /, "-", heading)
			gsub(/[^a-z0-9_-]/, "", heading)
			print page "#" heading
		}' "$1")
"
}

check_link() {
	page=$1
	file=${2%%#*}
	case $2 in
	http://* | https://*) return ;;
	'#'*) path=$page ;;
	*)
		case $page in
		*/*) path=${page%/*}/$file ;;
		*) path=./$file ;;
		esac ;;
	esac
	if [ ! -e "$path" ]; then
		complain "$page" "links to $2, which is not there"
		return
	fi
	case $2 in
	*'#'*)
		learn "$path"
		case $known in
		*"
$path#${2#*#}
"*) ;;
		*) complain "$page" "links to $2: no such heading" ;;
		esac ;;
	esac
}

check_path() {
	# shellcheck disable=SC2086 # a * in it is meant
	set -- "$1" $2
	[ -e "$2" ] || complain "$1" "names $2, which is not there"
}

for page; do
	[ -s "$page" ] || complain "$page" "is missing or empty"
done
# Outside fenced blocks: each page's links in their order, then its paths.
for page; do
	[ ! -s "$page" ] || echo "$page"
done | xargs awk '
	FNR == 1 { inside = 0; pages++ }
	/^```/ { inside = !inside; next }
	inside { next }
	{
		for (rest = $0; match(rest, /]\([^) ]*\)/); rest = substr(rest, RSTART + RLENGTH))
			if (RLENGTH > 3)
				printf "%04d link %06d %s %s\n", pages, ++links, FILENAME, substr(rest, RSTART + 2, RLENGTH - 3)
		for (rest = $0; match(rest, /`[^` ]*`/); rest = substr(rest, RSTART + RLENGTH)) {
			path = substr(rest, RSTART + 1, RLENGTH - 2)
			if (path ~ /^(compiler|rtl-templates|sim|boards|constraints|tests|docs|examples|\.ci)\//)
				printf "%04d path - %s %s\n", pages, FILENAME, path
		}
	}' | sort -u >"$found"
while read -r _ kind _ page target; do
	if [ "$kind" = link ]; then
		check_link "$page" "$target"
		count=$((count + 1))
	else
		check_path "$page" "$target"
	fi
done <"$found"
grep -q '](docs/README.md)' README.md || complain README.md "does not link to docs/README.md"
for page in docs/*/*.md; do
	grep -q "](${page#docs/}[)#]" docs/README.md || complain docs/README.md "does not link to $page"
done
[ $count -gt 0 ] || complain "$1" "no links found"
exit $failed
