#!/bin/sh
# Multiplexers of eight words become the wide ones of an ECP5, others do not, and all stay what they were: compared bit by bit with
# Yosys' models of the cells.
#
#   wide_mux.sh SOURCE-DIRECTORY
set -u
here=$(realpath "$(dirname "$0")")
source=$(realpath "$1")
. "$here/common.sh"
need_tools yosys
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
cp "$source/rtl-templates/families/map/ecp5_map.ys" "$source/rtl-templates/rotor/rotor_select.v" .

# wide INPUTS SELECT-BITS WIDE: so many for each bit, of three
wide() {
	shape="read_verilog rotor_select.v; chparam -set INPUTS $1 -set SELECT_BITS $2 -set WIDTH 3 rotor_select"
	yosys -q -p "$shape; prep -flatten -top rotor_select; rename rotor_select gold; design -stash gold
		$shape; synth_ecp5 -nowidelut -top rotor_select -run begin:map_ffs
		script ecp5_map.ys; synth_ecp5 -nowidelut -run map_ffs:; tee -q -o stat.txt stat
		write_verilog -noattr gate.v; design -reset; read_verilog gate.v +/ecp5/cells_sim.v; hierarchy -top rotor_select
		setattr -mod -unset lib_whitebox -unset whitebox *; proc; flatten; rename rotor_select gate; design -copy-from gold gold; miter -equiv -flatten -make_assert gold gate miter; hierarchy -top miter; opt
		sat -verify -prove-asserts miter" >log 2>&1 || { cat log; exit 99; }
	made=$(awk '$1 == "L6MUX21" { print $2 }' stat.txt)
	is "of $1 words: ${made:-0} wide multiplexers" test "${made:-0}" -eq $((3 * $3))
}
wide 2 1 0
wide 4 2 0
wide 8 3 1
wide 12 4 1
wide 16 4 2
exit $failed
