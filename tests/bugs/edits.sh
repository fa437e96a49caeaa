#!/bin/sh
# edits.sh BUGS ROOT [PLACE..]: makes each edit of the source that .bugs files have, or those at PLACE.. (rtl-templates/plan/pick.bugs:3,
# or a whole file of them), in a copy of the tree ROOT, builds, and runs the check that must notice it. BUGS: bugs.c. TAP.
#
# Each check must pass in a copy without edits: this is tried when a check is first needed. A check that runs out of time noticed
# nothing. Verilated models are kept by the digest of all their Verilog: an edit costs only those with it.
set -u
bugs=$(realpath "$1") root=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
shift 2
tab=$(printf '\t')
seconds=900 workers=2
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' INT TERM
export FTC_EVERY_CASE=1 FTC_CACHE="${FTC_CACHE:-$work/cache}" FTC_MODEL_FLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'
export OBJCACHE="'$root/tests/common/compile.sh'" MODEL_RUNTIME="$work/runtime"

# make_tree FOLDER
make_tree() {
	mkdir "$1" && tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C "$1" -xf - &&
		meson setup --werror "$1/build" "$1" >"$1.log" 2>&1 && ninja -C "$1/build" -j 1 ftc >>"$1.log" 2>&1 || { cat "$1.log" >&2; exit 99; }
}

# build TREE CHECK: ftc and what the check needs
build() {
	# shellcheck disable=SC2046
	ninja -C "$1/build" -j 1 ftc $(sed -n "s/^$2$tab\([^$tab]*\)$tab.*/\1/p" "$here/checks") >"$1.log" 2>&1
}

# passes TREE CHECK: or runs out of time
passes() {
	rm -rf "$1.$2"
	(cd "$1" && exec timeout $seconds sh "$here/check.sh" "$2" "$1.$2") >"$1.$2.log" 2>&1 </dev/null || [ $? -eq 124 ]
}

# is_sound CHECK: does it pass without an edit? Whoever asks first runs it; the others wait.
is_sound() {
	if mkdir "$work/sound-$1" 2>/dev/null; then
		while ! mkdir "$work/busy" 2>/dev/null; do sleep 1; done
		build "$work/clean" "$1"
		rmdir "$work/busy"
		passes "$work/clean" "$1" && echo yes >"$work/sound-$1/said" || { echo no >"$work/sound-$1/said"; tail -20 "$work/clean.$1.log" >&2; }
		mv "$work/sound-$1/said" "$work/sound-$1/is"
	fi
	while [ ! -s "$work/sound-$1/is" ]; do sleep 1; done
	grep -q yes "$work/sound-$1/is"
}

# notices TREE CHECK
notices() {
	[ "$2" != compiler ] || { ! build "$1" ''; return; }
	is_sound "$2" && { ! build "$1" "$2" || ! passes "$1" "$2"; }
}

# worker TREE: takes one edit after the other
worker() {
	make_tree "$1"
	number=0
	while IFS=$tab read -r place file check; do
		number=$((number + 1))
		mkdir "$work/taken.$number" 2>/dev/null || continue
		cp "$1/$file" "$1.original"
		"$bugs" "$root" edit "$place" >"$1.edited" && cp "$1.edited" "$1/$file"
		notices "$1" "$check" && said=ok || said='not ok'
		cp "$1.original" "$1/$file"
		echo "$said - $place: $check"
	done <"$work/chosen"
}

"$bugs" "$root" edits >"$work/list" || exit 99
while IFS=$tab read -r place rest; do
	case " $* " in '  ' | *" $place "* | *" ${place%:*} "*) printf '%s\t%s\n' "$place" "$rest" ;; esac
done <"$work/list" >"$work/chosen"
[ -s "$work/chosen" ] || { echo 'no such edit' >&2; exit 99; }
make_tree "$work/clean"
for k in $(seq $workers); do
	worker "$work/tree$k" &
done
wait
echo "1..$(wc -l <"$work/chosen")"
