#!/bin/sh
# Runs every command line of a file and compares its output and exit status, byte for byte.
#
#   lines.sh PROGRAM LINES [SETUP [ARGUMENT...]] [--update]
#
# For each case LINES holds a line "$ WORDS", quoted as in a shell, then the output (standard output, then standard
# error) and "= STATUS". "$ show FILE" prints a file, each line behind "| ". The shell reads SETUP with the ARGUMENTs,
# absolute paths, in the folder where the program then runs: SETUP makes the files that the cases name, and may define
# `hide` and `hide_error`, which print a file of standard output or error without what may differ. With --update the
# file is rewritten; how a result was made ("made") is left out. Read the difference before you commit it.
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

mkdir "$scratch/here" "$scratch/pieces"
if [ $# -gt 0 ]; then
	setup=$1
	shift
	cd "$scratch/here" || exit 99
	. "$setup"
fi

# A case is one process, that of the program. Each output goes to a file of its own; they are put together at the end.
# A function's name is all that `command -v` says of it.
hidden=$(command -v hide) || :
hidden_error=$(command -v hide_error) || :
number=100000
grep '^[#$]' "$lines" >"$scratch/cases"
while IFS= read -r line; do
	number=$((number + 1))
	piece=$scratch/pieces/$number
	echo "$line" >"$piece-0"
	case $line in
	'$ show '*) sed 's/^/| /' "${line#'$ show '}" >"$piece-1" ;;
	'$'*)
		out=$piece-1 err=$piece-2
		[ "$hidden" != hide ] || out=$scratch/out
		[ "$hidden_error" != hide_error ] || err=$scratch/err
		eval "set -- ${line#?}"
		"$program" "$@" >"$out" 2>"$err" </dev/null
		echo "= $?" >"$piece-3"
		# Nothing remains nothing.
		[ "$out" = "$piece-1" ] || [ ! -s "$out" ] || hide "$out" >"$piece-1"
		[ "$err" = "$piece-2" ] || [ ! -s "$err" ] || hide_error "$err" >"$piece-2"
		;;
	esac
done <"$scratch/cases"
cat "$scratch/pieces"/* | sed '/^\(| \)\{0,1\}  "made": {/d' >"$scratch/got"
if [ $update = yes ]; then
	cp "$scratch/got" "$lines"
else
	diff -u "$lines" "$scratch/got"
fi
