#!/bin/sh
# Runs the examples of the pages. Fenced blocks of a page:
#
#   ```sh          commands that must succeed; they run in a copy of the examples, one block after the other
#   ```sh fails    commands of which the last must fail
#   ```sh slow     commands that take more than five seconds: run by `./check nightly` only
#   ```sh long     builds that take minutes: run with tools that leave results at once (tools.sh)
#   ```sh python   commands that need python3 with pandas and matplotlib: skipped without them
#   ```sh board    in need of a board: not run
#   ```yaml NAME   the file NAME, for the commands; pcf, pins, python and verilog likewise
#   ```output      lines that the previous block's commands print, in this order, possibly with others between them
#
# Blocks that need a pseudo-terminal are skipped where there is none.
#
# `./check nightly` walks the pages twice, as users live: once all is there, the examples are edited, and what generates a network
# or simulates one by hand runs again, in the same folders, with the same results.
#
#   pages.sh FTC SOURCE-DIRECTORY PAGE..
set -eu
ftc=$(readlink -f "$1")
source=$(readlink -f "$2")
shift 2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/place" "$scratch/place/build" "$scratch/place/tests" "$scratch/bin"
cp -R "$source/examples" "$scratch/place/"
cp -R "$source/tests/benchmark" "$scratch/place/tests/"
ln -s "$ftc" "$scratch/place/build/ftc"
ln -s "$ftc" "$scratch/bin/ftc"
PATH=$scratch/bin:$PATH
PYTHONPATH=$source/compiler/python
export PATH PYTHONPATH
# meson starts tests in the build folder, where an installed ftc is not.
build=$(dirname "$ftc")
[ -e "$build/build.ninja" ] || build=$PWD
sh "$(dirname "$0")/tools.sh" "$scratch/tools" "$build"
failed=0
end=0

complain() {
	echo "$1: $2" >&2
	failed=1
}

# Nothing can be said of this block; the test ends as skipped, unless something else is wrong.
skip() {
	echo "$1: skipped: $2"
	end=77
}

# One block a file: 0001.sh, 0002.output ..; the first line says where it stands.
split_page() {
	rm -rf "$scratch/blocks"
	mkdir "$scratch/blocks"
	awk -v directory="$scratch/blocks" -v place="$scratch/place" '
		/^```/ && inside { inside = 0; next }
		/^```(sh|output)/ {
			inside = 1
			kind = $0
			sub(/^```/, "", kind)
			gsub(/ /, "-", kind)
			file = sprintf("%s/%04d.%s", directory, ++count, kind)
			print "# line " NR + 1 >file
			next
		}
		/^```(yaml|pcf|python|verilog|pins) / { inside = 1; file = place "/" $2; printf "" >file; next }
		/^```/ { inside = 1; file = "/dev/null"; next }
		inside { print >file }
		END { if (inside) exit 1 }' "$1" || complain "$1" "a block does not end"
}

# The demo of README.md would build ftc again. All of it stays but its bitstreams: what it
# leaves behind must not be in the way of the pages.
without_own_script() {
	sed -n '/^tree=/,/^run build\/ftc generate/{s/^run //;p;}' "$source/demo" >"$scratch/demo"
	sed -e "/^\.\/demo$/{
		r $scratch/demo
		d
	}" "$1"
}

run_block() {
	without_own_script "$1" >"$scratch/script"
	(cd "$scratch/place" && sh -e "$scratch/script") >"$scratch/said" 2>&1
}

# run_long BLOCK: results of tools that do nothing must not be taken for those of the real ones.
run_long() {
	(PATH=$scratch/tools:$PATH FTC_CACHE=$scratch/cache && export PATH FTC_CACHE && run_block "$1")
}

must_run() {
	"$1" "$block" || {
		complain "$place" "fails:"
		cat "$scratch/said" >&2
	}
}

is_walked_again() {
	grep -qE '^ftc generate|iverilog|vvp|verilator' "$1"
}

# Are the lines of $1 among those of $2, in this order?
lines_in_order() {
	awk 'NR == FNR { if (FNR > 1 && $0 != "") want[++count] = $0; next }
		$0 == want[done + 1] { done++ }
		END { if (done < count) { print "not printed: " want[done + 1]; exit 1 } }' "$1" "$2"
}

check_page() {
	ran=0
	skipped=
	split_page "$1"
	for block in "$scratch"/blocks/*; do
		place="$1, $(head -n 1 "$block" | cut -c3-)"
		case $block in
		*.sh-board) ;;
		*.sh-slow)
			skipped=${again:-not in every check}
			if [ "${FTC_EVERY_CASE:-}" ] && [ -z "$again" ]; then
				skipped=
				must_run run_block
			fi
			ran=$((ran + 1))
			;;
		*.sh-long)
			skipped=$again
			[ -n "$again" ] || must_run run_long
			ran=$((ran + 1))
			;;
		*.sh-python)
			skipped=$again
			if ! python3 -c 'import matplotlib, pandas' 2>/dev/null; then
				skip "$place" "needs Debian's python3-pandas and python3-matplotlib"
			elif [ -z "$again" ]; then
				must_run run_block
			fi
			ran=$((ran + 1))
			;;
		*.sh-fails)
			if [ -z "$again" ] && run_block "$block"; then complain "$place" "should fail, but works"; fi
			;;
		*.sh)
			skipped=
			if [ -n "$again" ] && ! is_walked_again "$block"; then
				skipped=$again
				continue
			fi
			if ! run_block "$block"; then
				skipped=$(grep 'no pseudo-terminal' "$scratch/said") || {
					complain "$place" "fails:"
					cat "$scratch/said" >&2
				}
			fi
			[ -z "$skipped" ] || skip "$place" "$skipped"
			ran=$((ran + 1))
			;;
		*.output)
			[ -n "$skipped" ] || lines_in_order "$block" "$scratch/said" >"$scratch/missing" ||
				complain "$place" "$(cat "$scratch/missing")"
			;;
		*) complain "$place" "a block of an unknown kind: ${block##*/}" ;;
		esac
	done
	[ $ran -gt 0 ] || [ -n "$again" ] || complain "$1" "no commands found"
}

# The clock that is meant anyway: the generated files change, what they do does not.
edit_examples() {
	for example in "$scratch"/place/examples/*.yaml "$scratch"/place/examples/soc/*.yaml; do
		grep -q '^clock:' "$example" || echo 'clock: 100' >>"$example"
	done
}

again=
for page; do
	check_page "$page"
done
if [ "${FTC_EVERY_CASE:-}" ]; then
	again='walked once'
	edit_examples
	for page; do
		check_page "$page"
	done
fi
[ $failed -ne 0 ] || exit $end
exit $failed
