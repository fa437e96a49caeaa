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
table=../../../docs/reference/parameters.md
words=$(sed -n 's/^| \[`network`\]([^)]*) | all | \([^|]*\) |.*/\1/p' $table | tr -d '`,')
leafy=$(for word in $words; do ! grep '^| \[`leaves`\]' $table | grep -q "\`$word\`" || echo "$word"; done)
[ "$leafy" ] || { echo "docs/reference/parameters.md does not list the kinds of network" >&2; exit 99; }

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

# run NAME: what it says goes to files that are called like those that are expected
run() {
	name=$1
	as "$name"
	set --
	if [ -e "$name.set" ]; then
		while IFS= read -r line; do set -- "$@" "$line"; done <"$name.set"
	fi
	"$understood" "$name.yaml" "$@" >"$out" 2>"$err"
	echo $? >"$scratch/status/$name"
}

# as NAME: where its run writes
as() {
	if [ -e "$1.error" ]; then
		out=$scratch/got/$1.out
		err=$scratch/got/$1.error
	else
		out=$scratch/got/$1.spec
		err=$scratch/got/$1.warning
	fi
}

check() {
	name=$1
	as "$name"
	read -r status <"$scratch/status/$name"
	if [ -n "$update" ]; then
		if [ "$status" -eq 0 ]; then keep "$name.warning" "$err"; keep "$name.spec" "$out"
		else keep "$name.error" "$err"; fi
		return 0
	fi
	: >"$scratch/difference"
	if [ -e "$name.error" ]; then
		[ "$status" -eq 2 ] || { echo "exit status $status, expected 2" >>"$scratch/difference"; return 1; }
		! differs "$name" || { same "$name.error" "$err" && same /dev/null "$out"; }
	elif [ -e "$name.spec" ]; then
		[ "$status" -eq 0 ] || { echo "exit status $status, expected 0"; cat "$err"; } \
			>>"$scratch/difference"
		! differs "$name" || { same "$name.spec" "$out" && same "$name.warning" "$err"; }
	else
		echo "$name.yaml has neither $name.error nor $name.spec" >>"$scratch/difference"
		return 1
	fi
}

# differs NAME: may any of its files? A process for each would take longer than the cases.
differs() {
	case $differing in *"/$1."*) return 0 ;; esac
	return 1
}

mkdir "$scratch/got" "$scratch/status"
for file in *.yaml; do
	run "${file%.yaml}"
done
find "$scratch/got" \( -name '*.error' -o -name '*.warning' \) -exec sed -i "$hide" {} +
differing=$(diff -rqN -x '*.yaml' -x '*.set' . "$scratch/got")
[ $? -le 1 ] || exit 99
for file in *.yaml; do
	check "${file%.yaml}"
	report "${file%.yaml}"
done
finish
