#!/bin/sh
# make.sh FTC: the images (.hex) of the programs, beside this folder. It needs Debian's packages gcc-riscv64-unknown-elf and
# binutils-riscv64-unknown-elf; whoever changes no program does not need it.
set -eu
ftc=${1:-ftc}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$ftc" generate "$here/../sixteen.yaml" -o "$scratch/net" >"$scratch/said"

# image NAME SOURCE [OPTION]: a word in each line, for the whole memory. Yosys lets no loop clear the words behind $readmemh's.
image() {
	name=$1
	shift
	riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 -mcmodel=medany -O2 -ffreestanding -nostdlib -fno-jump-tables \
		-fno-tree-loop-distribute-patterns -Wall -Wextra -Werror -Wl,--no-relax,--no-warn-rwx-segments -T "$here/link.ld" -I "$scratch/net" \
		-o "$scratch/$name.elf" "$@"
	riscv64-unknown-elf-objcopy -O binary -j .text -j .data "$scratch/$name.elf" "$scratch/$name.bin"
	truncate -s 4096 "$scratch/$name.bin"
	od -An -v -tx4 -w4 "$scratch/$name.bin" | tr -d ' ' >"$here/../$name.hex"
	riscv64-unknown-elf-size "$scratch/$name.elf"
}
image mandelbrot "$here/mandelbrot.c"
image mandelbrot-1 "$here/mandelbrot.c" -DCORES=1
image mandelbrot-4 "$here/mandelbrot.c" -DCORES=4
image neighbours "$here/neighbours.c"
image neighbours-4 "$here/neighbours.c" -DCORES=4
