#!/bin/sh
# The design of an example, linted silently by three tools, and run; a planted fault must be found.
#
#   example.sh FTC SOURCE-DIRECTORY NAME PARAMETERS FAULT [OPTION..]
#
# It is examples/NAME/NAME.v, around the network of examples/PARAMETERS, with its bench in NAME_test.v beside it; or with NAME.pins, for `ftc
# simulate --top` with these options. FAULT is a script for sed that plants the fault.
set -eu
. "$(dirname "$0")/../common/silent.sh"
ftc=$(readlink -f "$1")
root=$(readlink -f "$2")
name=$3
parameters=$root/examples/$4
fault=$5
design=$root/examples/$name
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
shift 5
options=$*
"$ftc" generate "$parameters" -o "$scratch/out" >"$scratch/said"
cd "$scratch/out"

silent() {
	if ! "$@" >"$scratch/said" 2>&1 || [ "$(without_times "$scratch/said")" ]; then
		echo "not silent: $*" >&2
		cat "$scratch/said" >&2
		exit 1
	fi
}

# run FILE: prints a line that begins with "passed" or "failed".
run() {
	if [ -e "$design/$name.pins" ]; then
		"$ftc" simulate "$parameters" --top "$1" --pins "$design/$name.pins" $options >"$scratch/said" 2>&1 && echo passed || echo failed
		cat "$scratch/said"
		return
	fi
	silent iverilog -g2005 -Wall -o "$scratch/$name.vvp" -c fat_tree.f "$1" "$design/${name}_test.v"
	vvp -n "$scratch/$name.vvp"
}

silent verilator --lint-only -Wall -f fat_tree.f "$design/$name.v" --top-module "$name"
silent yosys -q -p "read_verilog $(tr '\n' ' ' <fat_tree.f) $design/$name.v; hierarchy -check -top $name; proc; check -assert"
run "$design/$name.v" >"$scratch/good"
grep '^passed' "$scratch/good"

sed "$fault" "$design/$name.v" >"$scratch/bad.v"
run "$scratch/bad.v" >"$scratch/worse"
if cmp -s "$scratch/bad.v" "$design/$name.v" || ! grep -q '^failed' "$scratch/worse"; then
	echo "the test of $name does not notice the fault" >&2
	exit 1
fi
