#!/bin/sh
# Payload bits per second and LUT of networks with lanes, of the serial network, and of a bare torus, in one run: the table of
# docs/benchmarks.md#other-networks.
#
#   per_lut.sh FTC DIRECTORY      DIRECTORY keeps all logs
#
# Environment: SEEDS of nextpnr ("1 2 3 4 5"), JOBS (place.sh), ROWS (which ones, by number, "1 2 3 4 5"; 6, 7, 8, 10,
# 12 and 13 are of 64 leaves, and take minutes for each seed). 9 to 13 are rotors, from 11 on in block RAM: there nextpnr's
# --tmg-ripup rips up the same arcs for ever, and so they are placed without it, for 250 MHz.
set -eu
ftc=$1 directory=$2
here=$(cd "$(dirname "$0")" && pwd)
lanes=$here/../../examples/lanes16.yaml lanes64=$here/lanes64.yaml
: "${SEEDS:=1 2 3 4 5}" "${ROWS:=1 2 3 4 5}"
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
export SEEDS FTC="$ftc"

# accepted FILE [--set ..]: payload bits in a clock, in the whole network, of 10,000 slots at full load in the Verilog.
accepted() {
	"$ftc" simulate "$@" --load 1 --frames 10000 --json | awk -F: '
		/^  "(leaves|payload_bits|accepted_per_clock)"/ { product = (product ? product : 1) * $2; if (++found == 3) print product }'
}

# row NAME BITS LUT4 FF CELLS MEDIAN LEAST MOST
row() {
	name=$1
	shift
	echo "$*" | awk -v name="$name" '{
		cells = $2 > $3 ? $2 : $3
		printf "| %s | %d | %d | %.0f (%.0f to %.0f) | %.1f | %.2f | %.2f |\n", name, $2, $3, $5, $6, $7, $1, $1 * $5 / $2, $1 * $5 / cells }'
}

echo "| network | LUT4 | flip-flops | MHz | payload bits a clock | Mbit/s per LUT4 | per cell |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for k in $ROWS; do
	export SYNTHESIS_FLAGS=-nowidelut
	place="$here/place.sh ecp5"
	case $k in
	1) row "lanes, with adapters" "$(accepted "$lanes")" "$($place axi "$lanes" "$directory/axi" --set name=fat_tree)" ;;
	2) row "lanes, the network alone" "$(accepted "$lanes")" \
		"$($place lanes "$lanes" "$directory/wires" --set name=fat_tree --set leaf-interface=wires)" ;;
	3) row "lanes, 128 bits, with adapters" "$(accepted "$lanes" --set payload-bits=128)" \
		"$($place axi "$lanes" "$directory/axi-128" --set name=fat_tree --set payload-bits=128)" ;;
	4 | 8)
		side=$((k == 4 ? 4 : 8)) bits=$((k == 4 ? 2 : 3))
		verilator --binary -Wno-fatal --top-module torus_bench -GK=$side -GBITS=$bits --Mdir "$directory/torus-model-$side" \
			"$here/torus.v" "$here/torus_bench.v" >"$directory/torus-model-$side.log" 2>&1
		rate=$("$directory/torus-model-$side/Vtorus_bench" | awk -v nodes=$((side * side)) 'NR == 1 { print $1 * nodes * 32 }')
		row "bare torus, $side x $side" "$rate" "$($place torus $side "$directory/torus-$side")" ;;
	5)
		unset SYNTHESIS_FLAGS
		row "serial wires, with adapters" "$(accepted "$here/tree16.yaml")" "$($place axi "$here/tree16.yaml" "$directory/serial")" ;;
	6) row "lanes, 64 leaves, with adapters" "$(accepted "$lanes64")" "$($place axi "$lanes64" "$directory/axi-64" --set name=fat_tree)" ;;
	9 | 10 | 11 | 12 | 13)
		leaves=$((k == 9 || k == 11 ? 16 : 64)) storage=$([ "$k" -lt 11 ] && echo lut-ram || echo block-ram) banks=$((k == 13 ? 2 : 1))
		rotor=$directory/rotor-$leaves-$storage-$banks
		printf 'network: rotor\nleaves: %s\nstorage: %s\nbanks: %s\n' $leaves $storage $banks >"$rotor.yaml"
		row "rotor, $leaves leaves, $storage, banks: $banks" "$(accepted "$rotor.yaml")" \
			"$(ROUTER='' FREQ=250 $place axi "$rotor.yaml" "$rotor" --set name=fat_tree)" ;;
	7) row "lanes, 64 leaves, the network alone" "$(accepted "$lanes64")" \
		"$($place lanes "$lanes64" "$directory/wires-64" --set name=fat_tree --set leaf-interface=wires)" ;;
	esac
done
