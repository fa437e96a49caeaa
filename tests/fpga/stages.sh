#!/bin/sh
# Runs `ftc build` with fake tools: several placements, reuse of finished stages, the search for the fastest clock, the
# choice of a placer, progress on a terminal.
#
#   stages.sh FTC
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_DATA="$source" FTC_TOOLS=none TMPDIR="$scratch/tmp" FTC_CACHE="$scratch/cache"
mkdir tmp tools
cp "$source/examples/tree8.yaml" .

# tool NAME: its text comes on standard input. It says in `ran` that it was run, begins and ends there, and where.
tool() {
	{ printf '#!/bin/sh\nPATH=/usr/bin:/bin\nran=%s/ran\ncase "$*" in -V|--version) echo "%s (Version 0.52)"; exit;; esac\n' "$scratch" "$1"
	cat; } >tools/"$1"
	chmod +x tools/"$1"
}
tool yosys <<'END'
echo yosys >>"$ran"
echo '1. Executing a made-up pass.'
[ ! -e "${ran%ran}slow-yosys" ] || exec sleep infinity
echo '{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700}}}' >cells.json
{ echo "$*" | grep -o nowidelut; grep -h DIVF rtl/*board.v; cat rtl/*.v | grep -v '^//' | cksum; echo '"fat_tree_board":'; } | tr '\n' ' ' >synthesis.json
END
# Seeds 1 2 3 4 ... reach 50.5, 52, 60, 60, 45, none, 51, 51 MHz, seed 4 only by annealing, as does seed 11; other factors come from files:
# `share` of them, `slow-SEED` makes one hang.
tool nextpnr-ice40 <<'END'
above=${ran%ran}
report() {
	echo '{"fmax": {"clk": {"achieved": '"$2"', "constraint": 48}}, "utilization": {"ICESTORM_LC": {"used": 100'"$3"', "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}}' >"$1"
}
case "$*" in *--pack-only*) echo fit >>"$ran"; report fit.json 0 0; exit;; esac
seed=$(echo "$*" | sed 's/.*--seed \([0-9]*\).*/\1/')
case "$*" in *'--placer sa'*) how=annealing;; *) how=quick;; esac
echo "+ $seed $how" >>"$ran"
echo "Info:     at iteration #5, type ALL: wirelen of seed $seed;"
[ ! -e "${above}slow-$seed" ] || exec sleep infinity
# A later seed is quicker: it ends first when several run.
[ ! -e "${above}staggered" ] || sleep 0.$((9 - seed % 8))
echo "- $seed" >>"$ran"
case $seed-$how in 4-quick|6-*) echo "ERROR: no place"; exit 1;; 9-quick) kill -KILL $$;; 10-quick) kill -TERM $$;; 11-quick) kill -SEGV $$;; esac
mhz=$(echo "0 50.5 52 60 60 45 0 51 51 0 0 51" | cut -d' ' -f$((seed + 1)))
frequency=$(echo "$*" | sed 's/.*--freq \([0-9.]*\).*/\1/')
[ ! -e "${above}law" ] || mhz=$(awk -v f="$frequency" -v mhz="$mhz" "$(cat "${above}law")")
report report.json "$mhz" "$seed"
echo "layout of seed $seed for $frequency MHz, $(cat ../synthesis.json)" >layout.asc
END
tool icepack <<'END'
[ "$1" = -u ] && shift || echo pack >>"$ran"
{ printf '\176\252\231\176\n'; cat "$1"; } >"$2"
END

# As many flip-flops as the file `flip-flops` says, and as many LUTs as `wide-luts`, or `few-luts` after synthesis for few.
tool nextpnr-ecp5 <<'END'
above=${ran%ran}
netlist=$(ls synthesis.json ../synthesis.json 2>/dev/null)
luts=$(cat "${above}$(grep -q nowidelut "$netlist" && echo few || echo wide)-luts")
case "$*" in *--pack-only*) report=fit.json ;; *) report=report.json; echo "$*" >>"$ran"; echo layout >layout.config ;; esac
echo '{"fmax": {"clk": {"achieved": 190}}, "utilization": {"TRELLIS_COMB": {"used": '"$luts"', "available": 24288}, "TRELLIS_FF": {"used": '"$(cat "${above}flip-flops")"', "available": 24288}, "DP16KD": {"used": 0, "available": 56}}}' >$report
END
tool ecppack <<'END'
{ printf '\377\377\275\263\n'; cat "$1"; } >"$2"
END

