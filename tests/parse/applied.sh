#!/bin/sh
# applied.sh UNDERSTOOD FOLDER: what a message about a bus suggests is accepted: every file about a bus or a base in the folder is refused; with the
# suggestion in its place the file is accepted, without another step. TAP.
set -u
understood=$(realpath "$1")
folder=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# apply LINE COLUMN SUGGESTION: the file with it. `KEY: VALUE` takes the place of the key's value in that line, or of the key's
# line, or is added to the entry of the map; behind `; without` are keys to leave out, behind `, and` is another key with a value.
apply() {
	awk -v at="$1" -v column="$2" -v try="$3" '
	function value_of(text) { return substr(text, index(text, ": ") + 2) }
	BEGIN {
		if (try ~ /^without lea(f|ves) [0-9-]+ here$/) {
			drop = 1
			try = ""
		}
		if (match(try, /(; |^)without /)) {
			n = split(substr(try, RSTART + RLENGTH), names, / and |, or /)
			for (i = 1; i <= n; i++)
				leave[names[i]] = 1
			try = substr(try, 1, RSTART - 1)
		}
		if (match(try, /, and /)) {
			more = substr(try, RSTART + RLENGTH)
			try = substr(try, 1, RSTART - 1)
		}
		key = substr(try, 1, index(try, ":") - 1)
		other = substr(more, 1, index(more, ":") - 1)
	}
	{ name = substr($0, 1, index($0, ":") - 1) }
	name in leave { next }
	more && name == other { print more; other = ""; next }
	NR == at && name == key { print try; next }
	NR == at && drop {
		for (first = column; substr($0, first, 1) != "{"; first--)
			;
		for (last = column; substr($0, last, 1) != "}"; last++)
			;
		print substr($0, 1, first - 3) substr($0, last + 1)
		next
	}
	NR == at && key && !/[{]/ { print try }
	NR == at && key && /[{]/ {
		head = substr($0, 1, column - 1)
		rest = substr($0, column)
		match(rest, /[,}]/)
		if (head ~ key ": *$")
			print head value_of(try) substr(rest, RSTART)
		else {
			match(rest, /}/)
			print head substr(rest, 1, RSTART - 1) ", " try substr(rest, RSTART)
		}
		next
	}
	{ print }
	END { if (more && other) print more }'
}

for file in "$folder"/bus-*.yaml "$folder"/map-overlap*.yaml "$folder"/map-base-mis*.yaml "$folder"/map-base-word.yaml "$folder"/map-no-base.yaml; do
	name=$(basename "$file" .yaml)
	"$understood" "$file" >/dev/null 2>said
	at=$(sed -n 's/^[^ ]*:\([0-9]*\):\([0-9]*\): error: .*/\1 \2/p' said)
	try=$(sed -n 's/^try: //p' said)
	# Advice that leaves the choice to the user.
	case $try in
	'fewer leaves'*) continue ;;
	esac
	apply ${at% *} ${at#* } "$try" <"$file" >applied.yaml
	[ "$at" ] && "$understood" applied.yaml >/dev/null 2>>said
	report "$name: $try"
done
finish
