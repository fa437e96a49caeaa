#!/bin/sh
# Runs every command line of a file and compares its output and exit status, byte for byte.
#
#   lines.sh PROGRAM LINES [SETUP [ARGUMENT...]] [--update]
#
# For each case LINES holds a line "$ WORDS", quoted as in a shell, then the output (standard output, then standard
# error) and "= STATUS". "$ show FILE" prints a file, each line behind "| ". The shell reads SETUP with the ARGUMENTs,
# absolute paths, in the folder where the program then runs: SETUP makes the files that the cases name, and may define
# `hide` and `hide_error`. With --update the file is rewritten: read the difference before you commit it.
set -u
program=$(realpath "$1")
lines=$(realpath "$2")
shift 2
setup=
update=no
for word; do
	shift
	case $word in
	--update) update=yes ;;
	*) set -- "$@" "$(realpath "$word")" ;;
	esac
done
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

# hide FILE: standard output without what may differ
hide() {
	cat "$1"
}
# hide_error FILE: likewise, standard error
hide_error() {
	cat "$1"
}
mkdir "$scratch/here"
if [ $# -gt 0 ]; then
	setup=$1
	shift
	cd "$scratch/here" || exit 99
	. "$setup"
fi

grep '^[#$]' "$lines" | while IFS= read -r line; do
	echo "$line"
	case $line in
	'$ show '*) sed 's/^/| /' "${line#'$ show '}" ;;
	'$'*)
		eval "set -- ${line#?}"
		"$program" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
		status=$?
		hide "$scratch/out"
		hide_error "$scratch/err"
		echo "= $status"
		;;
	esac
done >"$scratch/got"
if [ $update = yes ]; then
	cp "$scratch/got" "$lines"
else
	diff -u "$lines" "$scratch/got"
fi
