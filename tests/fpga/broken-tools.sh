#!/bin/bash
# No broken tool makes `ftc build` say that it has built: each fault of a result is reported as what it is, nothing is left
# behind, and nothing broken is kept for the next build.
#
#   broken-tools.sh FTC SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
source=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export FTC_DATA=$source FTC_TOOLS=none TMPDIR=$scratch/tmp ftc scratch
mkdir tmp tools
printf 'network: sorter\nwires: 4\nkey-bits: 2\npayload-bits: 2\n' >sorter.yaml

# Each tool does its work, then what BREAK says if this is its STAGE.
tool() {
	{
		printf '#!/bin/bash\ncase $1 in -V) echo Yosys 0.52; exit ;; --version) echo "(Version 0.7)"; exit ;; esac\n'
		cat
		printf '[ ! -v BREAK ] || [ "$STAGE" != "$stage" ] || eval "$BREAK"\nexit 0\n'
	} >"tools/$1"
	chmod +x "tools/$1"
}
tool yosys <<'END'
stage=yosys
top=${2##* -top }
echo "{\"modules\": {\"${top%% *}\": {}}}" >synthesis.json
echo '{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700}}}' >cells.json
END
tool nextpnr-ice40 <<'END'
utilization='"utilization": {"ICESTORM_LC": {"used": 1000, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}'
case $* in
*--pack-only*) stage=fit; echo "{\"fmax\": {}, $utilization}" >fit.json ;;
*) stage=place; echo layout >layout.asc; echo "{\"fmax\": {\"clk\": {\"achieved\": 60}}, $utilization}" >report.json ;;
esac
END
tool icepack <<'END'
stage=pack
printf '\377\0\0\377\176\252\231\176bits' >"$2"
END

number=0 failed=0
tell() {
	number=$((number + 1))
	echo "$1 $number - $2"
	[ "$1" = ok ] || { failed=1; sed 's/^/# /' said; }
}
# build [VARIABLE=VALUE ...]
build() {
	env "$@" PATH="$scratch/tools:/usr/bin:/bin" FTC_CACHE="$scratch/cache" \
		"$ftc" build sorter.yaml --board icebreaker -o out >said 2>&1
}
# breaks STAGE BREAK WORDS: the tool of that stage does something more, of which ftc says the words; then it is mended
breaks() {
	rm -rf out cache
	build STAGE="$1" BREAK="$2"
	status=$?
	if [ $status = 1 ] && grep -qF -- "error: $3" said && [ ! -e out/sorter.bin ] && [ -z "$(ls tmp)" ] &&
		! grep -q "$scratch/tmp" said && build && [ -e out/sorter.bin ]; then
		tell ok "$1: $2"
	else
		tell 'not ok' "$1: $2: status $status, expected: $3"
	fi
}

build && cmp -s out/sorter.bin <(printf '\377\0\0\377\176\252\231\176bits') && tell ok honest || tell 'not ok' honest

breaks yosys 'rm *.json'                           'yosys wrote no synthesis.json'
breaks yosys 'rm synthesis.json'                   'yosys wrote no synthesis.json'
breaks yosys ': >synthesis.json'                   'yosys wrote nothing into synthesis.json'
breaks yosys 'echo "{\"modules\": {}}" >synthesis.json' 'yosys wrote a netlist without the module sorter_board'
breaks yosys 'head -c 10000 /dev/urandom >synthesis.json' 'yosys wrote a netlist without the module sorter_board'
breaks yosys 'rm cells.json'                       'yosys wrote no cells.json'
breaks yosys ': >cells.json'                       'yosys wrote nothing into cells.json'
breaks yosys 'echo "{}" >cells.json'               'yosys wrote no cell counts'
breaks yosys 'echo junk >cells.json'               'yosys wrote no cell counts'
breaks yosys 'exit 255'                            'yosys failed with status 255'
breaks yosys 'kill -KILL $$'                       'yosys was ended by signal 9'
breaks fit   'rm fit.json'                         'nextpnr-ice40 wrote no fit.json'
breaks fit   'rm fit.json; mkdir fit.json'         'nextpnr-ice40 wrote no fit.json'
breaks fit   'rm fit.json; mkfifo fit.json'        'nextpnr-ice40 wrote no fit.json'
breaks fit   ': >fit.json'                         'nextpnr-ice40 wrote nothing into fit.json'
breaks fit   'echo junk >fit.json'                 'nextpnr-ice40 wrote a report that cannot be read: line 1 of fit.json'
breaks fit   'sed -i s/.....$// fit.json'          'nextpnr-ice40 wrote a report that cannot be read'
breaks fit   'echo "{}" >fit.json'                 "nextpnr-ice40's report lacks the number of ICESTORM_LC"
breaks fit   'sed -i s/_RAM/_ROM/ fit.json'        "nextpnr-ice40's report lacks the number of ICESTORM_RAM"
breaks fit   'sed -i s/1000/null/ fit.json'        "nextpnr-ice40's report lacks the number of ICESTORM_LC"
breaks fit   'exit 255'                            'nextpnr-ice40 failed with status 255'
breaks place 'rm report.json'                      'nextpnr-ice40 wrote no report.json'
breaks place ': >report.json'                      'nextpnr-ice40 wrote nothing into report.json'
breaks place 'head -c 1000 /dev/urandom >report.json' 'nextpnr-ice40 wrote a report that cannot be read'
breaks place 'sed -i "s/.clk.*}}/}/" report.json'  'nextpnr-ice40 wrote a report that cannot be read'
breaks place 'sed -i "s/.clk.: {.achieved.: 60}//" report.json' "nextpnr-ice40's report has no clock"
breaks place 'sed -i "s/{.clk.: {.achieved.: 60}}/[1, 2]/" report.json' "nextpnr-ice40's report has no clock"
breaks place 'sed -i s/60/null/ report.json'       "nextpnr-ice40's report lacks the speed of clock clk"
breaks place 'sed -i s/60/-60/ report.json'        "nextpnr-ice40's report lacks the speed of clock clk"
breaks place 'sed -i s/LC/LE/ report.json'         "nextpnr-ice40's report lacks the number of ICESTORM_LC"
breaks place 'rm layout.asc'                       'nextpnr-ice40 wrote no layout.asc'
breaks place ': >layout.asc'                       'nextpnr-ice40 wrote nothing into layout.asc'
breaks place 'exit 255'                            'nextpnr-ice40 failed with status 255'
breaks place 'kill -SEGV $$'                       'nextpnr-ice40 was ended by signal 11'
breaks pack  'rm "$2"'                             'icepack wrote no bitstream.bin'
breaks pack  ': >"$2"'                             'icepack wrote nothing into bitstream.bin'
breaks pack  'head -c 4 /dev/zero >"$2"'           'icepack wrote no bitstream: expected the bytes 7e aa 99 7e'
breaks pack  'rm "$2"; mkdir "$2"'                 'icepack wrote no bitstream.bin'
breaks pack  'rm "$2"; ln -s nowhere "$2"'         'icepack wrote no bitstream.bin'
breaks pack  'exit 255'                            'icepack failed with status 255'
breaks pack  'kill -KILL $$'                       'icepack was ended by signal 9'
echo "1..$number"
exit $failed
