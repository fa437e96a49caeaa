#!/bin/sh
# processes.sh FTC: what goes wrong with several processes, reported once, with nothing left behind; and where leaves, subtrees and
# processes do not divide evenly. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

# refused NAME STATUS TEXT COMMAND...: it ends so, says this, and says no second error.
refused() {
	name=$1
	expected=$2
	text=$3
	shift 3
	"$@" >output 2>said
	status=$?
	[ $status -eq "$expected" ] && grep -q -- "$text" said && [ "$(grep -c 'error:' said)" -eq 1 ]
	report "$name"
}

printf '%s\n' 'network: fat-tree' 'leaves: 8' >net.yaml
refused 'more processes than leaves' 2 'processes 8' "$ftc" simulate net.yaml --engine model --processes 9
refused 'more processes than pieces' 2 'in 3 pieces' "$ftc" simulate net.yaml --engine rtl --pieces 1 --processes 4
refused 'the Verilog as one piece' 2 'one piece' "$ftc" simulate net.yaml --engine rtl --pieces 0 --processes 2
refused 'a sweep' 2 'do not go together' "$ftc" simulate net.yaml --sweep --processes 2
refused 'a file that is not there' 2 'none.yaml cannot be read' "$ftc" simulate none.yaml --processes 3
refused 'not so many' 2 'mpirun has started 2' mpirun -n 2 "$ftc" simulate net.yaml --processes 3
printf '%s\n' '0 1' '@+5 after 1 2 3' >waiting.txt
refused 'messages that wait for others' 2 'messages cannot wait for each other' "$ftc" simulate net.yaml --messages waiting.txt \
	--engine model --processes 2
refused 'a sweep by mpirun' 2 'do not go together' mpirun -n 2 "$ftc" simulate net.yaml --sweep
refused 'another command by mpirun' 2 'runs in one process' mpirun -n 2 "$ftc" report net.yaml

refused 'a model that they cannot share' 2 'in one process' "$ftc" simulate net.yaml --set lanes=auto --engine model --processes 2
refused 'neither model nor Verilog that they can share' 2 'one piece' mpirun -n 2 "$ftc" simulate net.yaml --set lanes=auto

# one_instead NAME TEXT OPTION...: where ftc may choose, the run has one process, says why, and ends as without --processes.
one_instead() {
	name=$1
	text=$2
	shift 2
	"$ftc" simulate net.yaml "$@" >one.txt 2>said && "$ftc" simulate net.yaml "$@" --processes 2 >output 2>said &&
		[ "$(cat said)" = "ftc: warning: $text: one process instead of 2" ] && cmp one.txt output >>said
	report "one process instead of two: $name"
}
one_instead 'a model that they cannot share' 'the model of this network runs in one process' --frames 60 --set lanes=auto
one_instead 'a short run' 'so short a run is faster in one process' --frames 60
one_instead 'messages that wait' 'messages cannot wait for each other in several processes' --messages waiting.txt

mkdir one other empty
cp net.yaml one/
sed 's/8/4/' net.yaml >other/net.yaml
# apart FOLDER: process 0 in the folder one, the other one in FOLDER. Open MPI 5.0.7 crashes where a command line has two programs.
apart() {
	FTC=$ftc OTHER=$1 mpirun -n 2 sh -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] && cd one || cd "$OTHER"; exec "$FTC" simulate net.yaml'
}
refused 'other files' 2 'process 1 has another net.yaml' apart other
refused 'one file is missing' 2 'cannot be read' apart empty

# ranks: the processes that mpirun has started here. Their command line is a plain name in a folder of ftc's.
ranks() {
	pgrep -f '^[^ ]*/ftc-[A-Za-z0-9]*/ftc$' | while read -r pid; do
		[ "$(readlink "/proc/$pid/cwd")" != "$PWD" ] || echo "$pid"
	done
}

# until_they_work: until two processes are there, and `victim`, one of these, has had half a second of processor time
until_they_work() {
	until [ "$(ranks | wc -l)" -eq 2 ] && victim=$(ranks | tail -n 1) && [ "$(cut -d ' ' -f 14 "/proc/$victim/stat")" -ge 50 ] ||
		! kill -0 $run; do
		sleep 0.1
	done 2>/dev/null
}

# A process that dies ends all.
"$ftc" simulate net.yaml --frames 100000000 --engine model --processes 2 --log log.csv >output 2>said &
run=$!
until_they_work
kill -9 "$victim"
wait $run
[ $? -eq 1 ] && grep -q 'signal 9' said && grep -q 'error: mpirun has ended the simulation too early' said && [ ! -e log.csv ] &&
	[ -z "$(ranks)" ]
report 'a process that dies'

# Ctrl-C ends all of them, as it ends one: it is no error. A shell lets what it starts beside itself ignore it.
env --default-signal=INT setsid "$ftc" simulate net.yaml --frames 100000000 --engine model --processes 2 --log log.csv >output 2>said &
run=$!
until_they_work
kill -INT -$run
wait $run
[ $? -eq 130 ] && ! grep -q 'error' said && [ ! -e log.csv ] && [ -z "$(ranks)" ]
report 'Ctrl-C'

# Without MPI's tools.
mkdir bin
refused 'no mpirun' 2 'openmpi-bin' env PATH="$PWD/bin" "$ftc" simulate net.yaml --engine model --processes 2

# Leaves and subtrees that do not divide.
for set in '11 3' '11 2' '13 5' '16 16'; do
	takes 4 || continue
	"$ftc" simulate net.yaml --set leaves="${set% *}" --frames 60 --load 1 --log one.csv >/dev/null 2>said &&
		"$ftc" simulate net.yaml --set leaves="${set% *}" --frames 60 --load 1 --engine model --processes "${set#* }" --log several.csv >output 2>said &&
		grep -q "${set#* } processes" output && cmp one.csv several.csv >>said
	report "${set% *} leaves in ${set#* } processes"
done
finish
