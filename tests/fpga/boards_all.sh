#!/bin/sh
# Builds a network of two leaves for every board: do the tools accept its pins, flags and PLL?
#
#   boards_all.sh FTC SOURCE-DIRECTORY [BOARD ...]
#
# Without boards all of them. Ends with 77 (skipped) where a family's tools are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
source=$(realpath "$2")
shift 2
need_tools yosys nextpnr-ice40 icepack nextpnr-ecp5 ecppack
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
printf 'network: fat-tree\nleaves: 2\nroot-capacity: 2\npayload-bits: 8\n' >tree.yaml
[ $# -gt 0 ] || set -- $(ls "$source"/boards/*.yaml | sed 's,.*/,,; s/\.yaml$//')

# The sign of the device in a bitstream: iCE40's preamble, the part in an ECP5's comment.
signed() {
	case $1 in
	*.bin) od -An -v -tx1 "$1" | tr -d ' \n' | grep -q 7eaa997e ;;
	*) part=$(sed -n 's/^device: *\(um5g-\)\{0,1\}\(um-\)\{0,1\}\([0-9]*\)k.*/\3F/p' "$source/boards/$2.yaml")
		grep -aq "LFE5U[MG5]*-$part" "$1" ;;
	esac
}

for board in "$@"; do
	if ! "$ftc" build tree.yaml --board "$board" -o "$board" >said 2>&1; then
		echo "$board: not built"
		cat said
		failed=1
		continue
	fi
	bitstream=$(echo "$board"/*.bi[nt])
	if ! signed "$bitstream" "$board"; then
		echo "$board: the bitstream is not for its device"
		failed=1
	fi
	# Every constraint was used, except the serial input, which a self test ignores.
	grep -i 'unmatched\|unconstrained\|no matching' "$board/log/nextpnr.log" && failed=1
	sed -n "s/^  clock *\(.*\)/$board: \1/p" said
done
exit $failed
