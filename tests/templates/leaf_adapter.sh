#!/bin/sh
# leaf_adapter.sh WRAP FIRST END: tests the leaf adapter and the frame timer in the networks FIRST .. END-1 of
# leaf_adapter_cases.h. WRAP, leaf_adapter_wrap.c, has been compiled for these.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
wrap=$1
cases="-DFIRST_CASE=$2 -DEND_CASE=$3"
cc="${CC:-cc} -std=c11 -Wall -Wextra -Werror -I$root/compiler $cases"

mkdir "$work/rtl"
"$wrap" "$work/rtl" "$root/examples/tree8.yaml" >"$work/leaf_adapter_dut.sv"
"$here/verilate.sh" leaf_adapter_dut "$work" "$work/leaf_adapter_dut.sv" \
	"$root/rtl-templates/frame_timer.v" "$work"/rtl/*.v
$cc -O1 "-I$work" "-I$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -o "$work/test" \
	"$here/leaf_adapter_test.c" "$root/compiler/leaves/frame.c" "$root/compiler/util/text.c" "$work/libleaf_adapter_dut.a" -lstdc++ -lm -lpthread
"$work/test"
