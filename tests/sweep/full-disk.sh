#!/bin/sh
# full-disk.sh FTC: a disk that is full in the middle of a sweep: one message, exit status 1, what is done stays; with room again
# only the rest runs.
#
# The disk is a small tmpfs in a mount namespace that ends with this test. Where namespaces are not allowed the test is skipped (77).
set -u
ftc=$(realpath "$1")
command -v parallel >/dev/null || { echo "parallel is not there"; exit 77; }
place=$(mktemp -d) || exit 99
trap 'rm -rf "$place"' EXIT
new_user=
[ "$(id -u)" -eq 0 ] || new_user=--map-root-user
mkdir "$place/disk"
unshare --mount $new_user mount -t tmpfs -o size=64k none "$place/disk" 2>/dev/null || {
	echo "no file system can be mounted here"
	exit 77
}

mkdir "$place/first"
sh "$(dirname "$0")/../docs/tools.sh" "$place/tools" .
cat >"$place/inside.sh" <<'INSIDE'
set -u
ftc=$1
cd "$2" || exit 99
fail() { echo "$*"; exit 1; }
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml
printf 'run: report\nfile: tree.yaml\nset: {leaves: [2, 3, 4, 5, 6, 7, 8, 9], payload-bits: [8, 16, 32]}\n' >sweep.yaml
mount -t tmpfs -o size=200k none disk || exit 99

"$ftc" sweep sweep.yaml -o disk/out -j 2 >printed 2>said
status=$?
[ $status -eq 1 ] || fail "exit status $status, expected 1: $(cat said)"
[ "$(cat said)" = "ftc: error: disk/out: writing failed: No space left on device
try: the same again, once there is room: it runs only the points that are missing" ] || fail "it says: $(cat said)"
[ ! -s printed ] || fail "it prints: $(cat printed)"
find disk/out/points -name point.json | sort >done
count=$(wc -l <done)
{ [ "$count" -ge 3 ] && [ "$count" -lt 24 ]; } || fail "$count points are done: not the middle of a sweep"
! grep -L '"status": "done"' $(cat done) | grep . || fail "these say that they failed"
ls -li $(cat done) >before

# Still no room.
"$ftc" sweep sweep.yaml -o disk/out -j 2 >printed 2>said
status=$?
[ $status -eq 1 ] || fail "exit status $status, expected 1: $(cat said)"
[ "$(grep -c error said)" = 1 ] || fail "it says: $(cat said)"

mount -o remount,size=4m disk
"$ftc" sweep sweep.yaml -o disk/out -j 2 >printed 2>said || fail "it does not work with room: $(cat said)"
[ "$(head -n 1 printed)" = "24 points: 24 done, 0 failed" ] || fail "it prints: $(cat printed)"
ls -li $(cat done) >after
cmp before after || fail "points that were done have run again"

# A disk that ftc build meets full in a point is no failure of the point either, and ends the sweep.
printf '#!/bin/sh\nsleep 0.3\necho >>"%s/calls"\nexec "%s/tools/yosys" "$@"\n' "$PWD" "$PWD" >first/yosys
chmod +x first/yosys
printf 'run: build\nfile: tree.yaml\noptions: {board: icebreaker}\nset: {payload-bits: [%s]}\n' "$(seq -s, 1 12)" >build.yaml
df --output=avail disk | tail -n 1 >room
head -c $(($(cat room) * 1024 - 100000)) /dev/zero >disk/filling
PATH=$PWD/first:$PWD/tools:$PATH FTC_CACHE= "$ftc" sweep build.yaml -o disk/built -j 1 >printed 2>said
status=$?
[ $status -eq 1 ] || fail "builds: exit status $status, expected 1: $(cat said)"
[ "$(grep -c error said)" = 1 ] && grep -q '^ftc: error: disk/built: writing failed: .*No space left on device' said || fail "builds: it says: $(cat said)"
! grep -l '"status": "failed"' disk/built/points/*/point.json || fail "builds: these say that they failed"
calls=$(wc -l <calls)
[ "$calls" -ge 1 ] && [ "$calls" -lt 12 ] || fail "builds: $calls calls of yosys: all points were begun"

# No room for anything: nothing is left of a new place.
cat /dev/zero >disk/filling 2>/dev/null
"$ftc" sweep sweep.yaml -o disk/new >printed 2>said
status=$?
[ $status -eq 1 ] || fail "exit status $status for a new place, expected 1"
[ "$(grep -c error said)" = 1 ] || fail "it says: $(cat said)"
[ ! -e disk/new ] || fail "something is left of it: $(find disk/new)"
INSIDE
unshare --mount $new_user sh "$place/inside.sh" "$ftc" "$place"
