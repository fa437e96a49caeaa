#!/bin/sh
# page.sh FTC EXAMPLES: the page of a device's run, and of a run of two images. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../../common/tap.sh"

printf 'network: area-universal\nmeshes: 4\nmesh-side: 8\npins: 8\ncapacities: [8, 8]\n' >device.yaml
"$ftc" compile device.yaml "$examples/circuits/counter.v" --meshes 4 -o counter.json >said 2>&1
report 'a circuit on four meshes'
"$ftc" simulate device.yaml --image counter.json --against "$examples/circuits/counter.v" --steps 30 --html run.html >out.txt 2>said &&
	grep -q '"steps":30,\|"steps": 30,' run.html && grep -q '"name": "count\[3\]"\|"name":"count\[3\]"' run.html
report 'a page of thirty steps, whose outputs are those of the run'
"$ftc" simulate device.yaml --image counter.json,counter.json --against "$examples/circuits/counter.v,$examples/circuits/counter.v" --steps 205 \
	--html two.html >out.txt 2>said && grep -q '"steps": 200,\|"steps":200,' two.html && grep -q '"images": 2,\|"images":2,' two.html
report 'of two images the first two hundred steps of the first'
finish
