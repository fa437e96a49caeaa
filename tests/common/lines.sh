#!/bin/sh
# Runs every command line of lines.txt and compares what it prints and its exit status, byte for byte.
#
#   lines.sh PROGRAM LINES [--update]
#
# LINES holds, for each case, a line "$ WORDS", quoted as in a shell, then what it prints (standard output,
# then standard error) and "= STATUS".
# With --update the file is rewritten: read the difference before you commit it.
set -u
program=$(realpath "$1")
lines=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
grep '^[#$]' "$lines" | while IFS= read -r line; do
	echo "$line"
	case $line in
	'$'*)
		eval "set -- ${line#?}"
		"$program" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
		status=$?
		cat "$scratch/out" "$scratch/err"
		echo "= $status"
		;;
	esac
done >"$scratch/got"
if [ "${3:-}" = --update ]; then
	cp "$scratch/got" "$lines"
else
	diff -u "$lines" "$scratch/got"
fi
