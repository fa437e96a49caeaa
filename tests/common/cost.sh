# cost.sh: sourced beside tap.sh by tests of a machine's estimates: report.json is what `ftc report --json` says,
# yosys.log ends with Yosys' `stat` of the same network. They set $tolerance, in percent.

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

# estimate KEY: of the whole network
estimate() {
	awk -v key="\"$1\":" '/"estimate": / { all = 1 } all && $1 == key { print $2 + 0; exit }' report.json
}

# count CELL...: how many cells of these types, whose names may be regular expressions
count() {
	awk -v cell="^($(echo "$*" | tr ' ' '|'))\$" '/Number of cells:/ { n = 0 } $1 ~ cell { n += $2 } END { print n + 0 }' yosys.log
}

luts() { count LUT4 SB_LUT4; }
flip_flops() { count TRELLIS_FF 'SB_DFF[A-Z]*'; }
