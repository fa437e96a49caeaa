#!/bin/bash
# Random parameter files: ftc refuses them with a message, or what it makes of them satisfies everybody.
#
#   random.sh FTC RANDOM_FILE FIRST COUNT		from seed FIRST on, until COUNT files were accepted
#
# Each one accepted: generate, Icarus -Wall, Verilator -Wall, names of generate blocks, the testbench in Verilator -Wall, JSON,
# and a short run of the model. A sanitizer that says something is a failure as well: `ftc` may be built with them.
set -u
ftc=$(realpath "$1") random=$(realpath "$2") seed=$3 count=$4
here=$(dirname "$(realpath "$0")")
unnamed=$here/../common/generate_blocks.awk
. "$here/../common/tap.sh"
. "$here/../common/silent.sh"
export FTC_CACHE=$scratch/cache
command -v verilator iverilog >/dev/null || { echo "1..0 # SKIP no verilator or iverilog"; exit 0; }
telling='said network.yaml'

# ended STATUS: as ftc may end, given what it said
ended() {
	! grep -qE 'Sanitizer|runtime error' said || return 1
	[ "$1" -eq 0 ] || { [ "$1" -eq 2 ] && grep -q 'error: ' said; }
}

# A network without words to send, or with a schedule to come, has nothing to simulate: ftc says so. Most have.
runs=0
simulated() {
	"$ftc" simulate network.yaml --frames 20 >said 2>&1
	local status=$?
	ended $status || return 1
	[ $status -ne 0 ] || runs=$((runs + 1))
	! grep -q FAILED said
}

whole() {
	silent "Icarus" iverilog -Wall -g2005 -t null -s "$top" $rtl || return 1
	silent "Verilator" verilator --lint-only -Wall --top-module "$top" $rtl || return 1
	silent "generate blocks" awk -f "$unnamed" $rtl $bench || return 1
	[ -z "$bench" ] ||
		silent "the testbench in Verilator" verilator --lint-only --timing -Wall --top-module "${top}_bench" $rtl $bench || return 1
	"$ftc" report network.yaml --json >report.json 2>said || return 1
	silent "JSON" "$random" --json report.json out/*.json || return 1
	simulated
}

tries=0
while [ "$number" -lt "$count" ]; do
	"$random" "$seed" >network.yaml || exit 99
	rm -rf out schedule.json
	! grep -q '^schedule:' network.yaml || "$ftc" schedule network.yaml --from all-to-all -o schedule.json >generated 2>&1
	"$ftc" generate network.yaml -o out >generated 2>said
	status=$?
	kind=$(head -1 network.yaml)
	if ! ended $status; then
		result 1 "seed $seed, $kind: generate ends with $status"
	elif [ $status -eq 0 ]; then
		rtl=$(echo out/rtl/*.v) bench=$(echo out/bench/*.v)
		[ -d out/bench ] || bench=
		top=$(basename out/*.f .f)
		whole
		report "seed $seed, $kind"
	fi
	seed=$((seed + 1))
	tries=$((tries + 1))
done
echo "# $tries files, of which $number were accepted, and $runs simulated"
[ $((2 * runs)) -ge "$count" ]
report 'most of them were simulated'
finish
