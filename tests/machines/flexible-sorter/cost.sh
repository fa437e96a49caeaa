#!/bin/sh
# cost.sh FTC: the estimates of `ftc report` against the generated Verilog: LUTs, flip-flops and block RAMs by Yosys' counts,
# within 6 %; of 64 words on 16 lines at most 750 LUT4 and 16 block RAMs. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
command -v yosys >/dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }
case $(yosys -V) in 'Yosys 0.23 '*) ;; *) echo "1..0 # SKIP the estimates are fitted to Yosys 0.23"; exit 0 ;; esac

# close NAME ESTIMATE COUNT
close() {
	[ "$3" -gt 0 ] && [ $((50 * ($2 > $3 ? $2 - $3 : $3 - $2))) -le $((3 * $3)) ]
	result $? "$1: $2 estimated, $3 counted"
}

# estimate KEY: of the whole network
estimate() {
	awk -v key="\"$1\":" '/"estimate": / { all = 1 } all && $1 == key { print $2 + 0; exit }' report.json
}

# count CELLS: in Yosys' statistics
count() {
	awk -v cells="^($1)\$" '/Number of cells:/ { n = 0 } $1 ~ cells { n += $2 } END { print n + 0 }' yosys.log
}

# compare FAMILY WORDS LINES BLOCK-RAMS PARAMETERS...
compare() {
	family=$1 name="$1, $2 words on $3 lines" blocks=$4
	printf '%s\n' 'name: net' 'network: flexible-sorter' "family: $1" "words: $2" "lines: $3" >net.yaml
	shift 4
	[ $# -eq 0 ] || printf '%s\n' "$@" >>net.yaml
	case $family in
		ice40) synthesis='synth_ice40 -dffe_min_ce_use 32' ;;
		*) synthesis='synth_ecp5 -nowidelut' ;;
	esac
	rm -rf out
	"$ftc" generate net.yaml -o out >/dev/null && "$ftc" report net.yaml --json >report.json &&
		yosys -p "read_verilog out/rtl/*.v; $synthesis -top net; stat" >yosys.log 2>said
	close "$name: LUTs" "$(estimate lut4)" "$(count 'LUT4|SB_LUT4')"
	close "$name: flip-flops" "$(estimate ff)" "$(count 'TRELLIS_FF|SB_DFF[A-Z]*')"
	got=$(count 'DP16KD|SB_RAM40_4K')
	[ "$got" = "$blocks" ]
	result $? "$name: $got block RAMs"
}
compare ecp5 64 16 16 'clock: 200'
[ "$(count LUT4)" -le 750 ]
result $? "64 words on 16 lines: $(count LUT4) LUT4, at most 750"
compare ice40 32 8 8 'key-bits: 16' 'payload-bits: 16'
compare ecp5 16 4 4 'key-bits: 8' 'payload-bits: 8'
echo "1..$number"
exit "$failed"
