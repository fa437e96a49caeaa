#!/bin/sh
# explore-bus.sh FTC: all points of a file with a bus have its bridges, and cost what ftc report says of them. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'
command -v gnuplot >/dev/null || { echo '1..0 # SKIP gnuplot is not there'; exit 0; }

cat >own.yaml <<'END'
network: fat-tree
name: own
leaves: 8
lanes: auto
bus: wishbone
order: relaxed
per-slave: 2
map:
  - {leaf: 1-6, role: master}
  - {leaf: 7, role: slave, base: 0x1000, size: 4K, per-slave: 1}
  - {leaf: 0, role: slave, base: 0x10000, size: 1K}
END
"$ftc" explore own.yaml -o out >table.txt 2>error.txt
report 'a network with a bus, and others'
cp own.yaml out/own.yaml
tail -n +2 out/points.csv | cut -d, -f1,5,6 >figures
for name in $(cut -d, -f1 figures); do
	"$ftc" report out/"$name".yaml --json >report.json 2>>error.txt
	awk -v name="$name" '/^  "estimate": / { on = 1 } on && /"lut4":/ { lut4 = $2 + 0 } on && /"ff":/ { print name "," lut4 "," $2 + 0; exit }' report.json
done >reported
[ "$(wc -l <reported)" -ge 20 ] && cmp -s figures reported
result $? 'LUT4 and flip-flops are those of ftc report, with bridges' reported figures
grep -L '^map: \[{leaf: 1-6, role: master}, {leaf: 7, .*per-slave: 1}, {leaf: 0, .*size: 1K}\]$' out/xgft*.yaml >said
[ ! -s said ] && grep -q '^per-slave: 2$' out/xgft-8-1-auto.yaml
report 'parameter files have the map and the keys of the bus'
grep -q 'with the bridges of the bus' table.txt && grep -q '"bus": "wishbone"' out/points.json && grep -q 'left out: off-line' table.txt
report 'the key says so, and what cannot have a bus is left out'

# Without a network, accesses say how long words are, and lanes are as wide as these need.
grep -vE '^(network|name|lanes)' own.yaml >keys.yaml
"$ftc" explore keys.yaml --json >points.json 2>error.txt
is 'words are as long as accesses' "$(sed -n 's/^  "payload_bits": //p' points.json)" "$(sed -n 's/^  "payload_bits": //p' out/points.json)"
is 'the same points' "$(grep '^      "name"' points.json | sort)" "$(grep '^      "name"' out/points.json | grep -v '"own"' | sort)"
sed -i 's/per-slave: 2/per-slave: 2\npayload-bits: 64/' keys.yaml
"$ftc" explore keys.yaml --json >points.json 2>error.txt
is 'or as the file says' "$(sed -n 's/^  "payload_bits": //p' points.json)" 64,

"$ftc" explore own.yaml --board ulx3s-25f --measure front -o measured >said 2>error.txt
is 'nothing is measured' "$?,$(head -n 1 error.txt)" '2,ftc: error: --measure is given, but the networks have a bus: expected estimates alone, as bridges are not measured'
"$ftc" explore --leaves 8 --json >points.json 2>error.txt && ! grep -q '"bus"' points.json
report 'without a bus nothing is said of it'
finish
