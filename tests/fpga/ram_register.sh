#!/bin/sh
# Which block RAMs of an ECP5 take the register behind them? Those of ram_register.v that may, and no others.
# That the circuit stays the same is what the test `cells` shows.
#
#   ram_register.sh SOURCE-DIRECTORY
set -u
here=$(realpath "$(dirname "$0")")
source=$(realpath "$1")
. "$here/common.sh"
need_tools yosys
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

cp "$source/rtl-templates/families/map/ecp5_map.ys" .
# ABC lists the folder that it runs in: without these files `memo` can repeat the run.
mkdir made
yosys -q -p "read_verilog $here/ram_register.v; synth_ecp5 -top ram_register -run begin:map_ffs; tee -q -o made/before.txt stat
	script ecp5_map.ys; tee -q -o made/after.txt stat; synth_ecp5 -run map_ffs:; tee -q -o made/took.txt select -list t:DP16KD r:REGMODE_*=OUTREG %i
	tee -q -o made/rams.txt select -list t:DP16KD" >log 2>&1 || { cat log; exit 99; }
cd made || exit 99
cat took.txt
# count FILE TYPE
count() { awk -v type="$2" '$1 == type { print $2 }' "$1"; }
is "there are fourteen RAMs" test "$(wc -l <rams.txt)" -eq 14
is "two of them take their registers" test "$(sort took.txt | tr "\n" " ")" = "ram_register/m0.0.0 ram_register/w0.0.0 "
is "forty flip-flops are gone" test $(($(count before.txt '$_DFF_P_') - $(count after.txt '$_DFF_P_'))) -eq 40
is "those with enables, resets and falling edges stay" \
	test "$(grep -E 'DFFE|SDFF|DFF_N' before.txt)" = "$(grep -E 'DFFE|SDFF|DFF_N' after.txt)"
exit $failed
