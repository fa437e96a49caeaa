#!/bin/bash
# No broken solver makes `ftc verify` say "proved".
#
#   broken-solvers.sh FTC [CASE]        all cases, or one, whose output is shown
#
# A fake yosys replays the logs of a real one, each time broken in another way. It has the mark of the run, which ftc
# wants to see at the end; a real program that breaks would not print even that. Wrong goals (plants) are answered as
# by the real one, unless the case is about them: each answer is judged by itself.
set -u
# The solver is asked.
unset MEMO_CACHE
ftc=$(realpath "$1")
real=$(command -v yosys) || { echo "1..0 # SKIP yosys is not installed"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export ftc real scratch TMPDIR=$scratch
printf 'network: sorter\nwires: 4\nkey-bits: 2\npayload-bits: 2\n' >sorter.yaml

# The true answers.
"$ftc" verify sorter.yaml -o truth >said 2>&1 || { cat said; echo "Bail out! the sorter is not proved"; exit 1; }

# CASE, exit status, and what ftc must say of the proofs.
cat >cases <<'END'
honest              0 2 of 2 proved
silent              1 not understood
silent-failing      1 not understood
random-output       1 not understood
random-log          1 not understood
nul-log             1 not understood
nul-in-success      1 not understood
said-not-logged     1 not understood
no-mark             1 not understood
replayed            1 not understood
mark-in-halves      1 not understood
mark-cut            1 not understood
mark-first          1 not understood
mark-not-last       1 not understood
other-goal          1 not understood
other-verdict       1 not understood
goal-behind         1 not understood
no-goal             1 not understood
cut-before-verdict  1 not understood
cut-in-verdict      1 not understood
quoted              1 not understood
indented            1 not understood
carriage-returns    1 not understood
wide-characters     1 not understood
twice               1 not understood
both-verdicts       1 not understood
error-logged        1 is not understood: ERROR: wrong
error-said          1 not understood
warning-logged      1 is not understood: Warning: wrong
warning-said        1 not understood
warning-behind-nul  1 not understood
then-status-1       1 not understood
then-status-255     1 not understood
then-status-124     1 not understood
then-status-137     1 not understood
then-status-127     1 not understood
then-killed         1 killed
then-terminated     1 killed
then-crashed        1 killed
then-hangs          3 time ran out
hangs               3 time ran out
out-of-memory       3 out of memory
aborted             1 killed
much-output         1 not understood
much-log            1 not understood
log-is-directory    1 not understood
log-is-fifo         1 not understood
log-is-endless      1 not understood
echoes              1 not understood
echoes-words        1 not understood
fails-unexplained   1 not understood
fails-elsewhere     1 not understood
refutes-all         1 FAILED
proves-all          1 the solver proves a wrong goal
ignores-plants      1 not believed
plants-killed       1 not believed
END

mkdir bin
cat >bin/yosys <<'END'
#!/bin/bash
# yosys -qQT -L LOG -p COMMAND proof/NAME.ys
[ "$1" = -V ] && exec "$real" -V
arguments=("$@")
while [ $# -gt 1 ]; do
	case $1 in
	-L) log=$2; shift ;;
	-p) command=$2; shift ;;
	esac
	shift
done
name=$(basename "$1" .ys) script=$1
read -r _ _ first _ second <<<"$command"
first=${first%;}
true_log=$scratch/truth/proof/$name.log
other_log=$(ls "$scratch"/truth/proof/*_s*rts.log "$scratch"/truth/proof/*_order.log | grep -v "/$name.log" | head -1)
verdict=$(grep -e ': SUCCESS!$' "$true_log")
mark=$first$second
answer() { cat "$true_log"; echo; echo "-- Running command \`$command' --"; echo "$mark"; }
refute() { cp "$scratch/truth/proof/$name.log" "$log"; exit 1; }

case $CASE:$name in
proves-all:plant_*)
	true_log=$scratch/truth/proof/sorter_4_sorts.log
	[ "$name" = plant_order ] && true_log=$scratch/truth/proof/compare_exchange_order.log
	answer | sed "s/^goal .*/goal $name/" >"$log"; exit 0 ;;
ignores-plants:plant_*) exit 0 ;;
plants-killed:plant_*) kill -KILL $$ ;;
*:plant_*) refute ;;
esac
case $CASE in
honest | proves-all | ignores-plants | plants-killed) answer >"$log" ;;
silent) ;;
silent-failing) exit 1 ;;
random-output) head -c 10000 /dev/urandom ;;
random-log) head -c 10000 /dev/urandom >"$log" ;;
nul-log) head -c 10000 /dev/zero >"$log" ;;
nul-in-success) answer | sed 's/: SUCCESS!$/: SUCCESS!\x00/' >"$log" ;;
said-not-logged) answer ;;
no-mark) cp "$true_log" "$log" ;;
replayed) mark=0123456789abcdef0123456789abcdef; answer >"$log" ;;
mark-in-halves) mark="$first $second"; answer >"$log" ;;
mark-cut) answer | head -c -1 >"$log" ;;
mark-first) { echo "$mark"; cat "$true_log"; } >"$log" ;;
mark-not-last) { answer; echo; } >"$log" ;;
other-goal) true_log=$other_log; answer >"$log" ;;
other-verdict) answer | sed "s/.*: SUCCESS!\$/$(grep -e ': SUCCESS!$' "$other_log")/" >"$log" ;;
goal-behind) answer | awk '/^goal / { goal = $0; next } { print } /: SUCCESS!$/ { print goal }' >"$log" ;;
no-goal) answer | grep -v '^goal ' >"$log" ;;
cut-before-verdict) answer | grep -v ': SUCCESS!$' >"$log" ;;
cut-in-verdict) answer | sed 's/: SUCCESS!$/: SUCCESS/' >"$log" ;;
quoted) answer | sed "s/.*: SUCCESS!\$/Cannot say \`&'/" >"$log" ;;
indented) answer | sed 's/.*: SUCCESS!$/  &/' >"$log" ;;
carriage-returns) answer | sed 's/$/\r/' >"$log" ;;
wide-characters) answer | iconv -f latin1 -t UTF-16 >"$log" ;;
twice) answer | sed 's/.*: SUCCESS!$/&\n&/' >"$log" ;;
both-verdicts) answer | sed 's/.*: SUCCESS!$/&\nSAT proof finished - model found: FAIL!/' >"$log" ;;
error-logged) answer | sed 's/.*: SUCCESS!$/&\nERROR: wrong/' >"$log" ;;
error-said) answer >"$log"; echo 'ERROR: wrong' ;;
warning-logged) answer | sed 's/.*: SUCCESS!$/Warning: wrong\n&/' >"$log" ;;
warning-said) answer >"$log"; echo 'Warning: wrong' >&2 ;;
warning-behind-nul) answer >"$log"; printf '\0Warning: wrong\n' ;;
then-status-*) answer >"$log"; exit "${CASE##*-}" ;;
then-killed) answer >"$log"; kill -KILL $$ ;;
then-terminated) answer >"$log"; kill -TERM $$ ;;
then-crashed) answer >"$log"; kill -SEGV $$ ;;
then-hangs) answer >"$log"; exec sleep infinity ;;
hangs) exec sleep infinity ;;
out-of-memory)
	echo "terminate called after throwing an instance of 'std::bad_alloc'" >&2
	kill -ABRT $$ ;;
