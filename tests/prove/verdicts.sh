#!/bin/bash
# verdicts.sh FTC: verdicts of earlier runs are taken only if nothing that the solver could read has changed. TAP.
set -u
ftc=$(realpath "$1") root=$(realpath "$(dirname "$0")/../..")
command -v yosys >/dev/null || { echo '1..0 # SKIP yosys is not installed'; exit 0; }
. "$(dirname "$0")/../common/tap.sh"
export FTC_CACHE=$scratch/cache FTC_VERDICTS=$scratch/tally
entries=$FTC_CACHE/verdicts
printf 'network: sorter\nname: sorter\nwires: 4\n' >sorter.yaml

# prove FOUND TAKEN [OPTION..]: all is proved, with so many verdicts of each kind
prove() {
	local found=$1 taken=$2
	shift 2
	rm -rf out
	: >tally
	"$ftc" verify sorter.yaml -o out "$@" >said 2>&1
	status=$?
	[ "$status" -eq 0 ] && ! grep -q -e FAILED -e 'not understood' said && [ "$(grep -c found tally)" -eq "$found" ] && [ "$(grep -c taken tally)" -eq "$taken" ]
}

prove 4 0
report 'the first run finds all verdicts'
sed 's/[0-9.]* s$//' said >first
cp -r out/proof first-proofs
prove 0 4
report 'the second takes them'
grep -q 'proved' said && sed 's/[0-9.]* s$//' said | cmp - first
report 'and says the same'
for log in first-proofs/*.log; do
	[ -s "out/proof/${log##*/}" ] || echo "${log##*/}"
done >missing
[ ! -s missing ]
report 'with the logs of the solver'
env -u FTC_VERDICTS FTC_TOOLS=none PATH="$scratch/none" "$ftc" verify sorter.yaml -o out >said 2>&1
[ $? -ne 0 ] && grep -q yosys said
report 'without FTC_VERDICTS the solver is asked'

# Inputs that differ.
prove 4 0 --set wires=5
report 'another circuit takes none'
prove 0 4
report 'the first circuit still does'
mkdir data
for part in boards constraints sim; do
	ln -s "$root/$part" data
done
cp -r "$root/rtl-templates" data
element=rtl-templates/plan/compare_exchange.v
sed -i '1s/$/ ./' data/$element
FTC_DATA=$scratch/data prove 4 0
report 'a comment of a template that differs takes none'
sed 's/decided <= a ^ b/decided <= a | b/' "$root/$element" >data/$element
for time in first second; do
	: >tally
	FTC_DATA=$scratch/data "$ftc" verify sorter.yaml -o broken >said 2>&1
	[ $? -eq 1 ] && grep -q FAILED said && sed 's/[0-9.]* s$//' said >said-$time
done
cmp said-first said-second && grep -q taken tally
report 'a broken template is refuted, and again, with the same counterexample'
mkdir bin
cp "$(realpath "$(command -v yosys)")" bin/yosys
echo >>bin/yosys
FTC_TOOLS=none PATH=$scratch/bin:$PATH prove 4 0
report 'another solver takes none'
mv bin/yosys bin/real
printf '#!/bin/sh\nexec "%s" "$@"\n' "$scratch/bin/real" >bin/yosys
chmod +x bin/yosys
FTC_TOOLS=none PATH=$scratch/bin:$PATH prove 0 0
report 'of a script that stands for the solver none is taken or kept'

# Entries that are damaged, or of another proof.
each() {
	for entry in "$entries"/*.verdict; do
		"$@" "$entry"
	done
}
cut_short() { truncate -s -9 "$1"; }
empty() { : >"$1"; }
edited() { sed -i '1s/^[a-z]*/proved/' "$1"; }
of_another() { [ "$1" = "$other" ] || cp "$other" "$1"; }
for damage in cut_short empty of_another; do
	rm -rf "$entries"
	prove 4 0
	"$ftc" verify sorter.yaml --set wires=3 -o three >/dev/null 2>&1
	other=$(grep -l '^proved .*sorter_3' "$entries"/* | head -1)
	each $damage
	prove 4 0
	report "entries are not believed: $damage"
done
rm -rf "$entries"
prove 4 0
each edited
prove 2 2
report 'entries are not believed: refuted, but edited to proved'
prove 0 4
report 'in their place stand those that were found'

# Of several at once, all say the same.
rm -rf "$entries"
for k in 1 2 3; do
	"$ftc" verify sorter.yaml -o beside$k >beside$k.txt 2>&1 &
done
wait
for k in 1 2 3; do
	sed 's/[0-9.]* s$//; s/beside[123]/out/' beside$k.txt | cmp - first
done >said 2>&1
[ ! -s said ] && grep -q proved beside3.txt
report 'several at once say the same'
prove 0 4
report 'and what they kept is taken'
finish