# build STATUS OUT OPTIONS: runs ftc build; what it says is in `said`, which tools ran in `ran`
build() {
	wanted=$1 out=$2
	shift 2
	rm -f ran
	touch ran
	PATH=$scratch/tools "$ftc" build tree8.yaml --board icebreaker -o "$out" "$@" >said 2>&1
	status=$?
	is "ftc build $* ends with $wanted, not $status: $(cat said)" [ $status -eq "$wanted" ]
	is "ftc build $* leaves no temporary directory" [ -z "$(ls tmp)" ]
}
# ran WHAT: how often
ran() {
	grep -c -e "$1" ran
}
says() {
	is "'$1' is said, not: $(cat said)" grep -q -- "$1" said
}
kept() {
	sed '1d; s/ for.*//' "$1"/fat_tree.bin
}

# --- several placements, the best of them kept

build 0 eight --seeds 8
says ' 48.0 MHz          1   1001     50.5 MHz  met$'
says ' 48.0 MHz          3   1003     60.0 MHz  met, kept$'
says ' 48.0 MHz          4   1004     60.0 MHz  met$'
says ' 48.0 MHz          5   1005     45.0 MHz  too slow$'
says ' 48.0 MHz          6      -        -      no placement$'
says 'warning: nextpnr-ice40 finds no placement with seed 6'
is 'the fastest is kept, of two the first' [ "$(kept eight)" = 'layout of seed 3' ]
is 'the timing report is its own' grep -q '1003' eight/timing.json
is 'each has its log' [ "$(ls eight/log | grep -c '^nextpnr-[1-8].log$')" -eq 8 ]
is 'a log reports its seed' grep -q 'wirelen of seed 7' eight/log/nextpnr-7.log
is 'one log has both placers' [ "$(grep -c 'wirelen of seed 4' eight/log/nextpnr-4.log)" -eq 2 ]
is 'one synthesis was enough' [ "$(ran yosys)" -eq 1 ]
touch staggered
for jobs in '-j 2' -j3 '-j 8'; do
	FTC_CACHE= build 0 "eight${jobs#-j}" --seeds 8 $jobs
	is "with $jobs the same is kept" cmp -s eight/fat_tree.bin "eight${jobs#-j}/fat_tree.bin"
	most=$(awk '/^[+]/ { n++ } /^-/ { n-- } n > m { m = n } END { print m }' ran)
	is "with $jobs not $most run at once" [ "$most" -eq "$(echo "$jobs" | tr -dc 0-9)" ]
done
rm staggered
build 0 from5 --seed 5 --seeds 3
is 'the first seed is reported' [ "$(kept from5)" = 'layout of seed 7' ]
build 1 six --seed 6
says 'error: nextpnr-ice40 failed with status 1'
says '  all it said is in six/log/nextpnr.log'
build 1 nine --seed 9
says 'error: nextpnr-ice40 was ended by signal 9'
is 'a placer that is killed has not given up' [ "$(ran annealing)" -eq 0 ]
build 1 ten --seed 10
says 'error: nextpnr-ice40 was ended by signal 15'
is 'nor has one that is terminated' [ "$(ran annealing)" -eq 0 ]
build 0 eleven --seed 11
is 'the other placer follows one that breaks' [ "$(ran annealing)" -eq 1 ]
is 'the log says how it broke' grep -q 'the placer `heap` was ended by signal 11' eleven/log/nextpnr.log
build 1 five --seed 5
says 'error: timing fails: the network clock reaches 45.0 MHz, 48.0 MHz are required; no bitstream is made'

# --- finished stages are not run again

