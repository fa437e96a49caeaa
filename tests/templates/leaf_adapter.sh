#!/bin/sh
# leaf_adapter.sh FIRST END: the leaf adapter and the frame timer in the networks FIRST .. END-1 of leaf_adapter_cases.h.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cases="-DFIRST_CASE=$1 -DEND_CASE=$2"
cc="${CC:-cc} -std=c11 -Wall -Wextra -Werror -I$root/compiler $cases"

$cc -o "$work/wrap" "$here/leaf_adapter_wrap.c" "$root/compiler/leaves/frame.c"
"$work/wrap" >"$work/leaf_adapter_dut.sv"
"$here/verilate.sh" leaf_adapter_dut "$work" "$work/leaf_adapter_dut.sv" \
	"$root/rtl-templates/frame_timer.v" "$root"/rtl-templates/leaf_*.v
$cc -O1 "-I$work" "-I$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -o "$work/test" \
	"$here/leaf_adapter_test.c" "$root/compiler/leaves/frame.c" "$work/libleaf_adapter_dut.a" -lstdc++ -lm -lpthread
"$work/test"
