#!/bin/sh
# build.sh BOARD OUT [OPTION..]: the bitstream of the cores for a board: four for an iCE40 HX8K, sixteen for an ECP5. OPTION: of `ftc build`.
#
# `ftc` is found on PATH, or named by FTC.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { echo 'usage: build.sh BOARD OUT [OPTION..]' >&2; exit 2; }
board=$1 out=$2
shift 2
case $board in
ulx3s-* | orangecrab-* | colorlight-* | ecp* | icesugar-pro) system=sixteen top=many_core.v clock=25 ;;
*) system=four top=many_core_4.v clock=24 ;;
esac
set -- --top "$here/$top" --top "$here/${system}_cores.v" "$@"
for file in cores core_node serial_core line_out; do
	set -- --top "$here/$file.v" "$@"
done
exec "${FTC:-ftc}" build "$here/$system.yaml" --board "$board" --clock "$clock" -o "$out" "$@"
