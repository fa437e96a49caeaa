#!/bin/sh
# A byte-order mark before a text that ftc reads changes nothing. Each command runs on plain files, then on the same files with the
# mark before every one of them.
#
#   marks.sh FTC SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
mkdir plain marked
sh "$root/tests/docs/tools.sh" "$scratch/tools" "$(dirname "$ftc")"
export FTC_CACHE=
cd plain || exit 99
cp "$root/examples/tree8.yaml" "$root/examples/circuits/three.v" .
printf 'network: area-universal\narea: 16\n' >device.yaml
printf '0 1\n2 3 5\n' >messages.txt
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n4 2\n' >matrix.mtx
printf '.model and\n.inputs a b\n.outputs y\n.names a b y\n11 1\n.end\n' >and.blif
printf 'module both (input a, input b, output y);\n    assign y = a & b;\nendmodule\n' >both.v
cp both.v both.sv
printf 'a 0 0\n' >pins.txt
printf '3 2\n2\n1 3\n2\n' >guest.metis
printf '0 0\n1 0\n1 1\n' >guest.xy
printf "files_root: .\ngapi: '1.0'\nparameters: {network: fat-tree, leaves: 4}\nvlnv: user:soc:four:1.0\n" >core.yml
cat >top.v <<'END'
module top (input wire clk, input wire rst, input wire sensor, output wire led);
    wire [7:0] valid;
    fat_tree network (.clk(clk), .rst(rst), .s_axis_tdata(128'd0), .s_axis_tdest({8{3'd7}}), .s_axis_tvalid({8{sensor}}),
        .m_axis_tvalid(valid), .m_axis_tready(8'hff));
    assign led = valid[7];
endmodule
END
printf 'set_io sensor 4\n' >own.pcf
printf 'LOCATE COMP "sensor" SITE "B11";\n' >own.lpf
cp "$root/boards/icebreaker.yaml" mine.yaml
cp "$root/constraints/icebreaker.pcf" mine.pcf
cp "$root/boards/ulx3s-25f.yaml" other.yaml
cp "$root/constraints/ulx3s.lpf" .
"$ftc" compile device.yaml and.blif -o image.json >/dev/null
printf 'network: fat-tree\nleaves: 8\nswitching: off-line\nschedule: schedule.json\n' >offline.yaml
"$ftc" schedule offline.yaml messages.txt -o schedule.json >/dev/null
yosys=$(command -v yosys)
[ -z "$yosys" ] || yosys -q -p 'read_verilog both.v; synth -flatten; abc -g NAND; opt_clean; write_json both.json'
for file in *; do
	{ printf '\357\273\277'; cat "$file"; } >"../marked/$file"
done

failed=0
# alike WORDS ...: the command ends well in both folders, and prints the same
alike() {
	for folder in plain marked; do
		(cd "../$folder" && "$ftc" "$@" >"../$folder.said" 2>&1)
		status=$?
		[ $status = 0 ] || { echo "not so: ftc $* ends well in $folder, but with $status"; cat "../$folder.said"; failed=1; }
	done
	sed -i 's/[0-9.]* s$//' ../plain.said ../marked.said
	diff ../plain.said ../marked.said || { echo "not so: ftc $* prints the same"; failed=1; }
}
alike report tree8.yaml
alike simulate tree8.yaml --messages messages.txt
alike schedule tree8.yaml --from-matrix matrix.mtx
alike generate offline.yaml -o offline
alike compile device.yaml and.blif
alike compile device.yaml and.blif --pins pins.txt
alike verify device.yaml --image image.json --against and.blif
alike embed tree8.yaml --network guest.metis --coordinates guest.xy
alike fusesoc core.yml
if [ "$yosys" ]; then
	alike compile device.yaml both.v
	alike compile device.yaml both.sv
	alike compile device.yaml both.json
	alike verify device.yaml --image image.json --against both.v
	alike verify device.yaml --image image.json --against both.json
fi
# Real is only what reads the user's Verilog.
PATH=$scratch/tools:$PATH
if [ "$yosys" ]; then
	alike build tree8.yaml --board icebreaker --top top.v --constraints own.pcf -o out
	alike build tree8.yaml --board mine.yaml --top top.v --constraints own.pcf -o out-mine
	alike build tree8.yaml --board other.yaml --top top.v --constraints own.lpf -o out-other
	cmp ../plain/out-mine/fat_tree.pcf ../marked/out-mine/fat_tree.pcf || failed=1
fi
alike build tree8.yaml --board mine.yaml -o out-test
exit $failed
