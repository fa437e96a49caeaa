#!/bin/bash
# builds.sh FTC SOURCE [DIR]: examples/sweep, 40 bitstreams, through GNU parallel and through a Slurm of its own, each ended half-way
# and started again. TAP. DIR, or else nothing, keeps the results of both.
set -u
ftc=$(realpath "$1")
source=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
kept=${3:+$(realpath "$3")}
. "$here/../common/tap.sh"
telling='error.txt said'
for tool in parallel yosys nextpnr-ice40 icepack verilator gnuplot; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP $tool is not there"; exit 0; }
done
cp -R "$source/examples/sweep" .
plot=x=lut4,y=accepted_mbps,by=file

done_points() {
	find "$1/points" -name point.json 2>/dev/null | wc -l
}
# half_way DIR [PROCESS]: waits until half of the points are done, or the process is not there
half_way() {
	while [ "$(done_points "$1")" -lt 20 ] && { [ $# -lt 2 ] || kill -0 "$2" 2>/dev/null; }; do sleep 0.2; done
	before=$(done_points "$1")
	[ "$before" -ge 20 ] && [ "$before" -lt 40 ]
	report "$1: half-way" - <<<"$before points are done"
	find "$1/points" -name point.json -printf '%p %i %T@\n' | sort >before
}
# ended DIR: what both engines must have left
ended() {
	find "$1/points" -name point.json -printf '%p %i %T@\n' | sort >after
	is "$1: only what was missing has run" "$(comm -12 before after | wc -l) $(wc -l <after)" "$before 40"
	is "$1: all are done" "$(cut -d, -f2 "$1/results.csv" | grep -c '^done$')" 40
	is "$1: bitstreams" "$(find "$1/points" -path '*/build/*.bin' | wc -l)" 40
	is "$1: logs of nextpnr" "$(find "$1/points" -path '*/build/log/nextpnr.log' | wc -l)" 40
	[ -s "$1/lut4-accepted_mbps-file.svg" ] && [ -s "$1/lut4-accepted_mbps-file.png" ]
	report "$1: a picture"
	# Times and what came out of the cache differ from run to run, and so does where the bitstream lies.
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i !~ /wall_seconds|earlier|bitstream/) keep[++n] = i }
		{ line = ""; for (i = 1; i <= n; i++) line = line $keep[i] ","; print line }' "$1/results.csv" >"$1.csv"
	[ -z "$kept" ] || cp -R "$1" "$kept/"
}

export FTC_CACHE=$PWD/cache-parallel
start=$SECONDS
env --default-signal "$ftc" sweep sweep/sweep.yaml -o parallel -j 2 >said 2>error.txt &
process=$!
half_way parallel $process
kill -KILL $process
wait $process 2>/dev/null
"$ftc" sweep sweep/sweep.yaml -o parallel -j 2 --plot $plot >said 2>error.txt
report 'parallel: started again'
echo "# parallel: $((SECONDS - start)) s"
ended parallel

export FTC_CACHE=$PWD/cache-slurm
(. "$here/start-slurm.sh" && stop_slurm && touch slurm-works) >said 2>error.txt
if [ -e slurm-works ]; then
	rm -rf slurm
	. "$here/start-slurm.sh"
	trap 'stop_slurm; rm -rf "$scratch"' EXIT
	until_idle() {
		while [ -n "$(squeue --noheader)" ]; do sleep 0.5; done
	}
	start=$SECONDS
	"$ftc" sweep sweep/sweep.yaml -o by-slurm --engine slurm --plot $plot >said 2>error.txt
	report 'by-slurm: submitted'
	half_way by-slurm
	scancel $(tr , ' ' <by-slurm/slurm/jobs)
	until_idle
	before=$(done_points by-slurm)
	find by-slurm/points -name point.json -printf '%p %i %T@\n' | sort >before
	"$ftc" sweep sweep/sweep.yaml -o by-slurm --engine slurm --plot $plot >said 2>error.txt
	report 'by-slurm: started again'
	until_idle
	echo "# by-slurm: $((SECONDS - start)) s"
	ended by-slurm
	cmp parallel.csv by-slurm.csv
	report 'both have the same results' parallel.csv by-slurm.csv
else
	skip 'by-slurm' "$(cat error.txt | head -n 1)"
fi
finish
