#!/bin/sh
# browser.sh FTC EXAMPLES [PICTURES]: pages of runs in a real browser (browser.mjs): Chromium, driven by Node. TAP. With PICTURES, a
# folder, its screenshots are kept there.
set -u
driver=$(realpath "$(dirname "$0")/browser.mjs")
. "$(dirname "$0")/../common/chromium.sh"
. "$(dirname "$0")/../common/tap.sh"

# page NAME OPTIONS...: NAME.html, .csv and .json; .channels, where the model tells what links carry
page() {
	name=$1
	shift
	"$ftc" simulate "$@" --json --html "$name.html" --log "$name.csv" >whole.json 2>said && unmade whole.json >"$name.json" || report "the run $name"
	"$ftc" simulate "$@" --channels "$name.channels" >out.txt 2>said || rm -f "$name.channels"
}

printf 'network: fat-tree\nleaves: 64\nroot-capacity: 32\n' >tree64.yaml
printf 'network: fat-tree\nleaves: 1024\nroot-capacity: 256\n' >tree1024.yaml
printf 'network: rotor\nleaves: 16\n' >rotor16.yaml
page tree16 "$examples/tree16.yaml"
page tree64 tree64.yaml --load 1
page offline16 "$examples/offline16.yaml"
printf 'network: xgft\nchildren: [4, 4]\nparents: [1, 2]\nswitching: off-line\nschedule: phased.json\n' >phased16.yaml
"$ftc" schedule phased16.yaml --from all-to-all -o phased.json >said 2>&1 || report 'a schedule for an XGFT'
page phased16 phased16.yaml
page lanes16 "$examples/lanes16.yaml"
page xgft6 "$examples/xgft6.yaml"
page cm5 "$examples/cm5.yaml"
page hypertree15 "$examples/hypertree15.yaml"
page batched16 "$examples/batched16.yaml" --frames 200
page rotor16 rotor16.yaml
printf 'network: sorting-fat-tree\nleaves: 16\n' >sorting16.yaml
page sorting16 sorting16.yaml --frames 100 --load 1
page tree1024 tree1024.yaml --frames 100
printf 'network: sorter\nwires: 16\nkey-bits: 8\npayload-bits: 8\n' >sorter16.yaml
page sorter16 sorter16.yaml --frames 200
printf 'network: fat-tree\nname: bus8\nleaves: 8\nlanes: auto\nbus: wishbone\n' >bus8.yaml
page bus8 bus8.yaml --bus --accesses 1000
printf 'network: fat-tree\nname: chips32\nleaves: 16\nroot-capacity: 7\nexternal: true\nroot-interface: link\npins: 4\n' >chips32.yaml
page chips32 chips32.yaml --load 0.2 --frames 300 --to-outside 0.1
printf 'network: flexible-sorter\nwords: 64\nlines: 16\nkey-bits: 8\npayload-bits: 8\n' >flexible16.yaml
page flexible16 flexible16.yaml --frames 40
printf 'network: area-universal\nmeshes: 4\nmesh-side: 8\npins: 8\ncapacities: [8, 8]\n' >device.yaml
"$ftc" compile device.yaml "$examples/circuits/counter.v" --meshes 4 -o counter.json >said 2>&1 || report 'a circuit for a device'
"$ftc" simulate device.yaml --image counter.json --against "$examples/circuits/counter.v" --steps 60 --json --html device4.html >whole.json 2>said && unmade whole.json >device4.json ||
	report 'the run of a device'
node "$driver" "$browser" "$PWD" "${pictures:-$PWD}" tree16 tree64 offline16 phased16 lanes16 xgft6 cm5 hypertree15 batched16 rotor16 sorting16 tree1024 sorter16 bus8 chips32 flexible16 device4
