#!/bin/sh
# crossings.sh FTC ROOT: `ftc build` reads from nextpnr's report how long paths between two clocks take, and makes no bitstream if one
# takes longer than the shorter period of both. The tools only pretend; the report is that of a real run: a network at 48 MHz with a
# leaf at 20, on an iCEBreaker, by nextpnr 0.4. TAP.
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
export FTC_DATA="$root" FTC_TOOLS=none TMPDIR="$scratch/tmp" FTC_CACHE=
mkdir tmp tools
cp "$root/tests/fpga/two_clocks.json" recorded.json
printf 'network: sorter\nwires: 4\nkey-bits: 2\npayload-bits: 2\n' >net.yaml

cat >tools/yosys <<'END'
#!/bin/sh
[ "$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo '{"modules": {"sorter_board": {}}}' >synthesis.json
echo '{"design": {"num_cells_by_type": {"SB_LUT4": 165, "SB_DFF": 187}}}' >cells.json
END
cat >tools/nextpnr-ice40 <<END
#!/bin/sh
case "\$*" in
--version) echo 'nextpnr-ice40 (Version 0.4-1)'; exit ;;
*--pack-only*) cp $scratch/recorded.json fit.json; exit ;;
*'--seed 2'*) cp $scratch/second.json report.json ;;
*) cp $scratch/report.json report.json ;;
esac
echo layout >layout.asc
END
cat >tools/icepack <<'END'
#!/bin/sh
printf '\176\252\231\176bits' >"$2"
END
chmod +x tools/*

# build [OPTION...]: at 48 MHz, by report.json, and second.json of seed 2
build() {
	rm -rf out
	PATH="$scratch/tools:$PATH" "$ftc" build net.yaml --board icebreaker --clock 48 -o out "$@" >said 2>errors
	status=$?
}
built() {
	[ $status = 0 ] && [ ! -s errors ] && [ -e out/sorter.bin ]
}
# refused MESSAGE: as for a clock that is missed, in one message
refused() {
	[ $status = 1 ] && [ ! -e out/sorter.bin ] && [ "$(grep -c error: errors)" = 1 ] && grep -qxF "ftc: error: timing fails: $1; no bitstream is made" errors
}
# longer FROM TO NANOSECONDS: report.json is the recorded one, but that path takes so much longer
longer() {
	awk -v head="{\"from\": \"$1\", \"to\": \"$2\", \"path\": [" -v more="$3" '
		{ print } index($0, head) == 1 { printf "  {\"delay\": %s, \"type\": \"routing\"},\n", more; found = 1 } END { exit !found }' recorded.json >report.json
}
own='own_clk$SB_IO_IN_$glb_clk'
telling='said errors'

cp recorded.json report.json
build
built && grep -qxF '  clock          68.9 MHz reached, 48.0 MHz required: met' said && grep -qxF '  own clock      68.9 MHz reached, 20.0 MHz required of own_clk: met' said &&
	grep -qxF '  crossing      10.34 ns of 20.83 ns, from clock clk to own_clk: met' said && [ "$(grep -c crossing said)" = 2 ]
report 'the recorded run is built: a slower clock, and two crossings within the shorter period'

build --json
built && tr -d ' \n' <said | grep -q '"from":"clk","to":"own_clk","crosses":true,"delay_ns":10.343,"period_ns":20.8333,"reached_mhz":96[.0-9]*,"required_mhz":48.0,"met":true'
report 'JSON has them'

longer 'posedge clk' "posedge $own" 10.4
build
built
report 'a crossing may take 20.74 ns'

longer 'posedge clk' "posedge $own" 10.6
build
refused 'what crosses from clock clk to own_clk takes 20.94 ns, the shorter of their periods is 20.83 ns' && grep -q '^try: ' errors &&
	grep -qxF '  crossing      20.94 ns of 20.83 ns, from clock clk to own_clk: too slow' said
report 'and not 20.94'

longer "posedge $own" 'posedge clk' 17
build
refused 'what crosses from clock own_clk to clk takes 21.38 ns, the shorter of their periods is 20.83 ns'
report 'nor in the other direction'

longer "posedge $own" '<async>' 100
build
built
report 'paths to pins are no crossings'

# The leaf's clock is the faster one.
sed "/own_clk.*achieved/s/.*/\"$own\": {\"achieved\": 130, \"constraint\": 100}},/" recorded.json >report.json
build
refused 'what crosses from clock clk to own_clk takes 10.34 ns, the shorter of their periods is 10.00 ns'
report 'the shorter period may be that of the leaf'

# Without paths within itself a clock has no entry: it goes by --freq.
sed "/own_clk.*achieved/d; s/\"constraint\": 48},/\"constraint\": 48}},/" recorded.json >report.json
build
built && grep -qxF '  crossing      10.34 ns of 20.83 ns, from clock clk to own_clk: met' said
report 'a clock without paths of its own'

sed '/own_clk.*achieved/s/20}/80}/' recorded.json >report.json
build
refused 'the clock own_clk reaches 68.9 MHz, 80.0 MHz are required by your constraints'
report "the leaf's own clock is missed"

# Of two placements the one without such a path is kept, though its clock is slower.
longer 'posedge clk' "posedge $own" 20
sed '/^"clk"/s/68.899/50.5/' recorded.json >second.json
build --seeds 2
built && grep -qE '68\.9 MHz +too slow$' said && grep -qE '50\.5 MHz  met, kept$' said
report 'the placement is kept whose crossings are met'
finish
