#!/bin/sh
# run.sh [-j WORKERS] [EDIT..]: makes each edit of `mutants` in a copy of the tree, builds, and runs checks until one fails.
# Writes docs/mutations.md anew. EDIT: only these, by number or by file; the page keeps the rows of the others. Status 1 if the
# page has a row that no check noticed or that has never run.
#
# Every check that notices something must pass in a copy without edits: this is tried when a check is first needed. A check that
# runs out of time noticed nothing. Verilated models are kept by the digest of all their Verilog: an edit costs only those with it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
page=$root/docs/mutations.md
tab=$(printf '\t')
seconds=900
workers=2
[ "${1:-}" != -j ] || { workers=$2; shift 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' INT TERM
export FTC_CACHE="${FTC_CACHE:-$work/cache}" FTC_MODEL_FLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'
export OBJCACHE="'$root/tests/common/compile.sh'" MODEL_RUNTIME="$work/runtime"

# The checks to begin with; all others follow, in the order of `checks`.
first() {
	case $1 in
	*living_links.v) echo proofs-general; return ;;
	*leaf_detour.v | *leaf_retry.v) echo dead-links-one-lane; return ;;
	*emit/verilog.c) echo generate bench model; return ;;
	*plan/pipeline.c) echo pipelines; return ;;
	*plan/batcher.c) echo bench-sorter sorters places; return ;;
	*prove/judge.c) echo solvers; return ;;
	*fpga/flow.c) echo tools; return ;;
	*util/keeper.c) echo processes limits kills; return ;;
	*util/cleanup.c) echo kills; return ;;
	*util/file.c) echo files calls; return ;;
	*util/output.c) echo outputs calls; return ;;
	esac
	case $2 in
	'off-line: '*) echo proofs-off-line model-off-line off-line; return ;;
	'faults: '*) echo dead-links dead-links-one-lane broadcast; return ;;
	'broadcasts: '*) echo bench-special broadcast broadcast-one-lane waiting-reset; return ;;
	'groups: '*) echo bench-special groups groups-at-once waiting; return ;;
	'turns: '*) echo turns turns-lanes; return ;;
	'slots: '*) echo slots; return ;;
	'resets: '*) echo lockstep waiting-reset; return ;;
	'unlawful: '*)
		case $1 in
		*packet_leaf.v) echo unlawful-nodes ;;
		*batch_leaf.v) echo unlawful-batches ;;
		*lane_leaf.v) echo unlawful-packets ;;
		*broadcast_lane.v) echo unlawful-broadcasts ;;
		*own_long.v | *leaves/adapter.c) echo unlawful-long ;;
		*) echo unlawful unlawful-long ;;
		esac
		return ;;
	'engines: '*) echo engines; return ;;
	'Wishbone: '*) echo wishbone; return ;;
	'masters: '*) echo simulate-wishbone; return ;;
	'power-up: '*) echo power-up power-up-boards; return ;;
	'bridge: '*) echo bridge bridges; return ;;
	'clocks: '* | 'timing: '*) echo builds boards; return ;;
	'lanes: '*)
		case $1 in
		*.v) echo bench-lanes lanes-rtl proofs-lanes ;;
		*lanes/merge.c) echo lanes-merge ;;
		*lanes/route.c) echo lanes-merge routes-lanes ;;
		*lanes/shape.c) echo lanes-favors bench-lanes lanes-merge lanes-rtl proofs-lanes ;;
		*lanes/lower.c) echo bench-lanes lanes-rtl lint-lanes proofs-lanes ;;
		*) echo lanes-rtl lanes-favors lanes-merge ;;
		esac
		return ;;
	'nodes: '*) echo bench-hypertree hypertree-rtl hypertree-words proofs-hypertree; return ;;
	'strikes: '*) echo hypertree-strike hypertree-registers; return ;;
	'devices: '*)
		case $1 in
		*.v) echo device-parts device-clocks device-rtl proofs-devices ;;
		*) echo device-clocks device-rtl proofs-devices ;;
		esac
		return ;;
	'circuits: '*)
		case $1 in
		*device_model.c) echo device-rtl circuits-chain ;;
		*logic.c | *yosys_json.c) echo circuits-logic circuits-chain ;;
		*) echo circuits-messages circuits-chain circuits-checks ;;
		esac
		return ;;
	'models: '*) echo hypertree-rtl hypertree-registers hypertree-models hypertree-adapters; return ;;
	'proofs of nodes: '*) echo proofs-hypertree; return ;;
	'hypertrees: '*) echo hypertree-measures hypertree-routes hypertree-reports; return ;;
	'self test: '*) echo board-sorters board-schedules board-faults-of-sorters board-faults-of-trees board-broken board-generalized board-hypertrees; return ;;
	esac
	case $1 in
	*plan/butterfly.c) echo bench concentrators ;;
	*plan/router.c) echo bench-general ;;
	*generalized/router.c) echo bench-general proofs-general ;;
	*generalized/xgft.c) echo graphs routes bench-general ;;
	*leaf_pa*.v | *leaf_random.v) echo parents ;;
	*leaves/adapter.c) echo bench bench-general permutations adapter-0 adapter-10 ;;
	*delay_line.v) echo bench elements ;;
	esac
}

