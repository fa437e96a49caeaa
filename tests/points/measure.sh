#!/bin/sh
# measure.sh FTC: `ftc explore --measure` measures the front with the real tools, says what the other commands say, and goes on
# where one network fails. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'
for tool in yosys nextpnr-ice40 verilator icepack gnuplot; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
FTC_CACHE=$scratch/cache
export FTC_CACHE

# nextpnr-ice40, of which the placements of one network fail, with either placer: of the one that is placed first. Networks are placed
# at the same time, each in a folder of its own, and a symbolic link is made by one of them alone.
real=$(command -v nextpnr-ice40)
mkdir bin
cat >bin/nextpnr-ice40 <<END
#!/bin/sh
case " \$* " in
*" --seed "*)
	folder=\$(dirname "\$PWD")
	ln -sn "\$folder" "$scratch/loser" 2>/dev/null
	[ "\$(readlink "$scratch/loser")" != "\$folder" ] || { echo "ERROR: no place for it"; exit 1; } ;;
esac
exec "$real" "\$@"
END
chmod +x bin/nextpnr-ice40

PATH=$scratch/bin:$PATH "$ftc" explore --leaves 2 --payload 8 --board icebreaker --measure front -o out >table.txt 2>error.txt
report "one placement fails, and the others go on"
# NAME LUT4 FF MHZ ACCEPTED FRONT FAILED of all points that were measured, or failed
awk '/^      "name":/ { name = $2 } /"front":/ { front = $2 } /"failure":/ { failure = $0 !~ /null/ }
	/"(lut4|ff|mhz|accepted|cells)": {/ { figure = $1 }
	figure && /"value":/ { value[figure] = $2 + 0 }
	figure && /"measured":/ { measured[figure] = $2 ~ /true/; figure = "" }
	/"latency_ns":/ { if (failure || measured["\"accepted\":"])
		print name, value["\"lut4\":"], value["\"ff\":"], value["\"mhz\":"], value["\"accepted\":"], front, failure, measured["\"mhz\":"] }' \
	out/points.json | tr -d '",' >said
is "one has failed" "$(awk '$7' said | wc -l)" 1
grep -q 'measured [0-9]*: .*: nextpnr-ice40 failed with status 1$' error.txt && grep -q 'measured [0-9]*: .* MHz' error.txt &&
	sed -n 's/^measured \([0-9]*\): .*/\1/p' error.txt >numbers && seq "$(wc -l <numbers)" | cmp -s - numbers &&
	[ "$(wc -l <numbers)" -gt 1 ]
report "a line for each network"
awk '$6 == "true" && !$8 { bad = 1 } $6 == "true" && $8 { some = 1 } $7 && $6 == "true" { bad = 1 } END { exit bad || !some }' said
report "the whole front is measured, and what failed is not on it"
grep -q '"failure": ".*nextpnr' out/points.json
report "the failure is reported"
loser=$(awk '$7 { print $1 }' said)
grep -q '^ERROR: no place for it$' "out/log/$loser/board/nextpnr.log" && grep -q "^$loser: nextpnr-ice40 failed" table.txt &&
	grep -q "^  $loser " table.txt
report "so is where its log is"

printf '#!/bin/sh\necho "ERROR: no place at all"\nexit 1\n' >bin/nextpnr-ice40
PATH=$scratch/bin:$PATH "$ftc" explore --leaves 2 --payload 8 --board icebreaker --measure "$loser" -o none >none.txt 2>>error.txt
is "nothing measured is a failure" $? 1
[ -f none/points.csv ]
report "of which the estimates are left"

# What the other commands say of the network with lanes: it is on any front.
name=$(awk '$1 ~ /auto/ && $8 { print $1 }' said)
[ "$name" ] || name=$(awk '$8 { print $1; exit }' said)
"$ftc" simulate "out/$name.yaml" --load 1 --frames 1000 --warmup 100 --json >run.json 2>>error.txt
is "accepted as ftc simulate counts" "$(awk -v name="$name" '$1 == name { print $5 }' said)" \
	"$(awk '/"accepted":/ { print $2 + 0; exit }' run.json)"
"$ftc" generate "out/$name.yaml" -o rtl >/dev/null 2>>error.txt
top=$(cd rtl && ls *.json | sed 's/\.json//')
(cd rtl && yosys -p "read_verilog $(tr '\n' ' ' <"$top.f"); synth_ice40 -device u -spram -top $top; stat") >log 2>&1
is "LUTs and flip-flops as Yosys counts" "$(awk -v name="$name" '$1 == name { print $2, $3 }' said)" "$(awk '
	/^=== / { lut = ff = 0 }
	$1 == "SB_LUT4" { lut = $2 }
	$2 == "SB_LUT4" { lut = $1 }
	/SB_DFF/ { ff += $1 ~ /^[0-9]/ ? $1 : $2 }
	END { print lut, ff }' log)"
log=out/log/$name/board/nextpnr.log
is "the clock that nextpnr reports" "$(awk -v name="$name" '$1 == name { printf "%.2f", $4 }' said)" \
	"$(sed -n "s/.*Max frequency for clock .*: \([0-9.]*\) MHz.*/\1/p" "$log" | tail -1)"
cells=$(sed -n 's,.*ICESTORM_LC: *\([0-9]*\)/.*,\1,p' "$log" | head -1)
[ "$cells" -gt "$(awk -v name="$name" '$1 == name { print ($2 > $3 ? $2 : $3) }' said)" ]
result $? "the harness keeps all of the network" "$log"
finish
