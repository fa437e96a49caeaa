#!/bin/sh
# simulate.sh [four] PROGRAM..: runs sixteen cores, or four, in Verilator, each program (a .hex) from a reset on, and prints what leaf 0
# sends.
#
# `ftc` is found on PATH, or named by FTC. The model, whose compilation takes half a minute or more, goes when all is done.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
model=$(mktemp -d)
trap 'rm -rf "$model"' EXIT
system=sixteen count=16
[ "${1:-}" != four ] || { system=four count=4; shift; }
for program; do
	[ -r "$program" ] || { echo "simulate.sh: $program: no such file" >&2; exit 2; }
done
"${FTC:-ftc}" generate "$here/$system.yaml" -o "$model/net" >"$model/said"
(cd "$model/net" && verilator --binary -O3 -CFLAGS -O1 --top-module many_core_test -Mdir ../obj -o test -GCORES="$count" -f "$system.f" \
	-y "$here" "$here/many_core_test.v") >"$model/said" 2>&1 || { cat "$model/said" >&2; exit 1; }
for program; do
	cp "$program" "$model/program.hex"
	(cd "$model" && obj/test) >"$model/said"
	grep -v '^- ' "$model/said"
	grep -q '^passed' "$model/said" || exit 1
done
