#!/bin/sh
# The reports of `ftc report` on generalized fat trees, its pictures, and its speed: a million leaves as fast as twenty.
#
#   report.sh FTC FOLDER [--update]      FOLDER holds NAME.report, the report on the tree NAME below
set -u
ftc=$(realpath "$1")
folder=$(realpath "$2")
update=${3:-}
. "$(dirname "$0")/../../common/tap.sh"

printf 'network: cm-5\nleaves: 256\n' >cm-5.yaml
printf 'network: xgft\nchildren: [3, 2, 5]\nparents: [2, 1, 3]\nlink-width: 4\n' >odd.yaml
printf 'network: pruned-butterfly\nleaves: 16\nfaults: [node:1:2, node:1:3, link:2:0:1]\n' >butterfly.yaml
for name in cm-5 odd butterfly; do
	"$ftc" report $name.yaml >said 2>&1
	[ -z "$update" ] || cp said "$folder/$name.report"
	diff -u "$folder/$name.report" said >difference
	report "$name"
	sed 's/^/# /' difference
done

"$ftc" report cm-5.yaml -o out >/dev/null &&
	[ "$(ls out)" = "$(printf 'report.json\ntable1.csv\ntable1.gp\ntable1.png\ntable1.svg')" ] &&
	unmade out/report.json >plain.json && "$ftc" report cm-5.yaml --json | unmade | cmp - plain.json &&
	[ "$(wc -l <out/table1.csv)" -eq 6 ] && grep -q 'hypercube Q(8)' out/table1.svg
report 'pictures and data'

"$ftc" report cm-5.yaml -o out >/dev/null && [ -s out/table1.png ]
report 'written again into the same folder'

# A million leaves, faults and all: 2 seconds of processor time, 128 MB.
for tree in 'network=gft height=10 children=4 parents=4' 'network=gft height=20 children=2 parents=2' \
	'network=xgft children=[1048576] parents=[3]' 'network=xgft children=9,9,9,9,9,17 parents=2,3,2,3,2,3' \
	'network=cm-5 leaves=1048576' 'network=pruned-butterfly leaves=1048576'; do
	echo 'name: million' >large.yaml
	set --
	for word in $tree; do set -- "$@" --set "$word"; done
	(ulimit -t 2; ulimit -v ${MEMORY:-131072}
	"$ftc" report large.yaml "$@" --fault node:0:77 --fault node:1:1 --fault link:0:1000:1 >said 2>&1) &&
		grep -q '^Faults: 3' said
	report "$tree"
done
finish
