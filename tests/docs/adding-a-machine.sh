#!/bin/sh
# Follows docs/contributing/adding-a-machine.md word for word in a copy of the source: its files, its edits, its commands. Then the
# machine must do what all do, in one folder, with at most 4 existing files touched.
#
#   adding-a-machine.sh SOURCE-DIRECTORY
set -eu
source=$(readlink -f "$1")
page=$source/docs/contributing/adding-a-machine.md
most_files=4
. "$(dirname "$0")/follow.sh"

# members HEADER STRUCT [GROUP.]: its entries; those of a group of it, a struct STRUCT_GROUP, behind the group's name.
members() {
	awk -v struct="struct $2 {" '$0 == struct { inside = 1; next } /^};/ { inside = 0 } inside' \
		"$source/compiler/$1" |
		sed 's,[ \t]*/\*.*,,' | sed -n 's/.*(\*\([a-z_]*\))(.*/\1/p; t; s/^\t[a-z].*[ *]\([a-z_]*\)\(\[[A-Z]*\]\)\{0,1\};.*/\1/p' |
		while read -r member; do
			if grep -q "^struct $2_$member {" "$source/compiler/$1"; then
				members "$1" "$2_$member" "$member."
			else
				echo "${3:-}$member"
			fi
		done
}

# The tables of the page have all entries, and no others.
check_entries() {
	for of in parse/kind.h:kind network/machine.h:machine; do
		members "${of%:*}" "${of#*:}" | sort >"$scratch/members"
		[ "$(wc -l <"$scratch/members")" -ge 5 ] || fail "${of%:*} has hardly any entries"
		awk -v kind="${of#*:}" '
			$2 == "`struct" && $3 == kind "`" && $4 == "|" && $5 == "what" { getline; inside = 1; next }
			/^$/ { inside = 0 }
			inside' "$page" |
			sed 's/^| `\([a-z_.]*\)`.*/\1/' | sort >"$scratch/told"
		diff "$scratch/members" "$scratch/told" ||
			fail "$page: the table of struct ${of#*:} is not that of compiler/${of%:*}"
	done
}

apply_page() {
	follow_page
	grep '^1 of 1 proved, 0 failed' "$scratch/said" || fail "the proof of the ring was not made"
	grep 'each once, in order, intact' "$scratch/said" || fail "the simulation of the ring did not deliver"
	! grep -q 'not known' "$scratch/said" || fail "ftc boards does not know the ring"
}

compile_as_usual() {
	(cd "$scratch/new" && find . -name '*.c') | while read -r file; do
		(cd "$copy/build" && cc -std=gnu11 -O2 -Wall -Wextra -Werror -I.. -Icompiler -I../compiler -I../sim -c -o "$scratch/new.o" "../$file") ||
			fail "$file does not compile without a warning"
	done
}

# The machine is a folder, two templates and few edits.
count_files() {
	(cd "$scratch/new" && find . -type f) | grep -v -e '^\./compiler/machines/[a-z-]*/' -e '^\./rtl-templates/' &&
		fail "a new file lies neither in the machine's folder nor with the templates"
	list_touched
	cat "$scratch/touched"
	[ "$(wc -l <"$scratch/touched")" -ge 2 ] || fail "nothing was edited"
	[ "$(wc -l <"$scratch/touched")" -le $most_files ] || fail "more than $most_files existing files were edited"
}

# The tests that ask all machines.
ask_all() {
	cat >"$scratch/sets" <<-'END'
		smallest network=ring leaves=2 payload-bits=1
		odd network=ring leaves=5 payload-bits=7 probe=true
		large network=ring leaves=40
	END
	for tool in verilator iverilog yosys twice; do
		sh "$copy/tests/emit/accepted.sh" "$copy/build/ftc" "$scratch/sets" $tool >"$scratch/tap" ||
			{ cat "$scratch/tap" >&2; fail "$tool complains"; }
		grep -v '^ok' "$scratch/tap" || :
	done
	sh "$copy/tests/parse/compare.sh" "$copy/build/tests/parse/understood" "$copy/tests/parse/refused" |
		grep '^not ok' &&
		fail "messages have changed"
	sh "$copy/tests/structure/check.sh" "$copy" "$copy/build" >"$scratch/tap" || :
	cat "$scratch/tap"
	grep -q '^ok' "$scratch/tap" || fail "the structure was not looked at"
	! grep -q '^not ok' "$scratch/tap" || fail "the ring breaks the structure of the house"
}

look_at_drawing() {
	rsvg-convert "$copy/six/ring.svg" -o "$scratch/ring.png"
	[ -s "$scratch/ring.png" ] || fail "the drawing is empty"
	[ "$(grep -o '<circle' "$copy/six/ring.svg" | wc -l)" -eq 6 ] || fail "the drawing does not show 6 leaves"
}

# The generated bench runs, and finds a word that is doubled.
run_bench() {
	cd "$copy/six"
	iverilog -g2005 -o "$scratch/bench" -c ring.f bench/*.v
	vvp -n "$scratch/bench" | grep '^passed'
	sed -i 's/full & ~home/full/; s/taken | arrives/taken/' rtl/ring_ring_node.v
	iverilog -g2005 -o "$scratch/bench" -c ring.f bench/*.v
	if vvp -n "$scratch/bench" >"$scratch/said"; then fail "the bench does not notice a word that comes twice"; fi
}

check_entries
copy_source
split_page
apply_page
compile_as_usual
count_files
ask_all
look_at_drawing
run_bench
