#!/bin/sh
# Builds the largest fat-tree that fits, for every board, and prints a table of the results.
#
#   boards_table.sh FTC DIR [BOARD ...] [--app host] [--hypertree | --rotor] [--update FILE] [--fresh] [--leaves N]
#
# The network: leaves a power of two, at most 64; root-capacity half the leaves (below 8 leaves the least universal one,
# 2 and 3); payload-bits 16; with its self test, at the board's own clock. The largest network that fits the device, as
# nextpnr packs it (with --leaves the one of so many leaves), must then meet the clock with one of the seeds 1 to 4; otherwise the board fails.
#
# With --app host every network has a bridge to a host instead, and its clock is the default for that. The row is that of
# the largest network that fits and meets it with one of the seeds 1 to 3; a board without a serial line needs none.
#
# With --hypertree the networks are hypertree-1 with its preset payload, with --rotor rotors with all presets, and clocks are the
# defaults for them.
#
# DIR/BOARD.row keeps every board's row and DIR/BOARD its build; a second run builds only missing ones, unless --fresh.
# Boards are built in the given order; without names all, the small ones first. --update writes the table between the
# lines `<!-- boards-table -->`, with --app host `<!-- host-table -->`, with --hypertree `<!-- hypertree-table -->`, with --rotor `<!-- rotor-table -->`, and `<!-- end -->` of FILE. Ends with 1
# if a board has failed, with 77 (skipped) where a family's tools are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
mkdir -p "$2" || exit 99
directory=$(realpath "$2")
shift 2
named=
update=
fresh=
sizes='64 32 16 8 4 2'
app=self-test
seeds='1 2 3 4'
mark=boards-table
ends=leaves
kind=fat-tree
while [ $# -gt 0 ]; do
	case $1 in
	--fresh) fresh=yes ;;
	--hypertree) sizes='127 63 31 15 9 8 7'; ends=nodes; kind=hypertree; mark=hypertree-table ;;
	--rotor) sizes='560 384 304 256 192 156 128 96 64 48 40 32 28 24 20 16 12'; kind=rotor; mark=rotor-table ;;
	--leaves) sizes=$2; shift ;;
	--app) app=$2; seeds='1 2 3'; sizes="$sizes 2:8 2:4"; mark=$2-table; shift ;;
	--update) update=$(realpath "$2"); shift ;;
	*) named="$named $1" ;;
	esac
	shift
done
ice40='icestick fomu-pvt icebreaker icesugar upduino-3 tinyfpga-bx hx8k-breakout alchitry-cu icoboard'
all="$ice40 colorlight-5a-75b colorlight-i5 icesugar-pro orangecrab-25f ulx3s-12f ulx3s-25f
	ecpix-5-45f ulx3s-45f ecp5-evn ecpix-5-85f orangecrab-85f ulx3s-85f"
tools='yosys nextpnr-ice40 icepack'
for board in ${named:-$all}; do
	case " $ice40 " in
	*" $board "*) ;;
	*) tools='yosys nextpnr-ice40 icepack nextpnr-ecp5 ecppack' ;;
	esac
done
need_tools $tools
cd "$directory" || exit 99

# network SIZE: its parameter file. SIZE: LEAVES, or LEAVES:PAYLOAD-BITS
network() {
	case $kind in
	hypertree)
		printf 'network: hypertree-1\nnodes: %d\n' "$1" >"hypertree$1.yaml"
		echo "hypertree$1.yaml"
		return
		;;
	rotor)
		printf 'network: rotor\nleaves: %d\n' "$1" >"rotor$1.yaml"
		echo "rotor$1.yaml"
		return
		;;
	esac
	set -- "${1%:*}" "${1#*:}"
	case $1 in
	2) root=2 ;;
	4) root=3 ;;
	*) root=$(($1 / 2)) ;;
	esac
	[ "$1" != "$2" ] || set -- "$1" 16
	printf 'network: fat-tree\nleaves: %d\nroot-capacity: %d\npayload-bits: %d\n' "$1" $root "$2" >"tree$1-$2.yaml"
	echo "tree$1-$2.yaml"
}
# may_fit BOARD LEAVES: false when it is far too large by the estimate of `ftc boards`
may_fit() {
	"$ftc" boards "$(network "$2")" --json >fits.json 2>/dev/null || return 0
	! awk -v board="\"$1\"" '/"name":/ { mine = index($0, board) } mine && /"fits": "no"/ { found = 1 } END { exit !found }' fits.json
}
# row BOARD SIZE SEED: the line of the table, out of said.json
row() {
	said=$1.json
	printf '| `%s` | %s | %d | %d | %d | %.0f %% | %.1f | %.4g | %d |\n' "$1" "$(echo "$2" | sed 's/:\(.*\)/ of \1 bits/')" "$(value lut4 "$said")" "$(value ff "$said")" \
		"$(value ram "$said")" \
		"$(echo "$(value cells "$said") $(value cells_available "$said")" | awk '{ print 100 * $1 / $2 }')" \
		"$(value fmax_mhz "$said")" "$(value required_mhz "$said")" "$3"
}
# build BOARD: leaves BOARD.row; false when the largest network that fits is too slow with every seed
build() {
	for leaves in $sizes; do
		may_fit "$1" $leaves || continue
		for seed in $seeds; do
			echo "$1: $leaves $ends, seed $seed" >&2
			"$ftc" build "$(network $leaves)" --board "$1" --app $app -o "$1" --seed $seed --json >"$1.json" 2>"$1.said"
			status=$?
			if [ $status -eq 0 ]; then
				row "$1" $leaves $seed >"$1.new" && mv "$1.new" "$1.row"
				return
			fi
			if grep -q 'has no serial line' "$1.said"; then
				echo "| \`$1\` | none: it has no serial line | | | | | | | |" >"$1.row"
				return
			fi
			grep -q -e 'does not fit' -e 'needs at least .* block RAMs' "$1.said" && continue 2
			if ! grep -q 'timing fails' "$1.said"; then
				cat "$1.said" >&2
				return 1
			fi
			sed -n 's/.*error: //p' "$1.said" >&2
		done
		[ $app = host ] || return 1
	done
	return 1
}
table() {
	echo "| board | $ends | LUT4 | flip-flops | block RAMs | cells | reached, MHz | clock, MHz | seed |"
	echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
	for board in ${named:-$all}; do
		if [ -s "$board.row" ]; then
			cat "$board.row"
		else
			echo "| \`$board\` | none: the largest that fits does not meet the clock | | | | | | | |"
		fi
	done
}

for board in ${named:-$all}; do
	[ ! "$fresh" ] || rm -rf "$board" "$board.row"
	[ -s "$board.row" ] || build "$board" || failed=1
done
table | tee table.md
if [ "$update" ]; then
	awk -v table=table.md -v mark="<!-- $mark -->" '
		/^<!-- end -->$/ { skip = 0 }
		!skip { print }
		$0 == mark { skip = 1; while ((getline line < table) > 0) print line }
	' "$update" >updated && cp updated "$update" || exit 99
fi
exit $failed