build 0 eight --seeds 8 -j 2
says '  from earlier 1 of 1 syntheses, 7 of 8 placements'
is 'only what failed is run again, and packed' [ "$(tr '\n' ' ' <ran)" = '+ 6 quick - 6 + 6 annealing - 6 pack ' ]
is 'with its logs' grep -q 'wirelen of seed 7' eight/log/nextpnr-7.log
is 'and with the same result' [ "$(kept eight)" = 'layout of seed 3' ]
build 0 one --seed 2 --json
says '"synthesis_earlier": true'
says '"earlier": true'
is 'a seed of several is one alone' [ "$(tr '\n' ' ' <ran)" = 'pack ' ]
build 0 other --seed 2 --clock 36
is 'another clock is another stage' [ "$(ran yosys) $(ran '+ 2')" = '1 1' ]
build 0 other --seed 2 --set payload-bits=4
is 'so is another network' [ "$(ran yosys) $(ran '+ 2')" = '1 1' ]
echo '# newer' >>tools/nextpnr-ice40
build 0 other --seed 2
is 'so is another nextpnr, but not the synthesis' [ "$(ran yosys) $(ran '+ 2')" = '0 1' ]
echo '# newer' >>tools/yosys
build 0 other --seed 2
is 'another yosys that makes the same netlist leaves the placement' [ "$(ran yosys) $(ran '+ 2')" = '1 0' ]
mkdir data
cp -r "$source/boards" "$source/constraints" "$source/rtl-templates" data
echo '# other' >>data/constraints/icebreaker.pcf
FTC_DATA=$scratch/data build 0 other --seed 2
is 'other constraints are another placement' [ "$(ran yosys) $(ran '+ 2')" = '0 1' ]
FTC_CACHE= build 0 other --seed 2
is 'without a cache everything is run' [ "$(ran yosys) $(ran '+ 2')" = '1 1' ]
for stage in cache/builds/*; do
	printf 'x' | dd of="$stage" bs=1 seek=9 conv=notrunc 2>/dev/null
done
build 0 other --seed 2
is 'damaged stages are not taken' [ "$(ran yosys) $(ran '+ 2')" = '1 1' ]

# --- interrupted by a signal, at every stage; then again

# tools_running: those of this test, by the directory in which they run
tools_running() {
	ls -l /proc/[0-9]*/cwd 2>/dev/null | grep -F -- "-> $scratch/tmp/"
}

