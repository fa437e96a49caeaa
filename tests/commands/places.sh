#!/bin/sh
# The whole program with unusable output folders, existing outputs, interrupts, missing tools and unwritable results.
#
#   places.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
tree8=$2/examples/tree8.yaml
tree16=$2/examples/tree16.yaml
. "$(dirname "$0")/../common/tap.sh"

# says NAME STATUS MESSAGE WORD...: the words end with STATUS, print nothing but MESSAGE
says() {
	name=$1 status=$2 message=$3
	shift 3
	got=$("$@" 2>&1 </dev/null)
	is "$name" "exit status $?: $got" "exit status $status: $message"
}

# only NAME ENTRY...: the current directory holds these and nothing else
only() {
	name=$1
	shift
	is "$name" "here are: $(ls -A | tr '\n' ' ')" "here are: $*${1:+ }"
}

try='try: -o with a directory that does not exist yet'
says "a file in the place" 2 "ftc: error: file is a file: expected a directory, or the name of one to create
$try" sh -c 'echo mine >file; "$0" generate "$1" -o file' "$ftc" "$tree8"
rm file
"$ftc" generate "$tree8" --set name=tree8 -o out >/dev/null || result 1 "a first output"
cp -r out kept
says "another network's output" 2 "ftc: error: out holds the output of ftc generate for tree8: it is not replaced by \
that of ftc generate for tree16
$try" "$ftc" generate "$tree16" --set name=tree16 -o out
echo mine >out/rtl/notes
"$ftc" generate "$tree8" --set name=tree8 -o out >/dev/null
is "a stranger's file stays" "$(cat out/rtl/notes)" mine
rm out/rtl/notes
echo mine >out/rtl/tree8_wishbone.v
says "a stranger's file in the place of a new one" 2 "ftc: error: out holds rtl/tree8_wishbone.v, which ftc did not \
write there and now would: nothing of yours is replaced
$try" "$ftc" generate "$tree8" --set name=tree8 --wishbone -o out
rm out/rtl/tree8_wishbone.v
says "bad parameters" 2 "--set leaves=1: error: leaves is 1: expected a whole number from 2 to 1048576
try: --set leaves=2" "$ftc" generate "$tree8" --set leaves=1 -o out
says "no place at all" 2 "ftc: error: /proc/gone/out: no directory can be made here: No such file or directory" \
	"$ftc" generate "$tree8" -o /proc/gone/out
is "the old output is as it was" "$(diff -r out kept)" ''
only "nothing else is left" kept out

# Another number of leaves leaves other files: those of before must go.
"$ftc" generate "$tree8" --set name=tree8 --set capacities=2,1 --set leaves=4 -o out >/dev/null \
	|| result 1 "an output is replaced"
"$ftc" generate "$tree8" --set name=tree8 --set capacities=2,1 --set leaves=4 -o fresh >/dev/null
is "an output is replaced as a whole" "$(diff -rq out fresh)" ''
rm -rf out kept fresh

# Interrupted at many moments: either the old output or the new one, whole, and no temporary.
wanted="--set root-capacity=64 --set leaves=1000 --set connections=2"
start=$(date +%s%N)
"$ftc" generate "$tree16" $wanted -o first >/dev/null 2>&1
span=$((($(date +%s%N) - start) / 1000))	# microseconds of an undisturbed run
sed -n 's/^file /.\//p' first/.ftc-output | sort >files
awk -v span="$span" 'BEGIN { for (i = 1; i <= 200; i++) print span * i / 12 / 1000000 }' >moments
broken=
interrupted=0
written=
i=0
# Later and later, until at least one run came through; how late that is depends on what else the machine does.
while [ $i -lt 16 ] || { [ ! "$written" ] && [ $i -lt 200 ]; }; do
	i=$((i + 1))
	# A shell ignores SIGINT for its background jobs.
	env --default-signal=INT "$ftc" generate "$tree16" $wanted --set payload-bits=$i -o out >/dev/null 2>&1 &
	read -r moment <&3
	sleep "$moment"
	kill -INT $! 2>/dev/null && interrupted=$((interrupted + 1))
	wait $!
	[ -e out ] && written=yes
	[ ! -e out ] || (cd out && find . -type f ! -name .ftc-output | sort) | cmp -s - files \
		|| broken="$broken $i: out is not whole;"
	for left in out.*; do
		[ ! -e "$left" ] || broken="$broken $i: $left is left;"
	done
done 3<moments
[ $interrupted -gt 0 ] || broken="$broken never interrupted;"
is "interrupted $interrupted times" "$broken written: $written" ' written: yes'
rm -rf out first files moments

# Without the tools.
without() {
	env -i PATH=/nonexistent HOME=/nonexistent FTC_TOOLS=/nonexistent FTC_CACHE="$scratch/cache" "$ftc" "$@"
}
missing='is not installed: it is neither in PATH nor among the tools that .ci/install-tools installs'
says "simulate without Verilator" 1 "ftc: error: verilator $missing
try: sudo apt-get install verilator" without simulate "$tree8" --engine rtl
says "generate needs no tools" 0 "$("$ftc" generate "$tree8" -o out)" without generate "$tree8" -o out
says "report needs no tools" 0 "$("$ftc" report "$tree8")" without report "$tree8"
rm -rf out cache
only "nothing is left of them"

if [ -e /dev/full ]; then
	says "a result that cannot be printed" 1 "ftc: error: standard output cannot be written" \
		sh -c '"$0" report "$1" >/dev/full' "$ftc" "$tree8"
fi
says "parameters on standard input" 0 "$("$ftc" report "$tree8")" sh -c '"$0" report - <"$1"' "$ftc" "$tree8"

finish
