#!/bin/sh
# The sixteen cores of examples/many-core: linted silently by Verilator and by Yosys, which finds block RAM; and their images are
# those of the sources, where there is a compiler for RISC-V. The page docs/many-core.md runs them.
#
#   sixteen.sh FTC SOURCE-DIRECTORY LOCKSTEP
set -eu
here=$(cd "$(dirname "$0")" && pwd)
ftc=$(readlink -f "$1")
design=$2/examples/many-core
lockstep=$3
. "$here/../common/tap.sh"

"$ftc" generate "$design/sixteen.yaml" -o net >said
cd net
verilator --lint-only -Wall -f sixteen.f -y "$design" --top-module many_core "$design/many_core.v" >../said 2>&1 &&
	! grep -v '^- V e r i l a t i o n   R e p o r t:\|^- Verilator: ' ../said
report 'Verilator says nothing of them' ../said
cd ..

# Two block RAMs of 16 x 1,024 for each memory, no flip-flops; with the program in them.
yosys -q -p "read_verilog $design/core_node.v $design/serial_core.v; chparam -set PROGRAM \"$design/mandelbrot.hex\" core_node;
	hierarchy -check -top core_node; proc; check -assert; synth_ecp5 -run begin:map_ffram -top core_node; tee -q -o stat.txt stat;
	write_verilog -noattr -selected node.v" >said 2>&1 && [ ! -s said ] && grep -q 'DP16KD  *2$' stat.txt
report 'Yosys says nothing of a node, and puts its memory into two block RAMs' said stat.txt
# Verilog has their contents as numbers of 320 bits.
[ "$(grep -c "INITVAL_0[0-4](320'h[0-9a-f]*[1-9a-f]" node.v)" -ge 8 ]
report 'and the program into their contents' said
# What one core draws, the simulator of instructions draws, too.
"$lockstep" run "$design/mandelbrot-1.hex" >picture && [ "$(wc -l <picture)" -eq 32 ] && grep -q '@@@@' picture &&
	[ "$(awk '{ print length($0) }' picture | sort -u)" = 64 ]
report 'the program of one core draws 32 lines of 64 characters' picture
# The page shows a part of it.
sed -n '/^```output/,/^```$/p' "$2/docs/many-core.md" | grep '^[.,:;~=+*ox%O#@-]\{64\}$' >shown
[ -s shown ] && ! grep -vxFf picture shown
report 'the page shows lines of this picture' shown

if command -v riscv64-unknown-elf-gcc >made 2>&1; then
	mkdir many-core
	cp -R "$design"/sixteen.yaml "$design/program" many-core
	same() { cmp "many-core/$1.hex" "$design/$1.hex"; }
	{ sh many-core/program/make.sh "$ftc" && same mandelbrot && same mandelbrot-1 && same neighbours; } >said 2>&1
	report 'the images are those of the sources'
else
	skip 'the images are those of the sources' 'no riscv64-unknown-elf-gcc'
fi
finish
