#!/bin/bash
# The limits of tools: --tool-timeout and --tool-memory.
#
#   limits.sh FTC
set -u
# The solver is asked.
unset MEMO_CACHE
ftc=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
. "$here/../common/tap.sh"
. "$here/fake-tools.sh"
printf 'network: sorter\nname: tiny\nwires: 3\nkey-bits: 2\npayload-bits: 2\n' >sorter.yaml
printf 'network: fat-tree\nname: tree\nleaves: 2\npayload-bits: 8\n' >tree.yaml
export FTC_CACHE=
PATH=$PWD/bin:$PATH

# says STATUS WORDS ARGUMENT...
says() {
	local status=$1 words=$2 got
	shift 2
	"$ftc" "$@" >said 2>&1
	got=$?
	[ $got = "$status" ] && grep -qF -- "$words" said
}

says 1 'verilator was ended after 1 s: its time ran out' simulate sorter.yaml --engine rtl --tool-timeout 1
report 'simulate: time'
says 1 'yosys was ended after 1 s: its time ran out' build tree.yaml --board icebreaker -o built --tool-timeout=1
report 'build: time'
says 3 'not done in 1 s (no failure: try --timeout 10 or none)' verify sorter.yaml --timeout 1
report 'verify: time'
grep -qx '0 of [1-9] wrong goals refuted; all must be' said
report 'verify: what is missing'
export EATS=1
says 1 'verilator ran out of memory: 100 MB are allowed' simulate sorter.yaml --engine rtl --tool-memory 100
report 'simulate: memory'
grep -qxF 'try: something smaller, or --tool-memory 400 or none' said
report 'simulate: what to try'
says 1 'yosys ran out of memory: 100 MB are allowed' build tree.yaml --board icebreaker -o built --tool-memory 100
report 'build: memory'
says 3 '(out of memory: try --tool-memory 400 or none)' verify sorter.yaml --tool-memory 100
report 'verify: memory'
says 3 '(out of memory: try --tool-memory 400 or none)' verify sorter.yaml --timeout none --tool-memory 100
grep -q '^tiny: [1-9] proofs with Yosys$' said
report 'verify: no limit of time'
says 1 'verilator ran out of memory: 100.5 MB are allowed' simulate sorter.yaml --engine rtl --tool-memory 100.5 &&
	grep -qxF 'try: something smaller, or --tool-memory 402 or none' said
report 'simulate: part of a megabyte'
unset EATS
SHARES=1 says 1 'verilator ran out of memory: 8000 MB are allowed' simulate sorter.yaml --engine rtl
report 'simulate: memory, by default'
SHARES=1 says 1 'verilator was ended after 4 s: its time ran out' simulate sorter.yaml --engine rtl --tool-memory none --tool-timeout 4
grep -qxF 'try: --tool-timeout 40 or none' said
report 'simulate: no limit of memory'
says 2 '--tool-timeout is '"'0'"': expected a number from 1 to 100000000, or none' simulate sorter.yaml --engine rtl --tool-timeout 0
report 'no time at all'
says 2 'unknown option --tool-memory: expected an option of ftc report' report sorter.yaml --tool-memory 1
report 'a command without tools'
export options=$PWD/options
# A command that names a thousand files is a long line.
mkdir wordy
cat >wordy/verilator <<'END'
#!/bin/sh
[ "$1" != --version ] || exec "$real_verilator" --version
echo "$@" >"$options"
printf 'begins %05000d\n' 0
exit 3
END
chmod +x wordy/verilator
PATH=$PWD/wordy:$PATH says 1 'begins 000' simulate sorter.yaml --engine rtl && [ "$(wc -c <said)" -lt 600 ] && grep -q '0 [.][.][.]$' said
report 'a long line of a tool'
PATH=$PWD/wordy:$PATH says 1 'begins 000' simulate sorter.yaml --engine rtl --tool-memory 1200 && grep -q -e ' -j 1 ' options
report 'one compiler where memory is for one'
# Closed standard streams: the files of a command get other numbers.
"$ftc" generate tree.yaml -o one >said 2>&1 && "$ftc" generate tree.yaml -o two <&- 2>&- >said && diff -r one two >said
report 'closed standard streams'
"$ftc" simulate sorter.yaml --engine rtl --tool-timeout 1 <&- >&- 2>said
grep -qF 'verilator was ended after 1 s: its time ran out' said
report 'a tool with closed standard streams'
finish
