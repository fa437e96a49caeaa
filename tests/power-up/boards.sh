#!/bin/sh
# Does anything show on a board's pins of what its registers hold at power-up? In Icarus Verilog they all start
# undefined, except those that have an initial value. PLLs are those of sim/pll_models.v.
#
#   boards.sh FTC BOARD_FILES SOURCE_ROOT
set -u
LC_ALL=C
export LC_ALL
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
board_files=$(realpath "$2")
root=$3
here=$root/tests/power-up
. "$(dirname "$0")/../common/tap.sh"

compile() {
	name=$(basename net/*.f .f)
	awk -f "$here/ports.awk" "net/board/${name}_board.v" >ports
	{
		awk -v module="${name}_board" -f "$here/board.awk" ports
		awk -v bench=bench -v of=board -f "$here/watch.awk" ports
	} >bench.v
	iverilog -g2005 -s bench -s watch -o run bench.v "$here/board.v" "$root/sim/pll_models.v" net/*/*.v
}

# run APPLICATION
run() {
	compile >said 2>&1 && timeout 60 vvp run "+application=$1" >said 2>&1
	grep -q '^passed' said && ! grep -v '^passed' said >/dev/null
}

# try APPLICATION BOARD NETWORK KEY=VALUE..
try() {
	application=$1 board=$2 network=$3
	shift 3
	rm -rf net
	"$board_files" "$application" "$board" net "$root/$network" "$@" >said 2>&1 && run "$application"
	report "$application on $board, $network $*"
}

tree='examples/tree8.yaml leaves=2 capacities=[1]'
# shellcheck disable=SC2086
{
	try self-test icebreaker $tree payload-bits=6
	try self-test hx8k-breakout examples/sorter8.yaml wires=3
	try self-test icebreaker tests/prove/flexible.yaml
	try self-test ulx3s-85f examples/xgft6.yaml children=[3] parents=[1]
	try self-test ulx3s-85f examples/offline16.yaml
	try host icebreaker $tree payload-bits=6
	try loopback icebreaker $tree payload-bits=8
}

# Every board as `ftc generate` writes its top module: the pins.
printf '%s\n' 'network: fat-tree' 'leaves: 2' >tree.yaml
for file in "$root"/boards/*.yaml; do
	board=$(basename "$file" .yaml)
	rm -rf net
	"$ftc" generate tree.yaml --board "$board" -o net >said 2>&1 && rm -rf net/bench && run none
	report "pins of $board"
done
finish
