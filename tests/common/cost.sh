# cost.sh: sourced beside tap.sh by tests of a machine's estimates: report.json is what `ftc report --json` says,
# yosys.log ends with Yosys' `stat` of the same network. They set $tolerance, in percent.

unset FTC_ESTIMATES	# the Yosys at hand is to be met

# need_yosys [VERSION]: or the test is skipped
need_yosys() {
	command -v yosys >/dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }
	case ${1+$(yosys -V)} in
	'' | "Yosys ${1-} "*) ;;
	*) echo "1..0 # SKIP the estimates are fitted to Yosys $1"; exit 0 ;;
	esac
}

# yosys_version: "0.23"
yosys_version() { yosys -V | sed 's/^Yosys \([0-9]*\.[0-9]*\).*/\1/'; }

# need_table: or the test is skipped
need_table() {
	need_yosys
	version=$(yosys_version)
	[ -e "$(dirname "$0")/../../../compiler/lower/costs/ecp5-$version.tsv" ] ||
		{ echo "1..0 # SKIP compiler/lower/costs has no table for Yosys $version"; exit 0; }
}

# synthesis_for FAMILY [MAP]: sets $synthesis; MAP: what `ftc build` maps to an ECP5's cells beside
synthesis_for() {
	case $1,${2-} in
	ice40,*) synthesis='synth_ice40 -dffe_min_ce_use 32 -json net.json -top net' ;;
	*,) synthesis='synth_ecp5 -nowidelut -top net' ;;
	*) synthesis="synth_ecp5 -nowidelut -top net -run begin:map_ffs; script $2; synth_ecp5 -nowidelut -top net -run map_ffs:" ;;
	esac
}

# synthesize: makes both files of net.yaml, by the command $synthesis
synthesize() {
	rm -rf out
	"$ftc" generate net.yaml -o out >/dev/null && "$ftc" report net.yaml --json >report.json &&
		yosys -p "read_verilog out/rtl/*.v; $synthesis; stat" >yosys.log 2>said
}

# close NAME ESTIMATE COUNT: within $tolerance of the count
close() {
	[ "$3" -gt 0 ] && [ $((100 * ($2 > $3 ? $2 - $3 : $3 - $2))) -le $((tolerance * $3)) ]
	result $? "$1: $2 estimated, $3 counted"
}

# equal NAME ESTIMATE COUNT: but for one
equal() {
	[ "$3" -gt 0 ] && [ $(($2 > $3 ? $2 - $3 : $3 - $2)) -le 1 ]
	result $? "$1: $2 estimated, $3 counted"
}

# at_most NAME COUNT MOST
at_most() {
	[ "$2" -gt 0 ] && [ "$2" -le "$3" ]
	result $? "$1: $2, at most $3"
}

# rams_equal NAME FAMILY: block RAMs
rams_equal() {
	[ "$2" = ice40 ] && bits=4096 || bits=18432
	is "$1: block RAMs" $(($(estimate ram_bits) / bits)) "$(count DP16KD SB_RAM40_4K)"
}

# cells_close NAME FAMILY: logic cells of an iCE40, by what nextpnr packs
cells_close() {
	[ "$2" = ice40 ] && command -v nextpnr-ice40 >/dev/null || return 0
	close "$1: cells" "$(estimate cells)" "$(packed_cells)"
}

# packed_cells: of net.json
packed_cells() {
	nextpnr-ice40 --hx8k --package ct256 --json net.json --pack-only >packed 2>&1
	sed -n 's/.*ICESTORM_LC: *\([0-9]*\).*/\1/p' packed
}

# estimate KEY: of the whole network
estimate() {
	awk -v key="\"$1\":" '/"estimate": / { all = 1 } all && $1 == key { print $2 + 0; exit }' report.json
}

# count CELL...: how many cells of these types, whose names may be regular expressions
count() {
	awk -v cell="^($(echo "$*" | tr ' ' '|'))\$" '/Number of cells:/ { n = 0 } $1 ~ cell { n += $2 } END { print n + 0 }' yosys.log
}

# With those that carries and LUT RAM of an ECP5 take.
all_luts() { echo $(($(luts) + 2 * $(count CCU2C) + 6 * $(count TRELLIS_DPR16X4))); }

luts() { count LUT4 SB_LUT4; }
flip_flops() { count TRELLIS_FF 'SB_DFF[A-Z]*'; }
