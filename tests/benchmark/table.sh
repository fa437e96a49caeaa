#!/bin/sh
# Measures and prints the tables of docs/measured/benchmarks.md and docs/papers/area-universality.md, with the markers that enclose them
# there.
#
#   table.sh FTC HARNESS_SPEED USAGE DIRECTORY
#
# The three programs come from the build; DIRECTORY keeps all logs. Environment:
#
#   PARTS    which tables, default "tools speed spacing generate harness latency"; those of docs/papers/area-universality.md are
#            "networks sets"
#   WRITE    a copy of the page, whose tables are replaced by the measured ones
#   SEEDS    of nextpnr, default "1 2 3 4 5"; the sweep takes SWEEP_SEEDS, default "1 2 3"
#   DEVICES  default "ecp5 hx8k up5k"
#   JOBS     concurrent placements (place.sh)
set -eu

ftc=$1 harness_speed=$2 usage=$3 directory=$4
here=$(cd "$(dirname "$0")" && pwd)
tree=$here/tree16.yaml
: "${PARTS:=tools speed spacing generate harness latency}" "${SEEDS:=1 2 3 4 5}" "${SWEEP_SEEDS:=1 2 3}"
: "${DEVICES:=ecp5 hx8k up5k}"

mkdir -p "$directory"
directory=$(cd "$directory" && pwd)

# place DEVICE HARNESS SPACING SEEDS: what place.sh prints. The harness of a network with adapters has 608 inputs: too
# many flip-flops for UP5K.
place()
{
	share=1
	[ "$1" != up5k ] || share=16
	[ "$2" = axi ] && interface=axi-stream || interface=wires
	FTC=$ftc SEEDS=$4 SHARE=$share "$here/place.sh" "$1" "$2" "$tree" "$directory/$1-$2-$3" \
		--set "elements-between-registers=$3" --set "leaf-interface=$interface"
}

name_of()
{
	case $1 in ecp5) echo ECP5-25F ;; hx8k) echo HX8K ;; up5k) echo UP5K ;; wires) echo bare ;; axi) echo adapters ;; esac
}

# Logic cells of the device, and the MHz that must be, and those aimed at.
wanted()
{
	case $1-$2 in
	ecp5-wires) echo "24288 350 400" ;; hx8k-wires) echo "7680 350 395" ;; up5k-wires) echo "5280 135 160" ;;
	ecp5-axi) echo "24288 280 400" ;; hx8k-axi) echo "7680 270 395" ;; up5k-axi) echo "5280 110 160" ;;
	esac
}

tools()
{
	echo "| tool | version |"
	echo "| --- | --- |"
	echo "| Yosys | $(yosys -V | sed 's/Yosys \([^ ]*\).*/\1/') |"
	for placer in nextpnr-ecp5 nextpnr-ice40; do
		echo "| $placer | $($placer --version 2>&1 | sed 's/.*Version \([^)]*\)).*/\1/') |"
	done
	echo "| Verilator | $(verilator --version | cut -d' ' -f2) |"
	echo "| gcc | $(gcc -dumpfullversion) |"
	echo "| machine | $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores |"
}

speed()
{
	echo "| network | device | LUT4 | flip-flops | device filled | MHz median | least | most | must | aim |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	for harness in wires axi; do
		for device in $DEVICES; do
			echo "$(wanted "$device" $harness) $(place "$device" $harness 1 "$SEEDS")" |
				awk -v network="$(name_of $harness)" -v device="$(name_of "$device")" '{
					printf "| %s | %s | %d | %d | %.0f %% | %.1f | %.1f | %.1f | %d | %d |\n",
						network, device, $4, $5, 100 * $6 / $1, $7, $8, $9, $2, $3 }'
		done
	done
}

family_of()
{
	case $1 in ecp5) echo ecp5 ;; hx8k) echo ice40 ;; up5k) echo ice40up ;; esac
}

# latency DEVICE SPACING: leaf to leaf, in clocks.
latency_of()
{
	"$ftc" report "$tree" --set "elements-between-registers=$2" --set "family=$(family_of "$1")" |
		sed -n 's/^Latency: \([0-9]*\).*/\1/p'
}

spacing()
{
	echo "| network | device | elements | latency, clocks | LUT4 | flip-flops | MHz median | least |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
	for harness in wires axi; do
		for device in $DEVICES; do
			for elements in 1 2 3 4 5 6; do
				printf '| %s | %s | %d | %d |' "$(name_of $harness)" "$(name_of "$device")" $elements \
					"$(latency_of "$device" $elements)"
				place "$device" $harness $elements "$SWEEP_SEEDS" |
					awk '{ printf " %d | %d | %.1f | %.1f |\n", $1, $2, $4, $5 }'
			done
		done
	done
}

