#!/bin/sh
# Does anything show on a board's pins of what its registers hold at power-up? In Icarus Verilog they all start
# undefined, except those that have an initial value. PLLs are those of sim/pll_models.v. And how long is the reset?
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
	compile >said 2>&1 && vvp run "+application=$1" >said 2>&1
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

# The reset of the board that has just run lasts so long: 32 clocks at least and, where block RAMs need it (iCE40), 15 us.
resets() {
	clocks=$(sed -n 's/^passed in .* clocks, \(.*\) of them in reset$/\1/p' said)
	mhz=$(sed -n 's,^// clk_pin (.* MHz) --> clk (\(.*\) MHz).*,\1,p' net/board/*_board.v)
	case $(sed -n 's/^device: *//p' "$1") in
	hx* | lp* | up*) least=15 ;;
	*) least=0 ;;
	esac
	echo "$clocks clocks of $mhz MHz, at least $least us" >said
	awk -v clocks="$clocks" -v mhz="$mhz" -v us=$least 'BEGIN { exit !(mhz > 0 && clocks >= 32 && clocks >= us * mhz) }'
}

# Every board, and one without a PLL, as `ftc generate` writes its top module: the pins.
sed 's/^pll:.*/pll: none/; s/^clock-mhz:.*/clock-mhz: 12/; $aconstraints: icestick' "$root/boards/icestick.yaml" |
	sed '/^pins:/,/^  - /d' >no-pll.yaml
printf '%s\n' 'network: fat-tree' 'leaves: 2' >tree.yaml
for file in "$root"/boards/*.yaml ./no-pll.yaml; do
	board=$(basename "$file" .yaml)
	[ "$board" != no-pll ] || board=./no-pll.yaml
	rm -rf net
	"$ftc" generate tree.yaml --board "$board" -o net >said 2>&1 && rm -rf net/bench && run none
	report "pins of $board"
	resets "$file"
	report "reset of $board"
done
finish
