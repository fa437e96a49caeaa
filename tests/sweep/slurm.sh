#!/bin/bash
# slurm.sh FTC: a sweep through a Slurm of one node, which the test starts itself: ended half-way, started again. TAP; skipped where
# there can be no Slurm.
set -u
ftc=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
. "$here/../common/tap.sh"
telling='error.txt said'
. "$here/start-slurm.sh"
trap 'stop_slurm; rm -rf "$scratch"' EXIT
export FTC_CACHE=$PWD/cache
printf 'network: fat-tree\nleaves: 4\npayload-bits: 8\n' >tree.yaml
cat >sweep.yaml <<'END'
run: [report, simulate]
file: tree.yaml
options:
  seed: [1, 2, 3, 4, 5, 6, 7, 8]
  frames: 1500
points: [{leaves: 1}, {leaves: 4}]
END
"$ftc" simulate tree.yaml --frames 1 >said 2>error.txt

# until_idle: no job waits or runs any more
until_idle() {
	for _ in {1..12000}; do [ -n "$(squeue --noheader)" ] || return; sleep 0.1; done
}
done_points() {
	find out/points -name point.json | wc -l
}

"$ftc" sweep sweep.yaml -o out --engine slurm -j 1 --plot x=seed,y=latency.mean >said 2>error.txt
report 'submitted'
is 'it does not wait' "$(cat said)" '16 of 16 points are submitted; the last job gathers the results in out'
"$ftc" sweep sweep.yaml -o out --engine slurm >said 2>error.txt
is 'not twice at a time: status' $? 2
grep -q '^ftc: error: jobs [0-9,]* of out still wait or run' error.txt
report 'not twice at a time'
sed 's/1, 2, 3/1, 3/' sweep.yaml >less.yaml
"$ftc" sweep less.yaml -o out >said 2>error.txt
is 'nor by another engine: status' $? 2
is 'what the jobs read stays' "$(wc -l <out/points.jsonl)" 16
for _ in {1..12000}; do [ "$(done_points)" -lt 10 ] || break; sleep 0.05; done
scancel $(tr , ' ' <out/slurm/jobs)
until_idle
before=$(done_points)
[ "$before" -ge 10 ] && [ "$before" -lt 16 ]
report 'ended half-way' - <<<"$before points are done"
is 'no process is left' "$(pgrep -f "$PWD/out" | grep -v "^$$\$")" ''
find out/points -name point.json -printf '%p %i %T@\n' | sort >before
"$ftc" sweep sweep.yaml -o out --engine slurm --plot x=seed,y=latency.mean >said 2>error.txt
is 'only what is missing is submitted' "$(cat said)" "$((16 - before)) of 16 points are submitted; the last job gathers the results in out"
until_idle
find out/points -name point.json -printf '%p %i %T@\n' | sort >after
is 'only that has run' "$(comm -12 before after | wc -l) $(wc -l <after)" "$before 16"
telling=out/log/slurm-gather.txt
is 'the last job has gathered' "$(head -n 1 out/log/slurm-gather.txt)" '16 points: 8 done, 8 failed'
is 'failures have their message' "$(grep -c 'failed: .* leaves=1: --set leaves=1: error: leaves is 1' out/log/slurm-gather.txt)" 8
[ -s out/results.csv ] && [ -s out/results.json ] && [ -s out/seed-latency.mean.svg ]
report 'table and picture'
# The same by GNU parallel.
if command -v parallel >/dev/null; then
	"$ftc" sweep sweep.yaml -o local >said 2>error.txt
	for place in out local; do
		cut -d, -f"$(head -n 1 $place/results.csv | tr , '\n' | grep -nx wall_seconds | cut -d: -f1)" --complement $place/results.csv >$place.csv
	done
	cmp out.csv local.csv
	report 'the results of GNU parallel' out.csv local.csv
fi
# One simulation, whose processes srun starts.
if srun --mpi=list 2>&1 | grep -q pmix; then
	"$ftc" simulate tree.yaml --frames 300 --log one.csv >said 2>error.txt
	srun --mpi=pmix -n 2 "$ftc" simulate tree.yaml --frames 300 --log two.csv >said 2>error.txt
	grep -q '^  engine .*; 2 processes, which met' said && cmp one.csv two.csv >>error.txt
	report 'two processes by srun'
fi
"$ftc" sweep sweep.yaml -o out --engine slurm --sbatch --no-such-option >said 2>error.txt
is 'nothing is missing: nothing is submitted' "$(head -n 1 said)" '16 points: 8 done, 8 failed'
"$ftc" sweep sweep.yaml -o new --engine slurm --sbatch --no-such-option >said 2>error.txt
is 'what sbatch refuses: status' $? 1
grep -q '^ftc: error: sbatch failed with status' error.txt && grep -q '^  sbatch: .*no-such-option' error.txt
report 'what sbatch refuses'
finish
