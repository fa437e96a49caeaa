#!/bin/sh
# meets.sh FTC MEETS.V: ends of links meet: equal ones come up, others say that they differ. By Icarus. TAP.
set -u
ftc=$(realpath "$1")
bench=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"
command -v iverilog >/dev/null || { echo '1..0 # SKIP no iverilog'; exit 0; }
printf 'network: link\nname: x\n' >link.yaml
"$ftc" generate link.yaml -o out >/dev/null && sed -i 's/\bx_\(link\|crossing\|bus\)_/\1_/g' out/rtl/*.v &&
	iverilog -g2005 -s meets -o meets "$bench" out/rtl/*.v && vvp meets >said
report 'it runs'
while read -r verdict; do
	case $verdict in
	'ok - '*) true ;;
	*) false ;;
	esac
	report "${verdict#*ok - }"
done <said
[ "$(wc -l <said)" = 5 ]
report 'five states'
finish
