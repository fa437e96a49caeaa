#!/bin/sh
# Measures clocks, to which the machines' `clock` (compiler/network/machine.h) is fitted, and prints rows for tests/network/clocks.tsv.
# A network that does not fit the device, or for which nextpnr finds no places in time, has no row.
#
#   clocks.sh FTC DIRECTORY
#
# DIRECTORY keeps all logs and what is placed already: an interrupted run goes on where it was. One placement runs at a time.
#
# Environment: SIZES ("4 8 16 32 64"), DEVICES ("ecp5-85 hx8k up5k"), NETWORKS (all), SEEDS of nextpnr ("1 2 3"), SECONDS_EACH (for
# a placement, 1800).
set -eu
ftc=$1 directory=$2
here=$(cd "$(dirname "$0")" && pwd)
: "${SIZES:=4 8 16 32 64}" "${DEVICES:=ecp5-85 hx8k up5k}" "${SEEDS:=1 2 3}" "${SECONDS_EACH:=1800}"
: "${NETWORKS:=lanes serial xgft hypertree batched sorter flexible-sorter rotor rotor-block-ram}"
export FTC="$ftc" SEEDS SECONDS_EACH JOBS=1 KEEP=1 PLACER=build
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)

# tree LEAVES: children and parents of a tree of full bisection
tree() {
	case $1 in
	4) echo 'children: [4]; parents: [1]' ;;
	8) echo 'children: [4, 2]; parents: [1, 4]' ;;
	16) echo 'children: [4, 4]; parents: [1, 4]' ;;
	32) echo 'children: [4, 8]; parents: [1, 4]' ;;
	64) echo 'children: [8, 8]; parents: [1, 8]' ;;
	esac
}

# keys NETWORK SIZE: kind, harness, and the parameter file, its lines between ;
keys() {
	case $1 in
	lanes) echo "lanes axi network: xgft; $(tree "$2"); lanes: auto; payload-bits: 32" ;;
	serial) echo "tree axi network: fat-tree; leaves: $2; payload-bits: 32" ;;
	xgft) echo "tree axi network: xgft; $(tree "$2"); payload-bits: 32" ;;
	hypertree) echo "hypertree axi network: hypertree-1; nodes: $2; payload-bits: 32" ;;
	batched) echo "batched axi network: pruned-butterfly; leaves: $2; routing: deterministic; payload-bits: 32" ;;
	rotor) echo "rotor axi network: rotor; leaves: $2; payload-bits: 32" ;;
	rotor-block-ram) echo "rotor axi network: rotor; leaves: $2; payload-bits: 32; storage: block-ram" ;;
	sorter) echo "sorter words network: sorter; wires: $2; clock: 200" ;;
	flexible-sorter) echo "unfitted words network: flexible-sorter; words: $2; lines: $(($2 / 4)); clock: 200" ;;
	*) echo "clocks.sh: no network $1" >&2; exit 2 ;;
	esac
}

# measure DEVICE NETWORK SIZE
measure() {
	device=$1 row=$directory/$1-$2-$3
	case $device in
	ecp5*) family=ecp5 name=85k ;;
	hx8k) family=ice40 name=hx8k ;;
	up5k) family=ice40up name=up5k ;;
	esac
	read -r kind harness file <<-END
		$(keys "$2" "$3")
	END
	mkdir -p "$row"
	echo "$file" | sed 's/; /\n/g' >"$row/network.yaml"
	SYNTHESIS_FLAGS=$([ $family != ecp5 ] && echo '-dffe_min_ce_use 32' || echo -nowidelut)
	export SYNTHESIS_FLAGS
	# See per_lut.sh.
	options=$([ "$kind" != rotor ] || echo 'ROUTER= FREQ=250')
	# shellcheck disable=SC2086
	env $options nice -n 10 "$here/place.sh" "$device" "$harness" "$row/network.yaml" "$row/place" --set name=fat_tree >"$row/placed" 2>"$row/log" ||
		return 0
	# place.sh prints 0 MHz for a seed without a placement
	awk -v family=$family -v kind="$kind" -v file="$file" -v name=$name -v seeds="$(echo "$SEEDS" | wc -w)" '
		$5 > 0 { printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\tclocks.sh\n", family, kind, file, name, $4, $5, $6, seeds }' "$row/placed"
}

{
	yosys -V
	nextpnr-ecp5 --version
	nextpnr-ice40 --version
} 2>&1 | sed 's/^/# /'
for size in $SIZES; do
	for device in $DEVICES; do
		for network in $NETWORKS; do
			measure "$device" "$network" "$size"
		done
	done
done
