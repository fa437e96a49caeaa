#!/bin/sh
# Builds a real bitstream with the real tools, and checks everything that `ftc build` leaves behind.
#
#   bitstreams.sh FTC BOARD PARAMETERS [--set KEY=VALUE ...]
#   bitstreams.sh FTC BOARD --too-large PARAMETERS [--set KEY=VALUE ...]
#
# Ends with 77 (skipped) where the tools of the board's family are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
board=$2
shift 2
too_large=
if [ "$1" = --too-large ]; then
	too_large=yes
	shift
fi
parameters=$(realpath "$1")
shift
case $board in
ulx3s*) tools='yosys nextpnr-ecp5 ecppack' ;;
*) tools='yosys nextpnr-ice40 icepack' ;;
esac
need_tools $tools
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE=
build() {
	"$ftc" build "$parameters" --board "$board" -o "$@" >said 2>&1
	status=$?
	cat said
}

if [ "$too_large" ]; then
	build out "$@"
	is 'it is refused' [ $status -eq 1 ]
	is 'with the numbers' grep -Eq 'does not fit the .*: it needs [0-9]+ of [0-9]+ logic cells' said
	is 'before it is placed' [ ! -e out/log/nextpnr.log ]
	is 'and without a bitstream' [ -z "$(find out -name '*.bi[nt]')" ]
	exit $failed
fi

build out "$@" --json
is 'it is built' [ $status -eq 0 ]
[ $status -eq 0 ] || exit 1
is 'the board is told' [ "$(value board)" = "$board" ]
is 'it has LUTs' holds "$(value lut4) > 100"
is 'and flip-flops' holds "$(value ff) > 100"
is 'the clock is met' holds "$(value fmax_mhz) > $(value required_mhz)"
bitstream=$(value bitstream)
# `ftc boards` has estimated it: cells of an iCE40, LUTs of an ECP5.
cells=$(value cells)
case $board in
ulx3s*) key=needs_lut4 ;;
*) key=needs_cells ;;
esac
"$ftc" boards "$parameters" "$@" --json 2>/dev/null |
	sed -n "/\"name\": \"$board\"/,/}/s/^ *\"$key\": \([0-9]*\),/\1/p" >estimated
is 'the estimate is there' [ -s estimated ]
is "the estimate $(cat estimated) is within 15 % of $cells" \
	awk "BEGIN { d = $(cat estimated) - $cells; exit !(d * d <= (0.15 * $cells) ^ 2) }"
is 'the bitstream is there' [ -f "$bitstream" ]
is 'and not small' [ "$(wc -c <"$bitstream")" -gt 50000 ]
case $board in
ulx3s*) is 'it is one of the device' grep -aq LFE5U-85F "$bitstream" ;;
*) is 'it has the sign of iCE40' [ "$(od -An -tx1 "$bitstream" | tr -d ' \n' | grep -c 7eaa997e)" -eq 1 ] ;;
esac
for log in yosys nextpnr-fit nextpnr; do
	is "the log of $log is kept" [ -s out/log/$log.log ]
done
is 'nextpnr says the same' grep -Eq "\"achieved\": $(value fmax_mhz | cut -c1-4)" out/timing.json
is 'the Verilog names no place' sh -c '! grep -rl "$1" out/rtl' sh "$scratch"

build again/out "$@" 2>/dev/null
is 'a place without a folder above is refused' [ $status -eq 2 ]
mkdir again
build again/out "$@"
is 'the same seed gives the same bitstream' cmp "$bitstream" "again/$bitstream"
is 'flash names the command' sh -c '"$1" flash --board "$2" out --dry-run | grep -q "$3"' sh "$ftc" "$board" "$bitstream"
exit $failed
