#!/bin/sh
# Payload bits per second and LUT of networks with lanes, of the serial network, and of a bare torus, in one run: the table of
# docs/measured/benchmarks.md#other-networks.
#
#   per_lut.sh FTC DIRECTORY      DIRECTORY keeps all logs
#
# Environment: SEEDS of nextpnr ("1 2 3 4 5"), JOBS (place.sh), ROWS (which ones, by number, "1 2 3 4 5"; 6, 7, 8, 10,
# 12 and 13 are of 64 leaves, 14 and 15 of 256, and take minutes for each seed). 9 to 14 and 16 are rotors, in block RAM
# from 11 on: there nextpnr's --tmg-ripup rips up the same arcs for ever, and so they are placed without it, for 250 MHz.
# 16 is on an HX8K. The last column counts a block RAM as the LUT4 that the device has for each.
set -eu
ftc=$1 directory=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/figures.sh"
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

# row NAME DIRECTORY BITS LUT4 FF CELLS MEDIAN LEAST MOST
row() {
	name=$1 rams=$(block_rams "$2")
	shift 2
	echo "$*" | awk -v name="$name" -v rams="$rams" -v each="$([ "$k" = 16 ] && echo 240 || echo 402)" '{
		cells = $2 > $3 ? $2 : $3
		printf "| %s | %d | %d | %d | %.0f (%.0f to %.0f) | %.1f | %.2f | %.2f | %.2f |\n", name, $2, $3, rams, $5, $6, $7, $1,
			$1 * $5 / $2, $1 * $5 / cells, $1 * $5 / ($2 + rams * each) }'
}

echo "| network | LUT4 | flip-flops | block RAM | MHz | payload bits a clock | Mbit/s per LUT4 | per cell | per LUT4, block RAM charged |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for k in $ROWS; do
	export SYNTHESIS_FLAGS=-nowidelut
	place="$here/place.sh ecp5"
	case $k in
	1) row "lanes, with adapters" "$directory/axi" "$(accepted "$lanes")" \
		"$($place axi "$lanes" "$directory/axi" --set name=fat_tree)" ;;
	2) row "lanes, the network alone" "$directory/wires" "$(accepted "$lanes")" \
		"$($place lanes "$lanes" "$directory/wires" --set name=fat_tree --set leaf-interface=wires)" ;;
	3) row "lanes, 128 bits, with adapters" "$directory/axi-128" "$(accepted "$lanes" --set payload-bits=128)" \
		"$($place axi "$lanes" "$directory/axi-128" --set name=fat_tree --set payload-bits=128)" ;;
	4 | 8 | 15)
		case $k in 4) side=4 bits=2 ;; 8) side=8 bits=3 ;; 15) side=16 bits=4 place="$here/place.sh ecp5-85" ;; esac
		verilator --binary -Wno-fatal --top-module torus_bench -GK=$side -GBITS=$bits --Mdir "$directory/torus-model-$side" \
			"$here/torus.v" "$here/torus_bench.v" >"$directory/torus-model-$side.log" 2>&1
		rate=$("$directory/torus-model-$side/Vtorus_bench" | awk -v nodes=$((side * side)) 'NR == 1 { print $1 * nodes * 32 }')
		row "bare torus, $side x $side" "$directory/torus-$side" "$rate" "$($place torus $side "$directory/torus-$side")" ;;
	5)
		unset SYNTHESIS_FLAGS
		row "serial wires, with adapters" "$directory/serial" "$(accepted "$here/tree16.yaml")" \
			"$($place axi "$here/tree16.yaml" "$directory/serial")" ;;
	6) row "lanes, 64 leaves, with adapters" "$directory/axi-64" "$(accepted "$lanes64")" \
		"$($place axi "$lanes64" "$directory/axi-64" --set name=fat_tree)" ;;
	9 | 10 | 11 | 12 | 13 | 14 | 16)
		case $k in 9 | 11 | 16) leaves=16 ;; 14) leaves=256 ;; *) leaves=64 ;; esac
		case $k in 9 | 10) storage=lut-ram ;; *) storage=block-ram ;; esac
		case $k in 13 | 14) banks=2 ;; *) banks=1 ;; esac
		case $k in 14) place="$here/place.sh ecp5-85" ;; 16) place="$here/place.sh hx8k" && unset SYNTHESIS_FLAGS ;; esac
		rotor=$directory/rotor-$leaves-$storage-$banks-$k
		printf 'network: rotor\nleaves: %s\nstorage: %s\nbanks: %s\n' $leaves $storage $banks >"$rotor.yaml"
		row "rotor, $leaves leaves, $storage, banks: $banks" "$rotor" "$(accepted "$rotor.yaml")" \
			"$(ROUTER='' FREQ=250 $place axi "$rotor.yaml" "$rotor" --set name=fat_tree)" ;;
	7) row "lanes, 64 leaves, the network alone" "$directory/wires-64" "$(accepted "$lanes64")" \
		"$($place lanes "$lanes64" "$directory/wires-64" --set name=fat_tree --set leaf-interface=wires)" ;;
	esac
done
