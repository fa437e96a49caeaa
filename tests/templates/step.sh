#!/bin/sh
# step.sh TEMPLATES: the order in which a queue uses its places (step.v). TAP.
set -u
here=$(realpath "$(dirname "$0")")
command -v iverilog >/dev/null || { echo '1..0 # SKIP no iverilog'; exit 0; }
run=$(mktemp) && trap 'rm -f "$run"' EXIT
iverilog -g2005 -Wall -s step -o "$run" "$1/shells/wishbone_step.v" "$here/step.v" && vvp -n "$run" >"$run.said" || exit 1
cat "$run.said"
! grep -q '^not ok' "$run.said"
status=$?
rm -f "$run.said"
exit $status
