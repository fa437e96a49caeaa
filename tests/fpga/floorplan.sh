#!/bin/sh
# Builds a small area-universal device with its floorplan, looks where nextpnr has put the elements, and plants faults.
#
#   floorplan.sh FTC
#
# Ends with 77 (skipped) where the tools of an ECP5 are not installed, or nextpnr has no Python.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
need_tools yosys nextpnr-ecp5 ecppack python3
PATH=$PATH:${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin
nextpnr=$(command -v nextpnr-ecp5)
"$nextpnr" --help 2>&1 | grep -q -e --pre-place || { echo 'nextpnr has no Python'; exit 77; }
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
FTC_CACHE=$scratch/cache
export FTC_CACHE
printf 'network: area-universal\nmeshes: 2\nmesh-side: 5\ncapacities: [4]\npins: 2\n' >device.yaml

# nextpnr, whose inputs are kept, and one without Python.
mkdir keeps lacks
printf '#!/bin/sh\n[ ! -e ../floorplan.py ] || cp ../floorplan.py ../synthesis.json ../*.lpf "%s"\nexec "%s" "$@"\n' "$scratch" "$nextpnr" >keeps/nextpnr-ecp5
printf '#!/bin/sh\ncase "$*" in\n*--help*) "%s" --help 2>&1 | grep -v -e --pre- ;;\n*--pre-*) exit 9 ;;\n*) exec "%s" "$@" ;;\nesac\n' "$nextpnr" "$nextpnr" >lacks/nextpnr-ecp5
chmod +x keeps/* lacks/*
# build TOOLS: with these before the others
build() {
	PATH=$scratch/$1:$PATH "$ftc" build device.yaml --board ulx3s-12f -o "$1-out" --json >said 2>&1
	status=$?
	cat said
}

build keeps
is 'it is built' [ $status -eq 0 ]
is 'with a floorplan' grep -q 'Floorplan: 2 arrays of 5 x 5 elements' keeps-out/log/nextpnr.log
is 'and meets its clock' holds "$(value fmax_mhz) > $(value required_mhz)"
[ $failed -eq 0 ] || exit 1

# Elements are 42 cells, two in 2 x 3 tiles; neither pairs nor meshes share a tile. The nets are whole again before the router.
cat floorplan.py - >look.py <<'END'
if not apart:
    refuse("nets are not whole")
tiles, cells = {}, {}
for name, cell in ctx.cells:
    at = re.match(r"(.*)rows\[(\d+)\]\.columns\[(\d+)\]\.here\.", str(name))
    if at:
        pair = at[1], int(at[2]) // 2, int(at[3])
        tiles.setdefault(pair, set()).add(bel_tile(str(cell.bel)))
        cells.setdefault(pair, []).append(cell)
assert len(cells) == 2 * 3 * 5, len(cells)
for (mesh, row, column), lie in tiles.items():
    assert len(lie) == (4 if row == 2 else 6), (mesh, row, column, lie)
    assert len({x for x, y in lie}) == 2, lie
    assert len(cells[mesh, row, column]) == (42 if row == 2 else 84)
assert sum(map(len, tiles.values())) == len(set.union(*tiles.values()))
for net, of in apart:
    assert len(of) == len(users(ctx.nets[net])), net
print("all lie well")
raise SystemExit(0)
END
# place SCRIPT OPTION ...: places with a floorplan
place() {
	script=$1
	shift
	"$nextpnr" --12k --package CABGA381 --speed 6 --json "${netlist:-synthesis.json}" --lpf constraints.lpf --pre-place "$script" "$@" >placed 2>&1
	status=$?
}
place floorplan.py --pre-route look.py
is 'elements are in their tiles' grep -q 'all lie well' placed
[ $failed -eq 0 ] || tail -n 5 placed

# refused WHAT REASON
refused() {
	is "$1 is refused" [ $status -ne 0 ]
	is "$1 is refused for its reason" grep -q "$2" placed
	[ $failed -eq 0 ] || tail -n 5 placed
}
sed 's/= 2, 5, 5,/= 2, 5, 6,/' floorplan.py >wrong.py
place wrong.py --no-route
refused 'another shape' 'ERROR: no floorplan: .* is not 5 x 6 elements'
sed 's/= 2, 5, 5,/= 1, 5, 5,/' floorplan.py >wrong.py
place wrong.py --no-route
refused 'one array too many' 'ERROR: no floorplan: 2 arrays of elements, expected 1'
# Flip-flops with enable and reset in one tile.
sed 's/yield name, column, 1, "FF", half + i/yield name, 1, 1, "FF", (half + i + column) % TILE/' floorplan.py >wrong.py
place wrong.py --no-route
is 'wrong places are refused' [ $status -ne 0 ]
sed 's/^WIDE, HIGH = 2, 3/WIDE, HIGH = 20, 3/' floorplan.py >wide.py
place wide.py --no-place --no-route
is 'arrays too wide get no floorplan' [ $status -eq 0 ]

# An element's latch without a reset.
python3 - <<'END'
import json
with open("synthesis.json") as file:
    netlist = json.load(file)
for name, module in netlist["modules"].items():
    for cell in module["cells"].values() if name.endswith("_element") else ():
        if cell["type"] == "TRELLIS_FF" and cell["connections"]["LSR"] != ["0"]:
            cell["connections"]["LSR"] = ["0"]
with open("other.json", "w") as file:
    json.dump(netlist, file)
END
netlist=other.json place floorplan.py --no-route
refused 'an unknown element' 'ERROR: no floorplan: .*has 21 LUTs, and 0, 17 and 4 flip-flops'

build lacks
is 'it is built without Python' [ $status -eq 0 ]
is 'with a note' grep -q 'nextpnr-ecp5 has no Python' said
is 'and without a floorplan' [ -z "$(grep Floorplan lacks-out/log/nextpnr.log)" ]
exit $failed
