#!/bin/sh
# many_core.sh FTC CHIP SOURCE-DIRECTORY BOARD: the cores of examples/many-core on a board, simulated from what is in the bitstream (of an
# ECP5: from the netlist that nextpnr has placed and routed; the contents of its block RAMs are read from the bitstream). The program
# stores in the memories of all leaves, loads that back and says so over the serial line, or a light shows a fault. An iCE40's block RAMs
# are dead at first. Planted faults must be found: block RAMs that wake after the reset, a wrong program in one core, a net that is cut.
# TAP.
set -u
ftc=$(realpath "$1") chip=$(realpath "$2") root=$(realpath "$3") board=$4
here=$(realpath "$(dirname "$0")")
. "$here/../common/tap.sh"
case $board in
ulx3s*) tools='yosys nextpnr-ecp5 ecppack ecpunpack' system=sixteen cores=16 top=many_core program=neighbours clock=25 baud=217 ;;
*) tools='yosys nextpnr-ice40 icepack icebox_vlog python3' system=four cores=4 top=many_core_4 program=neighbours-4 clock=24 baud=208 ;;
esac
for tool in $tools iverilog verilator; do
	command -v "$tool" >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
export FTC="$ftc" FTC_DATA="$root"
cp -R "$root/examples/many-core" cores
sed -i "s/mandelbrot[-0-9]*\\.hex/$program.hex/" "cores/$top.v"

# nextpnr leaves its netlist, too.
mkdir tools
for tool in nextpnr-ecp5 nextpnr-ice40; do
	real=$(command -v $tool) || continue
	printf '#!/bin/sh\ncase " $* " in\n*" --textcfg "* | *" --asc "*) exec "%s" "$@" --write "%s/layout.json" ;;\nesac\nexec "%s" "$@"\n' \
		"$real" "$PWD" "$real" >tools/$tool && chmod +x tools/$tool
done
PATH="$PWD/tools:$PATH" FTC_CACHE="$PWD/cache" sh cores/build.sh "$board" out >said 2>&1 && ls out/$system.bi[nt] >bitstream
report "the bitstream of $system cores for $board" said
grep -h 'logic cells\|block RAMs\|clock ' said | sed 's/^/# /'

# all_have_the_program DESIGN: each core has each part of it, and no block RAM holds anything else
all_have_the_program() {
	awk -f "$here/many_core_memories.awk" "cores/$program.hex" "$1" >memories && grep -q '^other: 0$' memories &&
		! grep -v "^part [0-9]: $cores,\|^other" memories
}
case $board in
ulx3s*) ecpunpack --input out/$system.bit --textcfg unpacked.config >said 2>&1 && mv unpacked.config design ;;
*) icepack -u out/$system.bin design >said 2>&1 ;;
esac && all_have_the_program design
report 'the memories of all cores in it hold the program' said memories

# unpack DESIGN: its Verilog. No tool turns an ECP5's bitstream into a netlist: there it is nextpnr's, edited by Yosys' commands $1.
unpack() {
	case $board in
	ulx3s*) yosys -q -p "read_json layout.json; rename -top chip; ${1:-} write_verilog -noattr written.v" ;;
	*) python3 -W ignore "$(command -v icebox_vlog)" -s -c -d ct256 -p out/$system.pcf "$1" >written.v ;;
	esac
}
# prepare: what simulators take of it
prepare() {
	rm -rf sources && mkdir sources && "$chip" "$board" written.v sources >clock
}
run() {
	verilator --binary -O3 -CFLAGS -O0 -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' -Wno-fatal -Wno-lint -Wno-style -Wno-MULTIDRIVEN \
		-GBIT_CLOCKS=$baud --top-module many_core_chip -Mdir model -o chip "$here/many_core_chip.v" sources/check.v sources/cells.v &&
		model/chip
}
case $board in
ulx3s*) unpack ;;
*) unpack design ;;
esac && prepare && run >simulated 2>&1
grep -q '^each core has stored in the memories of all' simulated && grep -q '^passed: ' simulated
report 'its cores reach the memories of all, and say so over the line' simulated
grep '^the first byte\|^passed' simulated | sed 's/^/# /'

