#!/bin/bash
# sweep.sh FTC: sweeps through GNU parallel: their results against single runs, ended half-way and started again, points that fail,
# other machines, missing tools. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'
command -v parallel >/dev/null || { echo '1..0 # SKIP parallel is not there'; exit 0; }
export FTC_CACHE=$PWD/cache TMPDIR=$PWD/temporary
mark=sweep-$$
mkdir temporary

printf 'network: fat-tree\nleaves: 4\npayload-bits: 8\n' >tree.yaml

# column FILE NAME: its number
column() {
	head -n 1 "$1" | tr , '\n' | grep -nx "$2" | cut -d: -f1
}
# without_times FILE: results without what differs from run to run
without_times() {
	cut -d, -f"$(column "$1" wall_seconds)" --complement "$1"
}
# done_points DIR
done_points() {
	find "$1/points" -name point.json | wc -l
}
# Processes of a marked sweep; those that have ended have no environment any more.
left() {
	grep -lzsx "MARK=$mark" /proc/[0-9]*/environ
}

# ---- a table of reports ----
printf 'run: report\nfile: tree.yaml\nset:\n  leaves: [2, 3, 4, 8]\n  payload-bits: [8, 16]\n  capacities: [[2, 1], [4, 2, 1]]\n' >report.yaml
"$ftc" sweep report.yaml -o reports --plot x=estimate.lut4,y=bandwidth.peak_bits_per_clock,by=leaves >said 2>error.txt
is 'points that cannot be: status 1' $? 1
is 'they are counted' "$(head -n 1 said)" '16 points: 12 done, 4 failed'
is 'one row for each point' "$(wc -l <reports/results.csv)" 17
is 'one directory for each point' "$(done_points reports)" 16
is 'failures have their own message' "$(grep -c 'failed: .* capacities="\[2,1\]".*: capacities has 2 numbers: expected 3' said)" 2
"$ftc" report tree.yaml --set leaves=3 --set payload-bits=16 --set capacities=2,1 --json >single.json
point=$(grep '^[0-9a-f]*,done,3,16,"\[2,1\]"' reports/results.csv | cut -d, -f1)
unmade single.json >plain.json
unmade "reports/points/$point/report.json" | cmp - plain.json
report "a point's own result is that of a single run"
lut=$(sed -n '/^  "estimate": {/,/}/s/ *"lut4": \([0-9]*\),/\1/p' single.json)
# The list in the row has a comma.
is 'so is its row' "$(grep "^$point" reports/results.csv | sed 's/"[^"]*"/list/' | cut -d, -f"$(column reports/results.csv estimate.lut4)")" "$lut"
grep -q "\"estimate.lut4\": $lut," reports/results.json && [ "$(grep -c '"status": "done"' reports/results.json)" = 12 ]
report 'the JSON has the same' reports/results.json
is 'the log of a failure' "$(cat reports/points/"$(grep failed reports/results.csv | head -n 1 | cut -d, -f1)"/report.log | grep -c 'error: capacities')" 1
for end in svg png; do
	[ -s reports/estimate.lut4-bandwidth.peak_bits_per_clock-leaves.$end ]
	report "a picture: $end"
done
# The front, found in another way: no row has less of x and as much of y, or as much of x and more of y.
sed 's/"[^"]*"/list/' reports/results.csv | awk -F, -v x="$(column reports/results.csv estimate.lut4)" -v y="$(column reports/results.csv bandwidth.peak_bits_per_clock)" '
	$2 == "done" { n++; name[n] = $1; a[n] = $x; b[n] = $y }
	END { for (i = 1; i <= n; i++) { beaten = 0
		for (k = 1; k <= n; k++) beaten += (a[k] < a[i] && b[k] >= b[i]) || (a[k] <= a[i] && b[k] > b[i])
		if (!beaten) print name[i] } }' | sort >front
sed -n 's/.*, point \([0-9a-f]*\)$/\1/p' said | sort >told
[ -s front ] && [ "$(wc -l <front)" -lt 12 ] && cmp front told
report 'the front' front told

# ---- lines through means: what gnuplot gets, against the table ----
printf 'run: simulate\nfile: tree.yaml\noptions:\n  load: [0.1, 0.2]\n  seed: [1, 2, 3]\n' >curve.yaml
mkdir gnuplot-bin
printf '#!/bin/sh\ncp points.dat "%s/points.dat"\nexec "%s" "$@"\n' "$PWD" "$(command -v gnuplot)" >gnuplot-bin/gnuplot
chmod +x gnuplot-bin/gnuplot
PATH=$PWD/gnuplot-bin:$PATH "$ftc" sweep curve.yaml -o curve --plot x=load,y=latency.mean,lines=mean,also=latency.p99,front=none >said 2>error.txt
report 'a curve'
# Student's t of two degrees of freedom.
awk -F, -v x="$(column curve/results.csv load)" -v y="$(column curve/results.csv latency.mean)" -v z="$(column curve/results.csv latency.p99)" '
	NR > 1 { n[$x]++; s[$x] += $y; q[$x] += $y * $y; t[$x] += $z }
	END { for (i = 1; i <= 2; i++) { l = i / 10; m = s[l] / n[l]
		printf "%g %.3f %.3f %.3f\n", l, m, 4.302653 * sqrt((q[l] - n[l] * m * m) / 2 / 3), t[l] / n[l] } }' curve/results.csv >expected
awk -F'\t' 'NF == 3 && ++k <= 2 { m[k] = $2; h[k] = $3 } NF == 3 && k > 2 { printf "%g %.3f %.3f %.3f\n", $1, m[k - 2], h[k - 2], $2 }' \
	points.dat >drawn
[ "$(wc -l <drawn)" = 2 ] && cmp expected drawn
report 'means, their intervals and the second column' points.dat

# ---- ended half-way, and started again ----
cat >simulate.yaml <<'END'
run: [report, simulate]
file: tree.yaml
options:
  seed: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  frames: 10000
END
"$ftc" sweep simulate.yaml -o whole --json >said 2>error.txt
report 'a sweep that is left alone'
is 'all of it is done' "$(grep -c '"status": "done"' said)" 12
for signal in INT KILL TERM; do
	rm -rf part
	# A shell's background job would ignore INT.
	MARK=$mark env --default-signal "$ftc" sweep simulate.yaml -o part -j 1 >said 2>&1 &
	process=$!
	for _ in {1..30000}; do [ "$(done_points part 2>/dev/null)" -lt 3 ] || break; sleep 0.02; done
	kill -s $signal $process
	wait $process 2>/dev/null
	is "$signal: status" $? $((128 + $(kill -l $signal)))
	for _ in {1..12000}; do [ -n "$(left)" ] || break; sleep 0.05; done
	is "$signal: no process is left" "$(left)" ''
	[ $signal = KILL ] || is "$signal: no temporary file is left" "$(ls temporary)" ''
	rm -rf temporary/*
	before=$(done_points part)
	[ "$before" -ge 3 ] && [ "$before" -lt 12 ]
	report "$signal: half-way" - <<<"$before points are done"
	find part/points -name point.json -printf '%p %i %T@\n' | sort >before
	"$ftc" sweep -o part >said 2>error.txt
	is "$signal: what is there can be gathered" "$(head -n 1 said)" "12 points: $before done, 0 failed, $((12 - before)) missing"
	"$ftc" sweep simulate.yaml -o part -j 2 >said 2>error.txt
	report "$signal: started again"
	find part/points -name point.json -printf '%p %i %T@\n' | sort >after
	is "$signal: only what was missing has run" "$(comm -12 before after | wc -l) $(wc -l <after)" "$before 12"
	without_times part/results.csv >one
	without_times whole/results.csv >other
	cmp one other
	report "$signal: the results of a sweep that was left alone" one other
done
is "GNU parallel's log has a line for each point that ended" "$(wc -l <whole/log/joblog)" 12

# Two at a time in one directory.
exec {locked}>>part/.lock
flock $locked
"$ftc" sweep simulate.yaml -o part >said 2>error.txt
is 'another sweep in the directory: status' $? 2
is 'another sweep in the directory' "$(head -n 1 error.txt)" 'ftc: error: another ftc sweep works in part: expected to be the only one'
exec {locked}>&-

# A point whose process is killed has failed; the others go on. It runs again if that is asked for. The first point's Verilator
# does not end by itself, so its process is there when it is looked for.
printf 'network: fat-tree\nleaves: 3\npayload-bits: 8\n' >new-tree.yaml
printf 'run: simulate\nfile: new-tree.yaml\noptions: {seed: [1, 2, 3], frames: 10, engine: rtl}\n' >killed.yaml
mkdir waiting
cat >waiting/verilator <<END
#!/bin/sh
[ -e $PWD/waiting/pid ] && exec $(command -v verilator) "\$@"
echo \$\$ >$PWD/waiting/started && mv $PWD/waiting/started $PWD/waiting/pid
exec sleep 600
END
chmod +x waiting/verilator
PATH=$PWD/waiting:$PATH MARK=$mark "$ftc" sweep killed.yaml -o killed -j 1 >said 2>error.txt &
process=$!
until [ -s waiting/pid ] || ! kill -0 $process; do sleep 0.05; done
# The process that simulates, not one that it has started: the last that is met, so the first.
victim=
for p in $(left | cut -d/ -f3 | sort -rn); do
	! tr '\0' ' ' 2>/dev/null <"/proc/$p/cmdline" | grep -q "^$ftc simulate .*--seed=1 " || victim=$p
done
kill -KILL "$victim"
kill -KILL "$(cat waiting/pid)" 2>/dev/null
wait $process
is 'a killed point: status' $? 1
is 'a killed point' "$(sed -n 1p said)" '3 points: 2 done, 1 failed'
is 'its message' "$(grep -c 'failed: .* seed=1 .*ftc simulate was ended by signal 9' said)" 1
"$ftc" sweep killed.yaml -o killed >said 2>error.txt
is 'a failed point stays' "$(sed -n 1p said)" '3 points: 2 done, 1 failed'
"$ftc" sweep killed.yaml -o killed --retry-failed >said 2>error.txt
is 'with --retry-failed it runs again' "$(sed -n 1p said)" '3 points: 3 done, 0 failed'

# ---- what follows from several results ----
# cell FILE ROW NAME
cell() {
	sed -n "$2p" "$1" | cut -d, -f"$(column "$1" "$3")"
}
printf 'run: [simulate, build]\nfile: tree.yaml\noptions: {frames: 1500, seed: 1, board: icebreaker}\n' >built.yaml
mkdir -p failing
for tool in yosys nextpnr-ice40 icepack; do
	printf '#!/bin/sh\nexit 3\n' >failing/$tool
done
chmod +x failing/*
PATH=$PWD/failing:$PATH "$ftc" sweep built.yaml -o built >said 2>error.txt
is 'a build that fails: status' $? 1
is 'its simulation is kept' "$(cell built/results.csv 2 passed)" 1
# A build's result, by hand.
slot=$(cell built/results.csv 2 slot_clocks)
echo "{\"slot_clocks\": $slot, \"fmax_mhz\": 62.5, \"lut4\": 100, \"seed\": 1}" >"$(echo built/points/*)/build.json"
"$ftc" sweep -o built >said 2>error.txt
is 'Mbit/s are bits a clock times MHz' "$(cell built/results.csv 2 accepted_mbps)" \
	"$(awk -v bits="$(cell built/results.csv 2 payload_bits_per_clock)" 'BEGIN { printf "%.9g", bits * 62.5 }')"
echo "{\"slot_clocks\": $((slot + 1)), \"fmax_mhz\": 62.5}" >"$(echo built/points/*)/build.json"
"$ftc" sweep -o built >said 2>error.txt
is 'another pipeline was built: no Mbit/s' "$(column built/results.csv accepted_mbps) $(cell built/results.csv 2 build.slot_clocks)" " $((slot + 1))"
printf 'run: simulate\nfile: tree.yaml\nset: {clock: 100}\noptions: {frames: 1500, seed: 1}\n' >clocked.yaml
"$ftc" sweep clocked.yaml -o clocked >said 2>error.txt
is 'without a build, at the clock that is asked for' "$(cell clocked/results.csv 2 accepted_mbps)" \
	"$(awk -v bits="$(cell clocked/results.csv 2 payload_bits_per_clock)" 'BEGIN { printf "%.9g", bits * 100 }')"

# ---- what makes it another sweep ----
cp -R whole kept
echo '# changed' >>tree.yaml
"$ftc" sweep simulate.yaml -o whole >said 2>error.txt
is 'another parameter file: status' $? 2
is 'another parameter file' "$(head -n 1 error.txt)" 'ftc: error: whole holds results of another sweep: tree.yaml has changed since'
diff -r kept whole >said
report 'all stays as it was'
sed -i '$d' tree.yaml
echo '0 1' >set.txt
printf 'run: simulate\nfile: tree.yaml\noptions: {messages: set.txt, seed: [1, 2]}\n' >messages.yaml
"$ftc" sweep messages.yaml -o messages >said 2>error.txt
report 'a file that an option names'
echo '1 0' >>set.txt
"$ftc" sweep messages.yaml -o messages >said 2>error.txt
is 'its content makes other points' "$(head -n 1 error.txt)" "ftc: error: messages holds results of another sweep: none of its points is one of this sweep's"
sed -i 's/"ftc": "[^"]*"/"ftc": "0.0.1"/' kept/sweep.json
"$ftc" sweep simulate.yaml -o kept >said 2>error.txt
is 'another ftc' "$(head -n 1 error.txt | grep -c 'another sweep: ftc 0.0.1 made them')" 1

# ---- other machines: a connection that runs commands here, and a machine that is down ----
mkdir bin
cat >bin/ssh <<'END'
#!/bin/sh
# ssh [OPTION...] HOST [--] COMMAND...
while :; do
	case $1 in
	-o | -l | -p | -S | -F | -i) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
host=$1
shift
[ "$1" != -- ] || shift
echo "$host" >>"$CALLS"
[ "$host" != down ] || { echo 'ssh: connect to host down port 22: No route to host' >&2; exit 255; }
exec sh -c "$*"
END
chmod +x bin/ssh
export CALLS=$PWD/calls
printf 'run: report\nfile: tree.yaml\nset: {leaves: [2, 3, 4, 5]}\n' >four.yaml
PATH=$PWD/bin:$PATH "$ftc" sweep four.yaml -o remote --engine ssh --hosts 1/first,1/second >said 2>error.txt
report 'two machines'
is 'both have worked' "$(cut -f2 remote/log/joblog | sort -u | tr '\n' ' ')" 'first second '
PATH=$PWD/bin:$PATH "$ftc" sweep four.yaml -o down --engine ssh --hosts 1/down >said 2>error.txt
is 'a machine that is down: status' $? 1
grep -q '^ftc: error: some points did not run' error.txt && grep -q 'No route to host' error.txt
report 'a machine that is down: what ssh says'
is 'a machine that is down: nothing is done' "$(head -n 1 said)" '4 points: 0 done, 0 failed, 4 missing'
PATH=$PWD/bin:$PATH "$ftc" sweep four.yaml -o down --engine ssh --hosts 1/down,1/first --retries 2 >said 2>error.txt
report 'another one takes over'

# ---- missing tools ----
mkdir none
ln -s "$(command -v sh)" none/sh
PATH=$PWD/none "$ftc" sweep four.yaml -o lacking >said 2>error.txt
is 'without parallel: status' $? 1
is 'without parallel' "$(cat error.txt)" 'ftc: error: parallel is not installed: it is neither in PATH nor among the tools that .ci/install-tools installs
try: sudo apt-get install parallel'
PATH=$PWD/none "$ftc" sweep four.yaml -o lacking --engine slurm >said 2>error.txt
is 'without sbatch' "$(tail -n 1 error.txt)" 'try: sudo apt-get install slurm-client'
printf '#!/bin/sh\necho parallel from moreutils\n' >none/parallel
chmod +x none/parallel
PATH=$PWD/none "$ftc" sweep four.yaml -o lacking >said 2>error.txt
is 'another parallel' "$(head -n 1 error.txt)" "ftc: error: $PWD/none/parallel is not GNU parallel: expected that one"
"$ftc" sweep four.yaml -o lacking >said 2>error.txt
report 'with the right one it works'

# ---- arrays of Slurm, as sbatch is asked for them ----
mkdir slurm-bin
cat >slurm-bin/sbatch <<'END'
#!/bin/sh
echo "$PWD: $*" >>"$CALLS"
wc -l <"$CALLS"
END
printf '#!/bin/sh\nexit 1\n' >slurm-bin/squeue
chmod +x slurm-bin/*
rm -f calls
printf 'run: report\nfile: tree.yaml\nset: {payload-bits: [%s]}\n' "$(seq -s, 1 1200)" >large.yaml
PATH=$PWD/slurm-bin:$PATH "$ftc" sweep large.yaml -o large --engine slurm -j 7 --sbatch '--mem=1G  --time=9' --plot x=payload-bits,y=slot_clocks >said 2>error.txt
report 'more points than an array may have'
usual="$PWD/large: --parsable --job-name=ftc-sweep --output=log"
cat >expected <<END
$usual/slurm-%A_%a.txt --mem=1G --time=9 --array=0-999%7 slurm/points 0
$usual/slurm-%A_%a.txt --mem=1G --time=9 --array=0-199%7 slurm/points 1000
$usual/slurm-gather.txt --mem=1G --time=9 --dependency=afterany:1:2 slurm/gather x=payload-bits,y=slot_clocks
END
cmp expected calls
report 'the arrays, and what waits for them' calls
(cd large && SLURM_ARRAY_TASK_ID=199 sh slurm/points 1000 && SLURM_ARRAY_TASK_ID=0 sh slurm/points 1000) >said 2>error.txt
report 'what an array runs'
(cd large && sh slurm/gather x=payload-bits,y=slot_clocks) >said 2>error.txt
[ -s large/payload-bits-slot_clocks.svg ]
report 'what gathers draws, too'
is 'two points of 1200' "$(head -n 1 said)" '1200 points: 2 done, 0 failed, 1198 missing'
is 'they are the last and that of the second array' "$(awk -F, '$2 == "done" { printf "%s ", $3 }' large/results.csv)" '1001 1200 '

# ---- progress ----
if command -v script >/dev/null; then
	printf 'run: simulate\nfile: tree.yaml\noptions: {seed: [1, 2, 3, 4, 5, 6, 7, 8], frames: 1500}\n' >progress.yaml
	script -qec "'$ftc' sweep progress.yaml -o progress -j 1" typescript >/dev/null 2>&1 </dev/null
	tr '\r' '\n' <typescript | grep -q '^[^ ]*[0-9] of 8 points, [0-9.]* a second, [0-9]* s to go'
	report 'a line on a terminal' typescript
else
	skip 'a line on a terminal' 'script is not there'
fi

# ---- names that a shell takes apart ----
mkdir "it's a \"place\""
cp tree.yaml four.yaml "it's a \"place\""
"$ftc" sweep "it's a \"place\"/four.yaml" -o "it's a \"place\"/\$out" >said 2>error.txt
report 'quotes, blanks and dollars in names'
is 'and all is done' "$(done_points "it's a \"place\"/\$out")" 4
finish
