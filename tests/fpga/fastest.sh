#!/bin/sh
# The fastest clock of a real network, with the real tools: the design meets it, within 5 % of nextpnr's report.
#
#   fastest.sh FTC BOARD PARAMETERS [--set KEY=VALUE ...]
#
# Ends with 77 (skipped) where the tools of iCE40 are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
board=$2
parameters=$(realpath "$3")
shift 3
need_tools yosys nextpnr-ice40 icepack
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE="$scratch/cache"
"$ftc" build "$parameters" --board "$board" --clock max -o out "$@" --json >said 2>messages
is "it is built: $(cat messages)" [ $? -eq 0 ]
cat said
required=$(value required_mhz) reached=$(value fmax_mhz)
is 'the clock is met' holds "$required <= $reached"
is 'and within 5 % of what is reached' holds "$required >= 0.95 * $reached"
is 'which is what nextpnr says' grep -Eq "\"achieved\": $(echo "$reached" | cut -c1-5)" out/timing.json
is 'nextpnr was asked for this clock' grep -q "$(printf '%.2f MHz' "$required")" out/log/nextpnr.log
is 'the first try was more than could be met' holds "$(grep -c '"met": false' said) > 0"
# The clock can be asked for by its number, and is then met by the same placement, without placing again.
"$ftc" build "$parameters" --board "$board" --clock "$required" -o again "$@" --set elements-between-registers=1 --json >said 2>messages
is "it is built again: $(cat messages)" [ $? -eq 0 ]
is 'with the same clock reached' [ "$(value fmax_mhz)" = "$reached" ]
is 'out of what was kept' grep -q '"earlier": true' said
is 'the same bitstream' cmp "$(ls out/*.bin)" "$(ls again/*.bin)"
exit $failed