# interrupt SIGNAL WAIT-FOR: a build of seeds 1 to 3 that stands still where `ran` has the line
interrupt() {
	rm -f ran
	touch ran
	PATH=$scratch/tools "$ftc" build tree8.yaml --board icebreaker -o stopped --seeds 3 -j 2 >said 2>&1 &
	child=$!
	for _ in $(seq 6000); do grep -q "$2" ran && break; sleep 0.1; done
	sleep 0.3
	kill "-$1" $child
	wait $child 2>/dev/null
	echo $?
	for _ in $(seq 6000); do [ -z "$(tools_running)" ] && break; sleep 0.1; done
}
rm -rf cache
for signal in TERM KILL; do
	case $signal in TERM) number=143 ;; KILL) number=137 ;; esac
	rm -rf cache stopped slow-*
	touch slow-yosys
	is "SIG$signal ends it" [ "$(interrupt $signal yosys)" -eq $number ]
	is 'nothing half-written is there' [ ! -e stopped ]
	[ $signal = KILL ] || is 'no temporary directory either' [ -z "$(ls tmp)" ]
	is 'no tool goes on' [ -z "$(tools_running)" ]
	rm -rf tmp/* slow-yosys
	touch slow-2 slow-3
	is "SIG$signal ends it" [ "$(interrupt $signal '+ 3')" -eq $number ]
	is 'nothing half-written is there' [ ! -e stopped ]
	[ $signal = KILL ] || is 'no temporary directory either' [ -z "$(ls tmp)" ]
	is 'no tool goes on' [ -z "$(tools_running)" ]
	is 'nothing half-kept either' [ -z "$(find cache -type f ! -name '*.stage')" ]
	is 'it had begun anew' [ "$(ran yosys)" -eq 1 ]
	rm -rf tmp/* slow-*
	build 0 stopped --seeds 3 -j 2
	says '  from earlier 1 of 1 syntheses, 1 of 3 placements'
	is 'what was finished is not run again' [ "$(sort ran | tr '\n' ' ')" = '+ 2 quick + 3 quick - 2 - 3 pack ' ]
	is 'the result is that of an uninterrupted build' cmp -s stopped/fat_tree.bin eight/fat_tree.bin
done

# --- the fastest clock

# What is reached depends on the clock that is wanted, here a little: the search goes down, up, and stays.
echo 'BEGIN { srand(f * 10); print 60 + 0.05 * (f - 60) + 3 * rand() }' >law
build 0 max --clock max --json
required=$(sed -n 's/^  "required_mhz": \([0-9.]*\),/\1/p' said) reached=$(sed -n 's/^  "fmax_mhz": \([0-9.]*\),/\1/p' said)
is "the clock is met: $required of $reached MHz" awk "BEGIN { exit !($required <= $reached) }"
is "and within 5 % of what is reached: $required of $reached MHz" awk "BEGIN { exit !($required >= 0.95 * $reached) }"
is 'the bitstream is that of the clock' grep -q "for $required[0]* MHz" max/fat_tree.bin
is 'all tries are reported' [ "$(grep -c '"seed"' said)" -gt 2 ]
is 'one is kept' [ "$(grep -c '"kept": true' said)" -eq 1 ]
is 'the Verilog is that of the clock' grep -q "(12 MHz) --> clk ($(echo "$required" | sed 's/\.0*$//') MHz)" max/rtl/fat_tree_board.v
is 'the logs of the others are beside' [ -e max/log/nextpnr.log -a -e max/log/clock-1/nextpnr.log ]
build 0 max --clock max
says '^ *clock *seed *cells *reached$'
says ' 185.0 MHz \| 183.0 MHz .*too slow$'
says 'met, kept$'
is 'the search is not done again' [ "$(tr '\n' ' ' <ran)" = 'pack ' ]
build 0 max3 --clock max --seeds 3 -j 3
is 'with several seeds, each clock has them' [ $(($(ran '^+') % 3)) -eq 0 ]
tool python3 <<'END'
printf 'module chip (input clk);\nendmodule\n'
END
for name in icebox_vlog verilator g++; do
	tool $name </dev/null
done
echo 'BEGIN { print f <= 60 ? 66 : 55 }' >law
rm -rf cache
build 1 checked --clock max --check
digest=$(sed -n 's,^// Parameters (digest \(.*\)):$,\1,p' checked/rtl/fat_tree_board.v)
is "the check wants what is kept, $digest, not what was tried last: $(cat checked/log/check.log)" \
	grep -q "wanted after the first round: fat_tree $digest round 0001" checked/log/check.log
echo 'BEGIN { print 10 }' >law
rm -rf cache
build 1 toolow --clock max
says 'error: timing fails'
is 'no bitstream then' [ ! -e toolow/fat_tree.bin ]
echo 'BEGIN { print 500 }' >law
rm -rf cache
build 0 top --clock max
says 'clock         500.0 MHz reached, 183.0 MHz required: met'
rm law

# --- the placer of an ECP5: HeAP for what is small, static for what is large, HeAP with another refinement where that fills the device or
# needs no fast clock

# ecp5 STATUS FLIP-FLOPS WIDE-LUTS FEW-LUTS OPTIONS: runs ftc build; in `ran`, what nextpnr is called with
ecp5() {
	rm -rf cache
	rm -f ran
	touch ran
	wanted=$1
	echo "$2" >flip-flops
	echo "$3" >wide-luts
	echo "$4" >few-luts
	shift 4
	PATH=$scratch/tools "$ftc" build tree8.yaml --board ulx3s-25f -o ecp5 "$@" >said 2>&1
	status=$?
	is "ftc build on an ECP5 ends with $wanted, not $status: $(cat said)" [ $status -eq "$wanted" ]
}
# placer FLIP-FLOPS
placer() {
	ecp5 0 "$1" 900 800
}
placer 5000
is 'a small one is by HeAP' [ "$(ran --placer-heap-cell-placement-timeout) $(ran '--placer ') $(ran --parallel-refine)" = '1 0 0' ]
placer 5001
is 'a large one by the other placer' [ "$(ran '--placer static') $(ran --placer-heap) $(ran --parallel-refine)" = '1 0 0' ]
placer 12144
is 'up to 50 %' [ "$(ran '--placer static')" = 1 ]
placer 12145
is 'above by HeAP' [ "$(ran --placer-heap-cell-placement-timeout) $(ran '--placer ')" = '1 0' ]
is 'refined with one thread' [ "$(ran '--parallel-refine --threads 1 ')" = 1 ]

ecp5 0 5001 900 800 --clock 50
is 'a large one that needs no fast clock by HeAP, too' [ "$(ran --placer-heap-cell-placement-timeout) $(ran '--placer ')" = '1 0' ]
is 'likewise' [ "$(ran '--parallel-refine --threads 1 ')" = 1 ]
ecp5 0 5001 900 800 --clock 53.125
is 'one that needs more by the other placer' [ "$(ran '--placer static')" = 1 ]

# --- synthesis for few LUTs, where the design does not fit otherwise

ecp5 0 5000 24288 20000
is 'what fits is synthesised once' [ "$(ran yosys)" -eq 1 ]
is 'for a fast clock' [ "$(grep -c 'for few LUTs' said)" -eq 0 ]
ecp5 0 5000 24289 20000
is 'what does not fit is synthesised again' [ "$(ran yosys)" -eq 2 ]
says '  synthesis    for few LUTs: for a fast clock, the design would not fit'
says '  logic cells   20000 of  24288 '
is 'both syntheses have logs' [ -s ecp5/log/yosys.log -a -s ecp5/log/yosys-compact.log ]
is 'so have both checks of the size' [ -e ecp5/log/nextpnr-fit.log -a -e ecp5/log/nextpnr-fit-compact.log ]
ecp5 0 5000 24289 20000 --json
says '"compact": true'
ecp5 0 5000 900 800 --json
says '"compact": false'
ecp5 1 5000 24289 24289
is 'if it does not fit then, it is not placed' [ "$(ran yosys) $(ran --seed)" = '2 0' ]
says 'it needs 24289 of 24288 logic cells'
is 'and nothing else is said' [ "$(grep -c 'for few LUTs' said)" -eq 0 ]
ecp5 1 5000 48577 20000
is 'what is more than twice too large is not tried again' [ "$(ran yosys)" -eq 1 ]
ecp5 0 5000 24289 20000 --app host
is 'a host bridge is for few LUTs from the start' [ "$(ran yosys) $(grep -c 'for few LUTs' said)" = '1 0' ]
ecp5 0 5000 24289 20000 --clock max
is 'further clocks are for few LUTs from the start' [ "$(find ecp5 -name yosys.log | wc -l) $(find ecp5 -name yosys-compact.log | wc -l)" = '2 1' ]
says '  synthesis    for few LUTs'

# --- on a terminal

if command -v script >/dev/null; then
	rm -rf cache
	cat >terminal <<END
PATH=$scratch/tools '$ftc' build tree8.yaml --board icebreaker -o shown --seeds 2
END
	touch staggered
	script -qec 'sh terminal' /dev/null </dev/null >shown.txt 2>&1
	is 'the terminal shows the step' grep -q 'synthesis, step 1 of 4' shown.txt
	is 'and placement' grep -q 'placement, step 3 of 4: .*at iteration' shown.txt
	is 'and the last one' grep -q 'bitstream, step 4 of 4' shown.txt
	is 'the tool'"'"'s own progress and the seconds' grep -Eq '1 of 2 placements, seed 2, [0-9]+ s: at iteration #5' shown.txt
	script -qec 'sh terminal' /dev/null </dev/null >shown.txt 2>&1
	is 'the terminal shows what is taken from before' grep -q 'synthesis, step 1 of 4: from an earlier run' shown.txt
fi
exit $failed
