#!/bin/sh
# run.sh [SOURCE [FIRST [LAST]]]: applies each edit of `mutants` to a copy of the source tree, builds, and runs checks
# until one fails. Prints a table row per edit: the fault and the check that caught it. Status 1 if none did.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=${1:-$here/../..}
first=${2:-1}
last=${3:-999}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export FTC_CACHE= FTC_MODEL_FLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'
cp -a "$source/." "$work/tree"
rm -rf "$work/tree/build"
cd "$work/tree" || exit 1
meson setup build >"$work/setup.log" 2>&1 && ninja -C build ftc >"$work/build.log" 2>&1 || { cat "$work"/*.log; exit 1; }

# A tree small enough to be verilated for every edit: a parent's digit of two bits of which one value names none, a turn that
# needs no digit and one that does.
general='--set children=[2,3] --set parents=[1,3] --set payload-bits=8'

# Edits of what only generalized fat trees have, and what is to be built for their checks.
is_general() {
	case $1 in *router.c | *leaf_path.v | *leaf_parents.v | *leaf_random.v | *leaves/adapter.c | *xgft.c) ;; *) return 1 ;; esac
}
general_targets='ftc tests/model/differential tests/machines/generalized/xgft-parents tests/machines/generalized/test-xgft-measures tests/machines/generalized/test-xgft-faults'

# Edits of what only serves faults, broadcasts or groups say so.
is_special() {
	case $1 in 'faults: '* | 'broadcasts: '* | 'groups: '*) ;; *) return 1 ;; esac
}
special_targets='ftc tests/machines/generalized/dead-links tests/machines/generalized/broadcast tests/machines/generalized/waiting'
square='tests/machines/generalized/xgft8.yaml children=2,2 parents=2,2'

# And so do edits of what only off-line networks have.
is_off_line() {
	case $1 in 'off-line: '*) ;; *) return 1 ;; esac
}
off_line_targets='ftc tests/machines/off-line/off-line'

# name of the check, then the command; cheap ones first
checks() {
	cat <<-CHECKS
	plans|meson test -C build --no-rebuild --suite plan
	generate|build/ftc generate examples/tree16.yaml -o ../out
	lint|verilator --lint-only -Wall --top-module fat_tree -F ../out/fat_tree.f
	model|build/tests/model/differential 6 1 400
	elements|meson test -C build --no-rebuild elements node
	simulate|build/ftc simulate examples/tree8.yaml --pattern uniform --load 0.9 --frames 200 --seed 1
	simulate 11 leaves|build/ftc simulate examples/tree8.yaml --set leaves=11 --set capacities=[5,3,2,1] --pattern hotspot --load 0.9 --frames 200 --seed 1
	templates|meson test -C build --no-rebuild leaf-adapter-0 leaf-adapter-10 wishbone
	proofs|build/ftc verify examples/tree8.yaml
	graphs|meson test -C build --no-rebuild measures routes faults
	parents|meson test -C build --no-rebuild parents
	general generate|build/ftc generate tests/model/least_xgft.yaml $general -o ../out
	general lint|verilator --lint-only -Wall --top-module xgft -F ../out/xgft.f
	general simulate|build/ftc simulate tests/model/least_xgft.yaml $general --load 0.9 --frames 200 --seed 1
	general model|build/tests/model/differential 6 1 400 general 12
	special dead links|build/tests/machines/generalized/dead-links tests/machines/generalized/xgft8.yaml 100 children=2,2 parents=2,2
	special proofs|build/ftc verify tests/machines/generalized/xgft8.yaml --set children=2,2 --set parents=2,2
	special broadcasts|build/tests/machines/generalized/broadcast $square payload-bits=16 broadcast-every=2
	off-line proofs|build/ftc verify tests/prove/tree.yaml --set switching=off-line --set leaf-interface=wires
	off-line play|build/tests/machines/off-line/off-line 6 1 tests/model/least.yaml
	special groups|build/tests/machines/generalized/broadcast $square payload-bits=16 broadcast-every=2 groups=[[0,1,2],[1,3],[2]]
	special groups at once|build/tests/machines/generalized/broadcast tests/machines/generalized/xgft8.yaml children=[8] parents=[2] payload-bits=8 broadcast-every=2 groups=[[0-3],[4-7],[1,6]]
	special reader|build/tests/machines/generalized/waiting reader tests/machines/generalized/xgft8.yaml payload-bits=16 broadcast-every=2 groups=[[1],[2,3]]
	CHECKS
}

number=0
missed=0
grep -v -e '^#' -e '^$' "$here/mutants" >"$work/list"
echo '| # | file | what the edit breaks | caught by |'
echo '| --- | --- | --- | --- |'
tab=$(printf '\t')
while IFS=$tab read -r file edit what; do
	number=$((number + 1))
	[ "$number" -ge "$first" ] && [ "$number" -le "$last" ] || continue
	cp "$file" "$work/original"
	sed "$edit" "$work/original" >"$file"
	targets=
	! is_general "$file" || targets=$general_targets
	! is_special "$what" || targets=$special_targets
	! is_off_line "$what" || targets=$off_line_targets
	changed=$(diff "$work/original" "$file" | grep -c '^>')
	caught=
	# shellcheck disable=SC2086
	if [ "$changed" -ne 1 ]; then
		caught="(the edit changes $changed lines)"
		missed=$((missed + 1))
	elif ! ninja -C build $targets >"$work/build.log" 2>&1; then
		caught=compiler
	else
		checks >"$work/checks"
		while IFS='|' read -r name command; do
			# tests of plans and graphs run only for these files
			case "$name $file" in 'plans compiler/plan/'*) ;; plans*) continue ;; esac
			case "$name $file" in 'graphs '*xgft.c | 'parents '*leaf_pa*.v | 'parents '*leaf_random.v | 'parents '*leaves/adapter.c) ;; graphs* | parents*) continue ;; esac
			# features of only one kind of network
			case $name in
			off-line*) is_off_line "$what" || continue ;;
			special*) is_special "$what" || continue ;;
			*) ! is_special "$what" && ! is_off_line "$what" || continue ;;
			esac
			case $name in
			graphs | parents | special* | off-line*) ;;
			general*) is_general "$file" || continue ;;
			*) ! is_general "$file" || continue ;;
			esac
			# these checks contain no leaf adapters
			case "$file $name" in *leaf_*' model' | *leaf_*' elements' | *frame*' model' | *frame*' elements') continue ;; esac
			rm -rf "$work/out"
			case $name in
			lint) build/ftc generate examples/tree16.yaml -o ../out >/dev/null 2>&1 ;;
			'general lint') build/ftc generate tests/model/least_xgft.yaml $general -o ../out >/dev/null 2>&1 ;;
			esac
			timeout 900 $command >"$work/check.log" 2>&1 </dev/null
			status=$?
			# a timeout does not count as caught
			[ "$status" -eq 0 ] || [ "$status" -eq 124 ] || { caught=$name; break; }
		done <"$work/checks"
	fi
	[ -n "$caught" ] || { caught='**nothing**'; missed=$((missed + 1)); }
	echo "| $number | ${file##*/} | $what | $caught |"
	cp "$work/original" "$file"
done <"$work/list"
echo
echo "$number edits, $missed not caught"
[ "$missed" -eq 0 ]