# ---- planted faults

# caught NAME: a quarter later the cores have sent no byte yet, or before that the light shows a fault. Most show within some hundred clocks:
# Icarus Verilog, which compiles in a tenth of the time, does it.
late=$(sed -n 's/^the first byte is sent after \([0-9]*\) clocks$/\1/p' simulated)
late=$((${late:-0} * 5 / 4))
caught() {
	iverilog -g2005 -s many_core_chip -Pmany_core_chip.BIT_CLOCKS=$baud -Pmany_core_chip.LIMIT=$late -o faulty \
		"$here/many_core_chip.v" sources/check.v sources/cells.v >simulated 2>&1 && vvp -n faulty >>simulated 2>&1
	grep -q '^FAILED: .*lights \(1[01], .*\|00, 0 bytes\)$' simulated
	report "$1" simulated
	grep '^FAILED' simulated | sed 's/^/# /'
}
# invert_last: of the line behind the one that is $1, the last bit
invert_last() {
	sed "/^$1\$/ { n; h; s/.*\\(.\\)\$/\\1/; y/0123456789abcdef/1032547698badcfe/; x; s/.\$//; G; s/\\n//; }"
}
# Block RAMs that wake after the reset: the cores begin with zeros.
if grep -q '^`define FTC_DEAD_CLOCKS [1-9]' sources/cells.v; then
	sed -i 's/^`define FTC_DEAD_CLOCKS .*/&0/' sources/cells.v
	caught 'block RAMs that wake too late'
fi
case $board in
ulx3s*)
	# The first instruction of one core: the lowest 18 of the bits that a block RAM begins with, of two bytes of nine bits.
	instruction=$(sed -n '1s/^....\(....\)$/\1/p' "cores/$program.hex")
	eighteen=$(printf '%x' $((0x${instruction%??} << 9 | 0x${instruction#??})))
	unpack && sed -i "0,/\\(INITVAL_00(320'h[0-9a-f]*\\)$eighteen)/s//\\1${eighteen%?}6)/" written.v
	grep -q "INITVAL_00(320'h[0-9a-f]*${eighteen%?}6)" written.v
	report 'a bit of a program is inverted'
	prepare
	caught 'a wrong program in one core'
	# The LUT that acknowledges for the memory of a leaf: its table is cleared.
	lut='c:*leaf?1?.node.slave_ack_TRELLIS_FF_Q_DI_LUT4_Z'
	unpack "select -assert-count 1 $lut; setparam -set INITVAL 16'h0000 $lut;"
	report 'a net is cut'
	;;
*)
	# The first instruction of one core, in the bitstream.
	invert_last "$(sed -n 's/^part 0: .*, the first //p' memories)" <design >wrong && icepack wrong wrong.bin && icepack -u wrong.bin wrong &&
		! all_have_the_program wrong >said && grep -q '^part 0: 3,' memories && grep -q '^other: 1$' memories
	report 'a wrong program in one core is noticed in the bitstream' said memories
	unpack wrong && prepare
	caught 'and when the cores run'
	# The LUT that acknowledges for the memory of a leaf: its table is cleared, at its place in the bitstream.
	place=$(awk '/leaf\[1\]\.node\.slave_ack_.*_Q_D_.*_LC": \{/ { inside = 1 }
		inside && /"NEXTPNR_BEL"/ { gsub(/[^0-9]+/, " "); print; exit }' layout.json)
	awk -v place="$place" 'BEGIN { split(place, at, " ") }
		/^\./ { row = -1; inside = $1 == ".logic_tile" && $2 == at[1] && $3 == at[2] }
		inside && int(row / 2) == at[3] && row >= 0 { $0 = substr($0, 1, 36) "00000000" substr($0, 45) }
		{ row++; print }' design >wrong && ! cmp -s design wrong && icepack wrong wrong.bin && icepack -u wrong.bin wrong && unpack wrong
	report 'a net is cut'
	;;
esac
prepare
caught 'a leaf whose memory never acknowledges'
finish