# make_tree FOLDER
make_tree() {
	mkdir "$1" && tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C "$1" -xf - &&
		meson setup "$1/build" "$1" >"$1.log" 2>&1 && ninja -C "$1/build" -j 1 ftc >>"$1.log" 2>&1 || { cat "$1.log" >&2; exit 99; }
}

# build TREE TARGETS
build() {
	# shellcheck disable=SC2086
	ninja -C "$1/build" -j 1 ftc $2 >"$1.log" 2>&1
}

# passes TREE NAME: or runs out of time
passes() {
	rm -rf "$1.$2"
	(cd "$1" && exec timeout $seconds sh "$here/check.sh" "$2" "$1.$2") >"$1.$2.log" 2>&1 </dev/null || [ $? -eq 124 ]
}

# is_sound NAME TARGETS: does it pass without an edit? Whoever asks first runs it; the others wait.
is_sound() {
	if mkdir "$work/sound-$1" 2>/dev/null; then
		while ! mkdir "$work/busy" 2>/dev/null; do sleep 1; done
		build "$work/clean" "$2"
		rmdir "$work/busy"
		if passes "$work/clean" "$1"; then
			echo yes >"$work/sound-$1/is"
		else
			echo no >"$work/sound-$1/is"
			{ echo "$1 fails without an edit:"; tail -20 "$work/clean.$1.log"; } >&2
			touch "$work/unsound"
		fi
	fi
	while [ ! -s "$work/sound-$1/is" ]; do sleep 1; done
	grep -q yes "$work/sound-$1/is"
}

# find_check TREE FILE WHAT: the name of the check that notices
find_check() {
	for name in $(first "$2" "$3"); do
		grep "^$name$tab" "$here/checks"
	done >"$1.checks"
	grep -v '^#' "$here/checks" | grep -v -x -F -f "$1.checks" >"$1.rest"
	sed "s/$tab$tab/$tab-$tab/" "$1.checks" "$1.rest" >"$1.order"
	build "$1" '' || { echo compiler; return; }
	while IFS=$tab read -r name targets _; do
		[ "$targets" != - ] || targets=
		is_sound "$name" "$targets" || continue
		build "$1" "$targets" || { echo compiler; return; }
		passes "$1" "$name" || { echo "$name"; return; }
	done <"$1.order"
	echo '**nothing**'
}

# try NUMBER TREE FILE EDIT WHAT: writes the row
try() {
	cp "$2/$3" "$2.original"
	sed "$4" "$2.original" >"$2/$3"
	if [ "$(diff "$2.original" "$2/$3" | grep -c '^>')" -eq 1 ]; then
		caught=$(find_check "$2" "$3" "$5")
	else
		caught='**nothing: not one line**'
	fi
	cp "$2.original" "$2/$3"
	echo "| ${3#*/} | $5 | $caught |" >"$work/row.$1"
	echo "$(date +%T) $1 ${3#*/}: $5: $caught" >&2
}

# chosen EDIT..: lines of the list, each behind its number
chosen() {
	number=0
	while IFS= read -r line; do
		number=$((number + 1))
		case " $* " in '  ' | *" $number "* | *" ${line%%"$tab"*} "*) printf '%s\t%s\n' $number "$line" ;; esac
	done <"$work/list"
}

# worker TREE: takes one edit after the other
worker() {
	make_tree "$1"
	while IFS=$tab read -r number file edit what; do
		! mkdir "$work/taken.$number" 2>/dev/null || try "$number" "$1" "$file" "$edit" "$what"
	done <"$work/chosen"
}

# The row of the page, for what has not been run now.
old_row() {
	grep -F "| $1 | $2 |" "$page" || echo "| $1 | $2 | **not run** |"
}

rows() {
	number=0
	while IFS=$tab read -r file _ what; do
		number=$((number + 1))
		cat "$work/row.$number" 2>/dev/null || old_row "${file#*/}" "$what"
	done <"$work/list"
}

grep -v -e '^#' -e '^$' "$here/mutants" >"$work/list"
chosen "$@" >"$work/chosen"
[ ! -s "$work/chosen" ] || make_tree "$work/clean"
for k in $(seq "$workers"); do
	[ ! -s "$work/chosen" ] || worker "$work/tree$k" &
done
wait
rows >"$work/rows"
{
	cat <<-'HEAD'
	# Mutations

	`tests/mutation/run.sh` wrote this page. It makes each edit of `tests/mutation/mutants`, one line of a template or of the
	compiler, in a copy of the tree, and runs checks until one notices: first those most likely to notice an edit of this
	file, then all others, cheap ones first. Every check passes without an edit. A check that runs out of time noticed
	nothing.

	| check | what it is |
	| --- | --- |
	| compiler | the C compiler refuses the edit |
	HEAD
	grep -v '^#' "$here/checks" | sed "s/^\([^$tab]*\)$tab.*$tab\(.*\)/| \1 | \2 |/"
	printf '\n| file | what the edit breaks | noticed by |\n| --- | --- | --- |\n'
	cat "$work/rows"
	printf '\n%d edits, %d of them not noticed, %d not run.\n' "$(wc -l <"$work/rows")" \
		"$(grep -c '| \*\*nothing' "$work/rows")" "$(grep -c '\*\*not run\*\* |$' "$work/rows")"
} >"$work/page"
cp "$work/page" "$page"
[ ! -e "$work/unsound" ] && ! grep -q '\*\* |$' "$work/rows"
