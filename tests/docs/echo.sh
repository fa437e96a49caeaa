#!/bin/sh
# The design of examples/echo: linted silently by three tools, and run; a planted fault must be found.
#
#   echo.sh FTC SOURCE-DIRECTORY
set -eu
ftc=$(readlink -f "$1")
root=$(readlink -f "$2")
echo=$root/examples/echo
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$ftc" generate "$root/examples/tree16.yaml" -o "$scratch/out" >"$scratch/said"
cd "$scratch/out"

silent() {
	# Newer Verilators say how long they took even when all is well.
	if ! "$@" >"$scratch/said" 2>&1 ||
		grep -v '^- V e r i l a t i o n   R e p o r t:\|^- Verilator: ' "$scratch/said"; then
		echo "not silent: $*" >&2
		cat "$scratch/said" >&2
		exit 1
	fi
}

run() {
	silent iverilog -g2005 -Wall -o "$scratch/echo.vvp" -c fat_tree.f "$1" "$echo/echo_test.v"
	vvp -n "$scratch/echo.vvp"
}

silent verilator --lint-only -Wall -f fat_tree.f "$echo/echo.v" --top-module echo
silent yosys -q -p "read_verilog $(tr '\n' ' ' <fat_tree.f) $echo/echo.v; hierarchy -check -top echo; proc; check -assert"
run "$echo/echo.v" >"$scratch/good"
grep '^passed' "$scratch/good"

# Leaf 7 adds two: that must be noticed.
sed "s/+ 1'b1;/+ (i == 7 ? 2'd2 : 2'd1);/" "$echo/echo.v" >"$scratch/bad.v"
run "$scratch/bad.v" >"$scratch/worse"
if cmp -s "$scratch/bad.v" "$echo/echo.v" || ! grep -q '^failed' "$scratch/worse"; then
	echo "the test of echo does not notice a wrong answer" >&2
	exit 1
fi