# 2^20 leaves, with a narrow root, a universal fat-tree of volume n and full bisection.
generate()
{
	echo "| leaves | root capacity | s | MB of memory | MB of Verilog |"
	echo "| --- | --- | --- | --- | --- |"
	for root in 64 10322 1048576; do
		rm -rf "$directory/large"
		used=$("$usage" "$ftc" generate "$here/tree64.yaml" --set leaves=1048576 --set "root-capacity=$root" -o "$directory/large" 2>/dev/null)
		bytes=$(cat "$directory"/large/rtl/*.v | wc -c)
		echo "$used $bytes" | awk -v root=$root \
			'{ printf "| 2^20 | %d | %s | %s | %.2f |\n", root, $1, $2, $3 / 1e6 }'
	done
	rm -rf "$directory/large"
}

harness()
{
	"$ftc" generate "$here/tree64.yaml" --set leaf-interface=wires -o "$directory/tree64" >/dev/null
	(cd "$directory/tree64" && verilator --binary --top-module harness_speed --Mdir cpp -Wno-lint -Wno-fatal \
		-MAKEFLAGS "OPT_FAST=-O2 OPT_GLOBAL=-O1" -f fat_tree.f "$here/harness_speed.v" >cpp.log 2>&1)
	echo "| model | C, 1000 clocks/s | C++, 1000 clocks/s | ratio median | least | most | must | aim |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
	"$harness_speed" "$here/tree64.yaml" "$directory/tree64/cpp/Vharness_speed" 300000 9 |
		awk '{ printf "| 64 leaves, full bisection | %s | %s | %s | %s | %s | 0.80 | 0.95 |\n", $1, $2, $3, $4, $5 }'
}

latency()
{
	for elements in 1 auto; do
		echo '```'
		echo "elements-between-registers: $elements"
		"$ftc" report "$tree" --set "elements-between-registers=$elements" | sed -n '/^Latency/,/^Bandwidth/p' |
			sed '$d;/^$/d'
		echo '```'
	done
}

# universality LEAVES: all measures of networks of so many leaves.
universality()
{
	mkdir -p "$directory/networks"
	w=$(awk -v n="$1" 'BEGIN { while (w * w * w < n * n) w++; print w }')
	middle=$(awk -v n="$1" 'BEGIN { while (s * s < n) s++; while (2 ^ l < n) l++; print s * l }')
	roots="$w $middle $1"
	[ "$middle" -lt "$1" ] || roots="$w $1"
	(
		cd "$directory/networks"
		printf 'network: pruned-butterfly\nname: pruned_butterfly_greedy\n' >greedy.yaml
		printf 'network: pruned-butterfly\nname: pruned_butterfly_deterministic\nrouting: deterministic\n' >batched.yaml
		printf 'network: cm-5\n' >cm-5.yaml
		files="greedy.yaml batched.yaml cm-5.yaml"
		for root in $roots; do
			printf 'network: fat-tree\nname: fat_tree_w_%s\nroot-capacity: %s\n' "$root" "$root" >"fat-tree-$root.yaml"
			files="$files fat-tree-$root.yaml"
		done
		# shellcheck disable=SC2086
		"$ftc" universality $files --set "leaves=$1" --gamma 200 --loss --limit none
	)
}

# Tables of docs/papers/area-universality.md; some seconds.
networks()
{
	echo "| N | network | capacity / standard, from the root | gamma | area, tracks | area / N lg^2 N | r | r / lg N | loss at own area |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	for leaves in 16 64 256 1024; do
		universality $leaves | awk -v part=networks -f "$here/universality.awk"
	done
}

sets()
{
	for leaves in 16 64 256 1024; do
		[ $leaves = 16 ] || echo
		universality $leaves | awk -v part=sets -f "$here/universality.awk"
	done
}

for part in $PARTS; do
	echo "<!-- benchmark: $part -->"
	$part | tee "$directory/$part.md"
	echo "<!-- end -->"
done

[ -n "${WRITE-}" ] || exit 0
awk -v directory="$directory" -v parts=" $PARTS " '
	inside && /^<!-- end -->/ { inside = 0 }
	!inside
	/^<!-- benchmark: / && index(parts, " " $3 " ") {
		while ((getline line < (directory "/" $3 ".md")) > 0) print line
		inside = 1
	}' "$WRITE" >"$directory/page.md"
cp "$directory/page.md" "$WRITE"
