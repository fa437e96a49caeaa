#!/bin/sh
# Runs fuzz targets, one after the other, from their committed corpora and seeds.
#
#     run.sh BUILD SECONDS [TARGET...]     runs each (all) so long; what is found lies in BUILD/fuzz/found
#     run.sh BUILD --minimise [TARGET...]  makes the committed corpora anew, out of all inputs so far
#
# BUILD is the ordinary build folder, after `meson compile -C BUILD` and `meson compile -C BUILD fuzz`. An input is found
# when it breaks a promise or a sanitizer's rule, leaks, takes ten seconds or a gigabyte.
set -eu
[ $# -ge 2 ] || { sed -n '4,5s/^# *//p' "$0" >&2; exit 2; }
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
build=$(realpath "$1")
what=$2
shift 2
[ $# -gt 0 ] || set -- $(ls "$here/corpus")
fuzz=$build/fuzz
mkdir -p "$fuzz/found" "$fuzz/corpus"

# prepare TARGET: its folder of inputs, and its dictionary: the words of keys and seeds
prepare() {
	inputs=$fuzz/corpus/$1
	mkdir -p "$inputs"
	"$build/tests/fuzz/fuzz-$1" --unpack "$here/corpus/$1" "$inputs"
	"$here/seeds.sh" "$build/ftc" "$root" "$1" "$inputs"
	{
		case $1 in
		parameters | network) "$build/ftc" help keys ;;
		esac
		cat "$inputs"/seed-*
	} >"$scratch/said"
	LC_ALL=C tr -c 'A-Za-z0-9_%@.-' '\n' <"$scratch/said" >"$scratch/words"
	LC_ALL=C tr -s ' \t' '\n' <"$scratch/said" >>"$scratch/words"
	LC_ALL=C sort -u "$scratch/words" | LC_ALL=C sed -n '/["\\]/d; /^[!-~]\{1,63\}$/s/.*/"&"/p' >"$fuzz/$1.dict"
}

# fuzz TARGET OPTION..
fuzz() {
	target=$1
	shift
	TMPDIR=$scratch FTC_DATA=$root "$fuzz/tests/fuzz/fuzz-$target" -timeout=10 -rss_limit_mb=1024 -max_len=4096 \
		-close_fd_mask=3 -artifact_prefix="$fuzz/found/$target-" "$@" </dev/null
}

status=0
for target; do
	# The fuzzer does not see which branches its inputs reach: they are in other processes.
	case "$target $what" in "analyses --minimise" | "names --minimise") continue ;; esac
	scratch=$(mktemp -d)
	log=$fuzz/$target$what.log
	prepare "$target"
	if [ "$what" = --minimise ]; then
		mkdir "$scratch/least"
		fuzz "$target" -merge=1 -use_counters=0 "$scratch/least" "$inputs" 2>"$log"
		"$build/tests/fuzz/fuzz-$target" --pack "$scratch/least" >"$scratch/packed"
		cp "$scratch/packed" "$here/corpus/$target"
	else
		fuzz "$target" -max_total_time="$what" -dict="$fuzz/$target.dict" -print_final_stats=1 "$inputs" 2>"$log" || status=1
	fi
	echo "$target: $(grep -aE '^(Done|SUMMARY|MERGE.*new files)' "$log" | tr '\n' ' ')"
	rm -rf "$scratch"
done
exit $status
