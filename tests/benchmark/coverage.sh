#!/bin/sh
# How often the 95 % interval of a mean latency holds the truth, near saturation and far from it: `ftc compare` again and again with
# other seeds, against long runs. The table of docs/how-to/compare.md.
#
#   coverage.sh FTC DIRECTORY       DIRECTORY keeps the results as JSON; what is there, and newer than FTC, is not run again
#
# Environment: NETWORK (a parameter file; default: the fat-tree of 16 leaves), LOADS (words per leaf and slot), RUNS (compares of each
# load), TRUTH (measured slots of a long run, of which there are 16 for each load), JOBS (at once), OLD=1: FTC has no --loads but takes
# $LOADS. Fails if at some load fewer of the intervals, or of those that have converged, hold the truth than 93 %, by more than chance
# explains, or if none has converged.
set -eu
ftc=$(realpath "$1") directory=$2
: "${LOADS:=0.278 0.417 0.4615 0.5 0.528}" "${RUNS:=200}" "${TRUTH:=400000}" "${JOBS:=$(nproc)}" "${NETWORK:=}"
mkdir -p "$directory"
cd "$directory"
[ "$NETWORK" ] || { NETWORK=network.yaml && printf 'network: fat-tree\nleaves: 16\n' >network.yaml; }

# Each line of the list is a command line and the file that gets its JSON.
list() {
	for load in $LOADS; do
		for k in $(seq 16); do
			echo "truth-$load-$k.json simulate $NETWORK --load $load --frames $TRUTH --warmup 10000 --seed $((900000 + k)) --json"
		done
	done
	for load in $LOADS; do
		for run in $(seq "$RUNS"); do
			echo "run-$load-$run.json compare $NETWORK --loads $load --seed $((1000 * run)) --json"
		done
	done
}
list | FTC=$ftc OLD=${OLD:-} xargs -P "$JOBS" -L 1 sh -c '
	file=$1 && shift
	[ -s "$file" ] && [ "$file" -nt "$FTC" ] && exit 0
	if [ "$OLD" ] && [ "$1" = compare ]; then
		LOADS=$4 "$FTC" compare "$2" --seed "$6" --json >"$file.part" 2>>log
	else
		"$FTC" "$@" >"$file.part" 2>>log
	fi && mv "$file.part" "$file"' sh

echo 'load      truth  +-      runs  hold it  share      half    error    converged  hold it  share      half    error'
bad=0
for load in $LOADS; do
	truth=$(jq -s '(map(.latency.mean) | add) / length' truth-"$load"-*.json)
	about=$(jq -s --argjson mean "$truth" '(map((.latency.mean - $mean) * (.latency.mean - $mean)) | add) / length / (length - 1) | sqrt' \
		truth-"$load"-*.json)
	jq -r --argjson load "$load" '.networks[0].curves[0].loads[] | select((.load - $load) * (.load - $load) < 1e-12)
		| "\(.latency.mean) \(.latency.half95) \(if has("converged") then .converged else (.saturated | not) end)"' run-"$load"-*.json |
		awk -v load="$load" -v truth="$truth" -v about="$about" '
			{ k = $3 == "true"; n[k]++; hold[k] += ($1 - truth) ^ 2 <= $2 ^ 2; half[k] += $2 / $1; off[k] += $1 / truth - 1 }
			function few(hold, n) { return !n || hold / n < 0.93 - 2 * sqrt(0.93 * 0.07 / n) }
			function show(hold, n, half, off) {
				if (n)
					printf " %8d  %5.1f %% %6.1f %% %6.1f %%", hold, 100 * hold / n, 100 * half / n, 100 * off / n
			}
			END {
				printf "%-8s %6.1f %4.1f %7d", load, truth, about, NR
				show(hold[0] + hold[1], NR, half[0] + half[1], off[0] + off[1])
				printf " %12d", n[1]
				show(hold[1], n[1], half[1], off[1])
				printf "\n"
				exit few(hold[0] + hold[1], NR) || few(hold[1], n[1])
			}' || bad=1
done
exit $bad
