#!/bin/sh
# costs.sh FTC COST-TERMS CACHE: the tables compiler/lower/costs/FAMILY-YOSYS.tsv of the Yosys at hand
# (docs/contributing/architecture.md, What a template costs): it synthesises the networks of all tests/machines/*/costs.grid, a line
# each, for each family. Counts stay in CACHE, by the digest of the Verilog: a second run goes on where the first
# ended, and fits anew in seconds. VERBOSE=1 tells each network's error.
set -eu
ftc=$(realpath "$1")
terms=$(realpath "$2")
cache=$3
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/common/cost.sh"
mkdir -p "$cache"
cache=$(realpath "$cache")
yosys=$(yosys_version)
map=$(dirname "$tests")/rtl-templates/families/map/ecp5_map.ys
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

# measure FAMILY: of net.yaml, "LUTS FLIP-FLOPS CELLS" in the file $counts
measure() {
	synthesis_for "$1" "$map"
	yosys -p "read_verilog out/rtl/*.v; $synthesis; stat" >yosys.log 2>&1 || { tail -n 5 yosys.log >&2; exit 1; }
	cells=0
	[ "$1" != ice40 ] || cells=$(packed_cells)
	echo "$(all_luts) $(flip_flops) $cells" >"$counts"
}

for family in ecp5 ice40; do
	cat "$tests"/machines/*/costs.grid | grep -v '^#' | while read -r line; do
		{ printf 'name: net\nfamily: %s\n' $family; echo "$line" | tr ';' '\n' | sed 's/^ *//'; } >net.yaml
		rm -rf out
		"$ftc" generate net.yaml -o out </dev/null >/dev/null
		counts=$cache/$family-$yosys-$(sed 's,//.*,,; /^ *$/d' out/rtl/*.v | sha256sum | cut -c 1-20)
		[ -s "$counts" ] || measure $family </dev/null
		printf 'network\t%s\t%s\n' "$(tr ' ' '\t' <"$counts")" "$line"
		"$terms" net.yaml
	done >points
	table=$(dirname "$tests")/compiler/lower/costs/$family-$yosys.tsv
	awk -v verbose="${VERBOSE-}" -f "$tests/benchmark/costs.awk" points >table
	cp table "$table"
	echo "$table" && grep '^#' table
done
