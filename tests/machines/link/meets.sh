#!/bin/sh
# meets.sh FTC BENCH.V VERDICTS [FAULT]: ends of links in Verilog, by Icarus: what BENCH.V says of them, in so many verdicts; with FAULT, an
# expression of sed for link_end.v, some of them must fail. TAP.
set -u
ftc=$(realpath "$1")
bench=$(realpath "$2")
top=$(basename "$2" .v)
. "$(dirname "$0")/../../common/tap.sh"
command -v iverilog >/dev/null || { echo '1..0 # SKIP no iverilog'; exit 0; }
# says FILE: what the bench says
says() { iverilog -g2005 -s "$top" -o meets "$bench" out/rtl/*.v && vvp -n meets >"$1"; }
printf 'network: link\nname: x\n' >link.yaml
"$ftc" generate link.yaml -o out >/dev/null && sed -i 's/\bx_\(link\|crossing\|bus\)_/\1_/g' out/rtl/*.v && says said
report 'it runs'
while read -r verdict; do
	case $verdict in
	'ok - '*) true ;;
	*) false ;;
	esac
	report "${verdict#*ok - }"
done <said
[ "$(wc -l <said)" = "$3" ]
report "$3 verdicts"
if [ -n "${4-}" ]; then
	cp out/rtl/x_link_end.v right.v
	sed -i "$4" out/rtl/x_link_end.v
	! cmp -s right.v out/rtl/x_link_end.v && says said && grep -q '^not ok' said
	report "a fault shows: $4"
fi
finish
