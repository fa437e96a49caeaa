#!/bin/sh
# many_core.sh FTC CHIP SOURCE-DIRECTORY BOARD: the cores of examples/many-core on a board, simulated from what is in the bitstream (of an
# ECP5: from the netlist that nextpnr has placed and routed). The program stores in the memories of all leaves, loads that back and says
# so over the serial line, or a light shows a fault. A planted fault must be found. TAP.
set -u
ftc=$(realpath "$1") chip=$(realpath "$2") root=$(realpath "$3") board=$4
here=$(realpath "$(dirname "$0")")
. "$here/../common/tap.sh"
case $board in
ulx3s*) tools='yosys nextpnr-ecp5 ecppack' system=sixteen top=many_core program=neighbours clock=25 baud=217 ;;
*) tools='yosys nextpnr-ice40 icepack icebox_vlog python3' system=four top=many_core_4 program=neighbours-4 clock=24 baud=208 ;;
esac
for tool in $tools iverilog verilator; do
	command -v "$tool" >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
export FTC="$ftc" FTC_DATA="$root"
cp -R "$root/examples/many-core" cores
sed -i "s/mandelbrot[-0-9]*\\.hex/$program.hex/" "cores/$top.v"

# On an ECP5 nextpnr leaves its netlist, too.
mkdir tools
real=$(command -v nextpnr-ecp5) && {
	printf '#!/bin/sh\ncase " $* " in\n*" --textcfg "*) exec "%s" "$@" --write "%s/layout.json" ;;\nesac\nexec "%s" "$@"\n' "$real" "$PWD" "$real"
} >tools/nextpnr-ecp5 && chmod +x tools/nextpnr-ecp5
PATH="$PWD/tools:$PATH" FTC_CACHE="$PWD/cache" sh cores/build.sh "$board" out >said 2>&1 && ls out/$system.bi[nt] >bitstream
report "the bitstream of $system cores for $board" said
grep -h 'logic cells\|block RAMs\|clock ' said | sed 's/^/# /'

# unpack: the Verilog of what is in it
case $board in
ulx3s*)
	unpack() {
		yosys -q -p 'read_json layout.json; rename -top chip; write_verilog -noattr written.v'
	} ;;
*)
	unpack() {
		icepack -u out/$system.bin chip.asc &&
			python3 -W ignore "$(command -v icebox_vlog)" -s -c -d ct256 -p out/$system.pcf chip.asc >written.v
	} ;;
esac
# run: the bench, on that
run() {
	rm -rf model
	mkdir -p sources && "$chip" "$board" written.v sources &&
		verilator --binary -O3 -CFLAGS -O1 -Wno-fatal -Wno-lint -Wno-style -Wno-MULTIDRIVEN -GBIT_CLOCKS=$baud --top-module many_core_chip \
			-Mdir model -o chip "$here/many_core_chip.v" sources/check.v sources/cells.v && model/chip
}
unpack && run >simulated 2>&1
grep -q '^each core has stored in the memories of all' simulated && grep -q '^passed: ' simulated
report 'its cores reach the memories of all, and say so over the line' simulated
grep '^the first byte\|^passed' simulated | sed 's/^/# /'
finish
