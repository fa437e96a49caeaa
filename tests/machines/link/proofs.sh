#!/bin/sh
# proofs.sh FTC: all that is claimed of a link is proved, with LUT RAM, and each night without. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }
printf 'network: link\npayload-bits: 8\n' >link.yaml
for family in ecp5 ice40; do
	takes 2 || continue
	"$ftc" verify link.yaml --set family=$family --timeout none >said 2>&1
	report "$family: proved"
done
finish
