#!/bin/sh
# Reads every NAME.yaml of a folder and compares all messages, byte for byte.
#
#   compare.sh UNDERSTOOD FOLDER [--update]
#
# NAME.set    one --set argument a line (optional)
# NAME.error  the whole message; the file is refused with exit status 2
# NAME.spec   the parameters as understood; the file is accepted
# NAME.warning  warnings while the file is accepted (optional: none)
# With --update the expected files are rewritten: read the difference before you commit it.
set -u
understood=$(realpath "$1")
update=${3:-}
folder=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
cd "$folder" || exit 99
telling=$scratch/difference
# All kinds of network, and those that have leaves, as messages list them: expected files say KINDS and LEAFY, so that a
# new kind changes none. From the table of keys, which is held against the code.
table=../../../docs/parameters.md
words=$(sed -n 's/^| \[`network`\]([^)]*) | all | \([^|]*\) |.*/\1/p' $table | tr -d '`,')
leafy=$(for word in $words; do ! grep '^| \[`leaves`\]' $table | grep -q "\`$word\`" || echo "$word"; done)
[ "$leafy" ] || { echo "docs/parameters.md does not list the kinds of network" >&2; exit 99; }

# listed WORD ITEM...: "ITEM, ITEM WORD ITEM"
listed() {
	last=$1
	shift
	echo "$*" | sed "s/ /, /g; s/\(.*\), /\1 $last /"
}
# shellcheck disable=SC2086 # lists of words
hide="s/expected $(listed or $words)\$/expected KINDS/; s/ a key of $(listed and $leafy), / a key of LEAFY, /"

# same EXPECTED GOT: an expected file that does not exist is an empty one
same() {
	[ -e "$1" ] || set -- /dev/null "$2"
	diff -u "$1" "$2" >>"$scratch/difference"
}

# keep EXPECTED GOT
keep() {
	if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
}

check() {
	name=$1
	set --
	if [ -e "$name.set" ]; then
		while IFS= read -r line; do set -- "$@" "$line"; done <"$name.set"
	fi
	"$understood" "$name.yaml" "$@" >"$scratch/out" 2>"$scratch/said"
	status=$?
	sed "$hide" "$scratch/said" >"$scratch/err"
	if [ -n "$update" ]; then
		if [ $status -eq 0 ]; then keep "$name.warning" "$scratch/err"; keep "$name.spec" "$scratch/out"
		else keep "$name.error" "$scratch/err"; fi
		return 0
	fi
	: >"$scratch/difference"
	if [ -e "$name.error" ]; then
		[ $status -eq 2 ] || { echo "exit status $status, expected 2" >>"$scratch/difference"; return 1; }
		same "$name.error" "$scratch/err" && same /dev/null "$scratch/out"
	elif [ -e "$name.spec" ]; then
		[ $status -eq 0 ] || { echo "exit status $status, expected 0"; cat "$scratch/err"; } \
			>>"$scratch/difference"
		same "$name.spec" "$scratch/out" && same "$name.warning" "$scratch/err"
	else
		echo "$name.yaml has neither $name.error nor $name.spec" >>"$scratch/difference"
		return 1
	fi
}

for file in *.yaml; do
	check "${file%.yaml}"
	report "${file%.yaml}"
done
finish
