#!/bin/sh
# unlawful.sh UNLAWFUL ROOT LIST WORDS SEED [NAME..]: unlawful.c of the networks in a list, or only of those. TAP.
set -u
unlawful=$(realpath "$1") root=$(realpath "$2") list=$(realpath "$3") words=$4 seed=$5
shift 5
. "$(dirname "$0")/../common/tap.sh"
all=0
set -f		# values in brackets are no patterns

while read -r name file keys; do
	case $name in '#'* | '') continue ;; esac
	case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
	# shellcheck disable=SC2086
	"$unlawful" "$root/$file" "$words" "$seed" $keys >counted 2>said
	result $? "$name: $(sed -n 's/^[^0-9]*1 - //p' counted)"
	came=$(sed -n 's/.* 1 - \([0-9]*\) words .*/\1/p' counted)
	all=$((all + ${came:-0}))
done <"$list"
echo "# $all words in all"
finish
