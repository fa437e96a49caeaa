#!/bin/sh
# check.sh NAME SCRATCH: runs one check of `checks` in the tree that is the current folder. SCRATCH: a folder to be made.
set -u
name=$1
out=$2
ftc=build/ftc
t=build/tests
g=$t/machines/generalized
tree8=examples/tree8.yaml
hypertree=tests/machines/hypertree/rtl.yaml
lanes=tests/machines/lanes/rtl.yaml
rooted='lanes=auto external=true root-interface=axi-stream payload-bits=6'
unlawful=$t/simulate/unlawful
xgft8=tests/machines/generalized/xgft8.yaml
# A tree small enough to be verilated for every edit: a parent's digit of two bits of which one value names none, a turn that
# needs no digit and one that does.
general='tests/model/least_xgft.yaml --set children=[2,3] --set parents=[1,3] --set payload-bits=8'
square='children=2,2 parents=2,2'

# bench TOP ARGUMENTS..: the testbench that ftc generates, with less patience: all pass in 600 clocks
bench() {
	top=$1
	shift
	rm -rf "$out"
	$ftc generate "$@" -o "$out" && sed -i 's/\.PATIENCE([0-9]*)/.PATIENCE(3000)/' "$out/bench/${top}_bench.v" && iverilog -g2005 -s "${top}_bench" -o "$out/run" "$out"/rtl/*.v "$out"/bench/*.v || exit 1
	vvp "$out/run" >"$out/said" || exit 1
	cat "$out/said"
	grep -q '^passed' "$out/said" || exit 1
}

# lint TOP ARGUMENTS..
lint() {
	top=$1
	shift
	rm -rf "$out"
	$ftc generate "$@" -o "$out" && verilator --lint-only -Wall --top-module "$top" -F "$out/$top.f" || exit 1
}

# shellcheck disable=SC2086
case $name in
generate)
	mkdir "$out"
	for tree in tree16 xgft6 cm5 offline16 sorter8; do
		$ftc generate examples/$tree.yaml -o "$out/$tree" || exit 1
	done ;;
bench)
	bench fat_tree $tree8
	bench fat_tree $tree8 --set leaves=11 --set capacities=[5,3,2,1]
	bench fat_tree $tree8 --set connections=2 --set capacities=[6,5,4,2] --set external=true ;;
bench-large) bench fat_tree $tree8 --set leaves=18 --set capacities=[5,4,3,2,1] ;;
bench-sorter) bench sorter examples/sorter8.yaml ;;
bench-general)
	bench xgft $general
	bench xgft $xgft8 --set children=[3,2] --set parents=[2,2] ;;
bench-special) bench xgft $xgft8 --set children=2,2 --set parents=2,2 --set broadcast-every=2 --set 'groups=[[0,1,2],[1,3]]' ;;
bench-hypertree)
	bench hypertree_1 $hypertree --set payload-bits=12
	bench hypertree_2 $hypertree --set network=hypertree-2 --set nodes=6 --set buffers=4 ;;
bench-lanes)
	bench xgft $lanes --set children=[2,4] --set parents=[1,2] --set payload-bits=12
	bench xgft $lanes --set children=[4] --set parents=[1] --set payload-bits=18 --set lanes=2 --set packet=true
	bench xgft $lanes --set children=[2,2,2] --set parents=[1,1,2] --set payload-bits=12 --set packet=true ;;
bench-bus)
	bench xgft tests/prove/bus.yaml
	bench xgft tests/prove/bus.yaml --set order=relaxed --set posted=true ;;
bench-crossing)
	bench xgft tests/prove/crossing.yaml
	bench xgft tests/prove/bus.yaml --set async-leaves=all ;;
bench-ports)
	bench xgft tests/prove/bus.yaml --set bus=axi-lite --set order=relaxed
	bench xgft tests/prove/bus.yaml --set bus=wishbone-classic ;;
lint) lint fat_tree examples/tree16.yaml ;;
lint-general) lint xgft $general ;;
lint-lanes)
	lint xgft $lanes
	lint xgft $lanes --set children=[4] --set parents=[1] --set packet=true ;;
power-up)
	for group in every general; do
		sh tests/power-up/power_up.sh $ftc tests/power-up/networks.txt $group || exit 1
	done ;;
power-up-boards) sh tests/power-up/boards.sh $ftc $t/power-up/board-files "$PWD" ;;
proofs) $ftc verify $tree8 ;;
proofs-general) $ftc verify $xgft8 --set children=2,2 --set parents=2,2 ;;
proofs-lanes)
	$ftc verify $lanes --set payload-bits=8 --timeout none &&
		$ftc verify $lanes --set children=[2,4] --set parents=[1,1] --set payload-bits=8 --set packet=true --timeout none &&
		$ftc verify $lanes --set children=[4] --set parents=[1] --set payload-bits=8 --set packet=true --timeout none ;;
proofs-bus) $ftc verify tests/prove/bus.yaml ;;
proofs-ports)
	$ftc verify tests/prove/bus.yaml --set bus=axi-lite --set per-slave=1 && $ftc verify tests/prove/bus.yaml --set bus=wishbone-classic ;;
proofs-phased) $ftc verify tests/machines/phased/tree.yaml --set 'children=[3, 4]' --set 'parents=[1, 3]' ;;
proofs-off-line) $ftc verify tests/prove/tree.yaml --set switching=off-line --set leaf-interface=wires ;;
parents) sh tests/machines/generalized/parents.sh $g/xgft-parents rtl-templates 20 ;;
graphs) $g/test-xgft-measures ;;
slots) $g/test-xgft-slots ;;
root)
	$t/simulate/lockstep examples/tree16.yaml 60000 1 leaves=5 root-capacity=3 external=true root-interface=axi-stream payload-bits=5 &&
		$t/simulate/lockstep examples/tree16.yaml 60000 1 leaves=4 connections=3 capacities=[5,4,3] external=true root-interface=axi-stream payload-bits=8 ;;
engines) sh tests/simulate/engines.sh $ftc ;;
routes) sh tests/common/lines.sh $ftc tests/machines/generalized/routes.txt tests/machines/generalized/inputs.sh ;;
routes-lanes) sh tests/common/lines.sh $ftc tests/machines/lanes/routes.txt tests/machines/lanes/inputs.sh ;;
area-emulation) $t/universal/test-area-emulation ;;
layout) $t/machines/fat-tree/test-layout ;;
sorting-rounds) $t/machines/sorting-fat-tree/sorting-rounds tests/machines/sorting-fat-tree/lines.txt tests/machines/flexible-sorter/plans.txt 256 3 ;;
lanes-favors | lanes-merge) $t/machines/lanes/$name ;;
# Of 3 stages and of 2 with packets, of 2 without, a single switch with packets, and of 3 stages with words in all beats.
lanes-rtl)
	for seed in 5 11 8 9 4; do
		$t/machines/lanes/lanes-rtl 1 $seed 1000 8 || exit 1
	done ;;
simulate-wishbone) $ftc simulate $tree8 --wishbone --set family=ice40 --set payload-bits=40 --load 0.9 --frames 200 \
	--back-pressure 0.5 --seed 1 ;;
phases) sh tests/embed/play.sh "$PWD/$ftc" least ;;
permutations) sh tests/machines/generalized/permutations.sh "$PWD/$ftc" "$PWD/$g/xgft-permutations" ;;
sorters | pipelines | places | partial | concentrators) $t/plan/test-$name ;;
simulate) $ftc simulate $tree8 --engine rtl --pattern uniform --load 0.9 --frames 200 --seed 1 ;;
simulate-general) $ftc simulate $general --engine rtl --load 0.9 --frames 200 --seed 1 ;;
simulate-11) $ftc simulate $tree8 --engine rtl --set leaves=11 --set capacities=[5,3,2,1] --pattern hotspot --load 0.9 --frames 200 --seed 1 ;;
elements) $t/templates/test_elements ;;
device-parts) $t/templates/test_element ;;
device-clocks) $t/machines/area-universal/area-universal-clocks ;;
circuits-logic)
	$t/overlay/test-logic 500 1 37033 &&
		sh tests/common/lines.sh $t/overlay/test-logic tests/overlay/reads.txt tests/overlay/inputs.sh tests/overlay/inputs ;;
circuits-messages) $t/overlay/overlay-messages 60 7 ;;
circuits-chain) $t/overlay/overlay-chain tests/machines/area-universal/device.yaml 10 1 200 1 ;;
circuits-checks) $t/overlay/overlay-checks 4 1 50 ;;
device-rtl) $t/machines/area-universal/area-universal-rtl 8 1 40 ;;
proofs-devices) $ftc verify tests/prove/device.yaml --timeout none ;;
hypertree-words) sh tests/machines/hypertree/words.sh $ftc tests/machines/hypertree/words.v ;;
node) $t/machines/fat-tree/test_node ;;
model) $t/model/differential 6 1 400 ;;
model-off-line) $t/model/differential 3 1 300 off-line ;;
model-general) $t/model/differential 6 1 400 general 12 ;;
dead-links) $g/dead-links $xgft8 100 $square ;;
dead-links-one-lane) $g/dead-links $xgft8 200 children=[2,2] parents=[1,2] up-routing=source ;;
dead-links-wide) $g/dead-links $xgft8 20 children=[2,1,3] parents=[2,2,1] link-width=2 up-routing=source ;;
broadcast) $g/broadcast $xgft8 $square payload-bits=16 broadcast-every=2 ;;
broadcasts-at-once) sh tests/machines/generalized/at_once.sh $ftc ;;
broadcast-all) $g/broadcast $xgft8 $square payload-bits=16 broadcast-every=2 broadcast-trees=all ;;
broadcast-one-lane) $g/broadcast $xgft8 children=[3,2] parents=[1,2] payload-bits=16 broadcast-every=2 ;;
groups) $g/broadcast $xgft8 $square payload-bits=16 broadcast-every=2 'groups=[[0,1,2],[1,3],[2]]' ;;
groups-at-once) $g/broadcast $xgft8 children=[8] parents=[2] payload-bits=8 broadcast-every=2 'groups=[[0-3],[4-7],[1,6]]' ;;
lanes-root)
	$t/simulate/lockstep examples/tree16.yaml 20000 1 $rooted leaves=8 capacities=[2,2,1,1] &&
		$t/simulate/lockstep examples/tree16.yaml 20000 1 $rooted leaves=4 capacities=[1,2,1] ;;
lockstep) $t/simulate/lockstep $tree8 20000 1 payload-bits=8 ;;
unlawful) $unlawful $tree8 5000 1 payload-bits=32 ;;
unlawful-long) $unlawful examples/tree16.yaml 5000 3 leaves=17 payload-bits=8 ;;
unlawful-broadcasts) $unlawful examples/xgft6.yaml 3000 1 children=[3,2] parents=[1,2] broadcast-every=3 payload-bits=32 ;;
unlawful-packets) $unlawful examples/xgft6.yaml 1000 1 children=[4] parents=[1] lanes=9 packet=true payload-bits=32 ;;
unlawful-nodes) $unlawful examples/hypertree15.yaml 1000 1 nodes=3 payload-bits=16 ;;
batched-places) $t/machines/batched/batched-leaves places 100 1 1 ;;
batched-batches) $t/machines/batched/batched-batches tests/machines/batched/batches.txt 20 ;;
batched-leaf) $t/machines/batched/batched-leaf 40 1 0 ;;
unlawful-batches) $unlawful examples/batched16.yaml 1000 1 leaves=4 payload-bits=8 ;;
waiting-at-once) $g/waiting reader $xgft8 payload-bits=16 broadcast-every=2 broadcast-trees=all ;;
waiting-*) $g/waiting ${name#waiting-} $xgft8 payload-bits=16 broadcast-every=2 ;;
waiting) $g/waiting reader $xgft8 payload-bits=16 broadcast-every=2 'groups=[[1],[2,3]]' ;;
off-line) $t/machines/players 6 1 tests/model/least.yaml fat-tree ;;
phased) $t/machines/players 6 1 tests/machines/phased/tree.yaml xgft ;;
wishbone) $t/templates/test-wishbone ;;
wishbone-step) sh tests/templates/step.sh rtl-templates ;;
turns) $t/leaves/test-turns examples/tree16.yaml payload-bits=12 ;;
turns-lanes) $t/leaves/test-turns examples/cm5.yaml payload-bits=12 leaves=16 ;;
adapter-0 | adapter-10) $t/templates/test-leaf-$name $tree8 ;;
faults) $g/test-xgft-faults ;;
bridge) $t/host/test-host-fuzz 1500 ;;
files) $t/util/test-file ;;
outputs) $t/util/test-output ;;
processes) $t/util/test-process ;;
solvers)
	# It reports failures as TAP only.
	bash tests/prove/broken-solvers.sh $ftc >"$out.tap"
	cat "$out.tap"
	grep -q '^ok' "$out.tap" && ! grep -q '^not ok' "$out.tap" ;;
tools) bash tests/fpga/broken-tools.sh $ftc "$PWD" ;;
crossings-built) sh tests/fpga/crossings.sh "$PWD/$ftc" "$PWD" ;;
clocks-refused) sh tests/fpga/clocks.sh "$PWD/$ftc" ;;
builds) sh tests/fpga/commands.sh "$PWD/$ftc" "$PWD/tests/fpga/commands.txt" "$PWD/tests/common/lines.sh" ;;
boards) $t/fpga/test-boards ;;
hypertree-rtl)
	$t/machines/hypertree/hypertree-rtl 3 1 200 9 && $t/machines/hypertree/hypertree-rtl 2 8 200 ;;
hypertree-registers) $t/machines/hypertree/hypertree-rtl 4 4 2000 9 ;;
hypertree-strike) $t/machines/hypertree/hypertree-strike parts 2 1 nodes=7 outstanding=2 payload-bits=32 fault-registers=true probe=true ;;
hypertree-adapters) $t/machines/hypertree/test-$name ;;
hypertree-words) sh tests/machines/hypertree/words.sh $ftc tests/machines/hypertree/words.v ;;
hypertree-models) $t/machines/hypertree/test-hypertree-model ;;
proofs-hypertree)
	$ftc verify $hypertree --set payload-bits=8 --timeout none &&
		$ftc verify $hypertree --set payload-bits=8 --set faults=[node:6] --timeout none &&
		$ftc verify $hypertree --set payload-bits=8 --set network=half-ring --timeout none &&
		$ftc verify $hypertree --set payload-bits=8 --set network=full-ring --timeout none ;;
hypertree-measures | hypertree-routes) FOLDER=tests/machines/hypertree $t/machines/hypertree/test-$name ;;
hypertree-reports) sh tests/common/lines.sh $ftc tests/machines/hypertree/lines.txt tests/machines/hypertree/inputs.sh ;;
gft-paper) sh tests/machines/generalized/paper.sh $ftc ;;
hypertree-paper) sh tests/machines/hypertree/paper.sh $ftc ;;
rotor-words) sh tests/machines/rotor/words.sh $ftc tests/machines/rotor/words.v 25 ;;
rotor-simulate) sh tests/machines/rotor/simulate.sh $ftc ;;
rotor-model) $t/machines/rotor/rotor-model 4 1 2000 ;;
rotor-shares) $t/machines/rotor/rotor-rtl shares 20000 1 leaves=64 banks=2 storage=block-ram ;;
rotor-meets) $t/machines/rotor/rotor-meets ;;
rotor-turns) sh tests/machines/rotor/turns.sh $ftc tests/machines/rotor/turns.v ;;
rotor-reports) sh tests/common/lines.sh $ftc tests/machines/rotor/lines.txt tests/machines/rotor/inputs.sh ;;
link) sh tests/machines/link/simulate.sh $ftc ;;
chips) sh tests/machines/fat-tree/chips.sh $ftc tests/machines/fat-tree/chips.v ;;
link-meets) sh tests/machines/link/meets.sh $ftc tests/machines/link/meets.v ;;
limits) bash tests/commands/limits.sh $ftc ;;
kills) bash tests/commands/kills.sh $ftc 56 ;;
calls) bash tests/faults/faults.sh $ftc $t/faults/faults $t/faults/faulty.so "$PWD" 3 generate schedule ;;
bridges) $t/host/test-host-simulated ;;
sorting-blocks-*) $t/machines/sorting-fat-tree/sorting-rtl rtl 1 "${name##*-}" 2 16 ;;
board-*) $t/fpga/test-board-top only "$(echo "${name#board-}" | tr - _)_*" ;;
*)
	echo "no check $name" >&2
	exit 2 ;;
esac
