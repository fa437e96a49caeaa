#!/bin/sh
# A full disk: the old output stays intact, nothing else is left behind, one message, exit status 1.
#
#   full-disk.sh FTC PARAMETERS
#
# The disk is a small tmpfs in a mount namespace that ends with this test. Where namespaces are not allowed the test is
# skipped (77).
set -u
ftc=$(realpath "$1")
parameters=$(realpath "$2")
disk=$(mktemp -d) || exit 99
trap 'rm -rf "$disk"' EXIT
new_user=
[ "$(id -u)" -eq 0 ] || new_user=--map-root-user

unshare --mount $new_user mount -t tmpfs -o size=64k none "$disk" 2>/dev/null || {
	echo "no file system can be mounted here"
	exit 77
}

cat >"$disk/inside.sh" <<'INSIDE'
set -u
ftc=$1 parameters=$2 disk=$3
mount -t tmpfs -o size=2m none "$disk" || exit 99
cd "$disk" || exit 99
fail() { echo "$*"; exit 1; }

"$ftc" generate "$parameters" -o out >said 2>&1 || fail "the first output does not fit: $(cat said)"
cp -r out kept
[ -e out/.ftc-output ] || fail "no output was written"
# Fill up.
cat /dev/zero >filling 2>/dev/null
rm -f said
"$ftc" generate "$parameters" -o out >/dev/null 2>/dev/shm/said-$$
status=$?
said=$(cat /dev/shm/said-$$); rm -f /dev/shm/said-$$
[ $status -eq 1 ] || fail "exit status $status, expected 1; $said"
[ "$said" = "ftc: error: out: writing failed: No space left on device" ] || fail "it says: $said"
diff -r kept out || fail "the old output has changed"
[ "$(ls -A)" = "filling
kept
out" ] || fail "something is left behind: $(ls -A)"

# A new place on the same disk is not left half-written either.
"$ftc" generate "$parameters" -o new >/dev/null 2>&1
status=$?
[ $status -eq 1 ] || fail "exit status $status for a new place, expected 1"
[ ! -e new ] || fail "a new place was left half-written"

# With room again it works again.
rm filling
"$ftc" generate "$parameters" -o out >/dev/null || fail "it does not work with room"
diff -r kept out
INSIDE
unshare --mount $new_user sh "$disk/inside.sh" "$ftc" "$parameters" "$disk"
