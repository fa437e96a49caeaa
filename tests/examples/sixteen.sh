#!/bin/sh
# The sixteen cores of examples/many-core: linted silently by Verilator and by Yosys, which finds block RAM; and their images are
# those of the sources, where there is a compiler for RISC-V. The page docs/tutorial/many-core.md runs them.
#
#   sixteen.sh FTC SOURCE-DIRECTORY LOCKSTEP
set -eu
here=$(cd "$(dirname "$0")" && pwd)
ftc=$(readlink -f "$1")
design=$2/examples/many-core
lockstep=$3
. "$here/../common/silent.sh"
. "$here/../common/tap.sh"

"$ftc" generate "$design/sixteen.yaml" -o net >said
cd net
silent Verilator verilator --lint-only -Wall -f sixteen.f -y "$design" --top-module many_core "$design/many_core.v"
report 'Verilator says nothing of them' said
cd ..
"$ftc" generate "$design/four.yaml" -o four >said
cd four
silent Verilator verilator --lint-only -Wall -f four.f -y "$design" --top-module many_core_4 "$design/many_core_4.v"
report 'nor of the four cores' said
iverilog -g2005 -s many_core_test -Pmany_core_test.CORES=4 -o test -f four.f -y "$design" "$design/many_core_test.v" >../said 2>&1 &&
	cp "$design/neighbours-4.hex" program.hex && vvp -n test >../said && grep -q '^each core has stored in the memories of all' ../said &&
	grep -q '^passed: 4 cores' ../said
report 'the four reach the memories of all, whose ports they share' ../said
cd ..
yosys -q -p "read_verilog $design/core_node.v $design/serial_core.v; chparam -set TWO_PORTS 0 -set PROGRAM \"$design/mandelbrot-4.hex\" core_node;
	hierarchy -check -top core_node; proc; check -assert; synth_ice40 -run begin:map_ffs -top core_node; tee -q -o stat.txt stat" >said 2>&1 &&
	[ ! -s said ] && grep -q 'SB_RAM40_4K  *8$' stat.txt
report 'Yosys says nothing of a node with one port, and puts its memory into eight block RAMs' said stat.txt

# Two block RAMs of 16 x 1,024 for each memory, no flip-flops; with the program in them.
yosys -q -p "read_verilog $design/core_node.v $design/serial_core.v; chparam -set PROGRAM \"$design/mandelbrot.hex\" core_node;
	hierarchy -check -top core_node; proc; check -assert; synth_ecp5 -run begin:map_ffram -top core_node; tee -q -o stat.txt stat;
	write_verilog -noattr -selected node.v" >said 2>&1 && [ ! -s said ] && grep -q 'DP16KD  *2$' stat.txt
report 'Yosys says nothing of a node, and puts its memory into two block RAMs' said stat.txt
# Verilog has their contents as numbers of 320 bits.
[ "$(grep -c "INITVAL_0[0-4](320'h[0-9a-f]*[1-9a-f]" node.v)" -ge 8 ]
report 'and the program into their contents' said
# Two cores load the same word of each other's memory: auipc a0,0; lui a1,1; xor a0,a0,a1; li a3,4; li a4,0x123; then four times
# lw a2,0x100(a0); bne a2,a4, illegal; addi a3,a3,-1; bnez a3; at last ebreak.
awk 'BEGIN { n = split("00000517 000015b7 00b54533 00400693 12300713 10052603 00e61863 fff68693 fe069ae3 00100073", word, " ")
	for (i = 0; i < 1024; i++) print i < n ? word[i + 1] : i == 64 ? "00000123" : "00000000" }' >crossed.hex
for ports in 0 1; do
	iverilog -g2005 -Wall -s crossed -Pcrossed.TWO_PORTS=$ports -o crossed "$here/crossed.v" "$design/core_node.v" "$design/serial_core.v" >said 2>&1 &&
		[ ! -s said ] && vvp -n crossed >said && grep -q '^passed' said
	report "each serves the other while it waits itself, with TWO_PORTS $ports" said
done
sed 's/(access & own)/access/' "$design/serial_core.v" >serial_core.v
iverilog -g2005 -s crossed -o crossed "$here/crossed.v" "$design/core_node.v" serial_core.v >said 2>&1 && vvp -n crossed >said && grep -q '^FAILED' said
report 'a core that keeps its memory while it waits for the bus is noticed' said

# What one core draws, the simulator of instructions draws, too.
"$lockstep" run "$design/mandelbrot-1.hex" >picture && [ "$(wc -l <picture)" -eq 32 ] && grep -q '@@@@' picture &&
	[ "$(awk '{ print length($0) }' picture | sort -u)" = 64 ]
report 'the program of one core draws 32 lines of 64 characters' picture
# The page shows a part of it.
sed -n '/^```output/,/^```$/p' "$2/docs/tutorial/many-core.md" | grep '^[.,:;~=+*ox%O#@-]\{64\}$' >shown
[ -s shown ] && ! grep -vxFf picture shown
report 'the page shows lines of this picture' shown

if command -v riscv64-unknown-elf-gcc >made 2>&1; then
	mkdir many-core
	cp -R "$design"/sixteen.yaml "$design/program" many-core
	same() { cmp "many-core/$1.hex" "$design/$1.hex"; }
	{ sh many-core/program/make.sh "$ftc" && same mandelbrot && same mandelbrot-1 && same mandelbrot-4 && same neighbours && same neighbours-4; } >said 2>&1
	report 'the images are those of the sources'
else
	skip 'the images are those of the sources' 'no riscv64-unknown-elf-gcc'
fi
finish