aborted) kill -ABRT $$ ;;
much-output) head -c 300000000 /dev/zero ;;
much-log) truncate -s 300000000 "$log" ;;
log-is-directory) mkdir "$log" ;;
log-is-fifo) mkfifo "$log" ;;
log-is-endless) ln -s /dev/zero "$log" ;;
echoes) { echo "yosys ${arguments[*]}"; cat "$script"; echo "$verdict"; echo "$command"; } >"$log" ;;
echoes-words) { cat "$script"; echo "$verdict"; printf '%s\n' ${arguments[*]}; } >"$log" ;;
fails-unexplained) answer | sed '/: SUCCESS!$/,$d' >"$log"; echo 'SAT proof finished - model found: FAIL!' >>"$log"; exit 1 ;;
fails-elsewhere) cp "$scratch/truth/proof/plant_sorts.log" "$log"; exit 1 ;;
refutes-all) sed "s/^goal .*/goal $name/" "$scratch/truth/proof/plant_sorts.log" >"$log"; exit 1 ;;
*) echo "unknown case $CASE" >&2; exit 1 ;;
esac
exit 0
END
chmod +x bin/yosys

# Writes CASE.verdict: empty if all is right.
try() {
	local name=$1 status=$2 words=$3 limit=none
	case $name in *hangs) limit=1 ;; esac
	CASE=$name PATH=$scratch/bin:$PATH "$ftc" verify sorter.yaml --timeout $limit >"$name.said" 2>&1
	local got=$?
	{
		[ $got = "$status" ] || echo "status $got, expected $status"
		grep -qF -- "$words" "$name.said" || echo "it does not say \"$words\""
		[ "$status" = 0 ] || ! grep -q -e ' proved, [0-9.]* s$' -e '^[1-9][0-9]* of [0-9]* proved' "$name.said" ||
			echo "something is proved"
	} >"$name.verdict"
}
export -f try

grep "^${2:-}" cases | xargs -P 4 -L 1 bash -c 'name=$0 status=$1; shift; try "$name" "$status" "$*"'
number=0
while read -r name _; do
	[ -f "$name.verdict" ] || continue
	number=$((number + 1))
	[ -s "$name.verdict" ] && { echo "not ok $number - $name"; sed 's/^/# /' "$name.verdict" "$name.said"; continue; }
	echo "ok $number - $name"
	[ -z "${2:-}" ] || sed 's/^/# /' "$name.said"
done <cases

# expect STATUS WANTED NAME: the two are equal, and `said` has every line of standard input.
expect() {
	local got=$1 wanted=$2 name=$3
	number=$((number + 1))
	[ "$got" = "$wanted" ] && ! grep -vxFf said - >missing && echo "ok $number - $name" && return
	echo "not ok $number - $name: status $got"
	sed 's/^/# missing: /' missing
	sed 's/^/# /' said
}
if [ -z "${2:-}" ]; then
	# What is not tried is not proved.
	"$ftc" verify sorter.yaml --set wires=256 >said 2>&1
	expect $? 3 'too large' <<<'1 of 2 proved, 0 failed, 1 too large to try'
	# The words of --json.
	CASE=silent PATH=$scratch/bin:$PATH "$ftc" verify sorter.yaml --json 2>/dev/null | tr -d ' ,' >said
	expect "${PIPESTATUS[0]}" 1 json <<'END'
"result":"notunderstood"
"result":"refuted"
"proved":0
"status":1
END
fi
echo "1..$number"
[ $number -gt 0 ]
