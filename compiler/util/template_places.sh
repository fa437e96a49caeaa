#!/bin/sh
# template_places.sh FOLDER OUT DEPFILE: the table of the files of rtl-templates/ in C, each by its place below FOLDER. No two
# have one path below their folders. DEPFILE lists for ninja the folders, which change with every new file.
set -eu
folder=$1 out=$2 depfile=$3
places=$(cd "$folder" && find . -mindepth 2 -type f ! -name '.*' ! -name '*.bugs' | sed 's|^\./||' | LC_ALL=C sort)
twice=$(echo "$places" | sed 's|[^/]*/||' | LC_ALL=C sort | uniq -d)
if [ -n "$twice" ]; then
	echo "$folder: two files are called $twice" >&2
	exit 1
fi
{
	echo '/* Made of the folders of rtl-templates/ by template_places.sh. */'
	echo 'static const char *const template_places[] = {'
	echo "$places" | sed 's|.*|\t"&",|'
	echo '};'
} >"$out"
{
	printf '%s:' "$(echo "$out" | sed 's/ /\\ /g')"
	find "$folder" -type d | sed 's/ /\\ /g' | tr '\n' ' ' | sed 's/^/ /'
	echo
} >"$depfile"
