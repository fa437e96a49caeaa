#!/bin/sh
# page.sh FTC PAGE-CHECK EXAMPLES: the page of a run has the report of --json and the deliveries of --log; where ways are known; what
# --html refuses; what becomes of names that mean something in HTML. TAP.
set -u
ftc=$(realpath "$1")
check=$(realpath "$2")
examples=$(realpath "$3")
. "$(dirname "$0")/../common/tap.sh"

# page NAME EXPECTED OPTIONS...: of ways
page() {
	takes 3 || return 0
	name=$1
	expected=$2
	shift 2
	: >said
	"$ftc" simulate "$@" --json --html run.html --log log.csv >whole.json 2>said && unmade whole.json >result.json &&
		"$check" run.html log.csv result.json >>said && grep -q "$expected" said
	report "$name"
}

page 'a fat tree: each pair has one way' ', 240 ways known of 240' "$examples/tree16.yaml" --frames 300
page 'a word to its own leaf, too' ', 2 ways known of 2' "$examples/tree16.yaml" --messages - <<END
3 3
3 4
END
page 'the Verilog: the same' ', 56 ways known of 56' "$examples/tree8.yaml" --frames 200 --engine rtl
page 'an off-line fat tree' ', 48 ways known of 48' "$examples/offline16.yaml"
page 'lanes' ', 240 ways known of 240' "$examples/lanes16.yaml" --frames 300
page 'a fat tree with lanes' ', 240 ways known of 240' "$examples/cores16.yaml" --frames 300
page 'leaves of two wires, each of which chance may take' ', 0 ways known of 240' "$examples/cm5.yaml" --frames 300
page 'a hypertree: nodes pass words on' ', 0 ways known of 0' "$examples/hypertree15.yaml" --frames 300
page 'rounds of a deterministic butterfly' '^[1-9][0-9]* words sidetracked' "$examples/batched16.yaml" --frames 100
page 'the same, of the Verilog, where words of a pair overtake' '^[1-9][0-9]* words sidetracked' "$examples/batched16.yaml" --frames 20 --engine rtl \
	--set order=none --set round-words=8 --load 0.5
printf 'network: sorting-fat-tree\nleaves: 16\n' >sorting16.yaml
page 'rounds of a sorting fat-tree, whose readers are late' '^[1-9][0-9]* tries, 0 lost' sorting16.yaml --frames 60 --load 1 --back-pressure 0.5
page 'the same without blocks' '^[1-9][0-9]* tries, 0 lost' sorting16.yaml --frames 60 --load 1 --set mesh-side=1 --set batches=4
page 'the same, of the Verilog' '^[1-9][0-9]* tries, 0 lost' sorting16.yaml --frames 20 --engine rtl
awk 'BEGIN { srand(7); for (i = 0; i < 300; i++) print int(16 * rand()), int(16 * rand()) }' >rounds.txt
page 'rounds of a file: as many words are sidetracked as the report has' '^[1-9][0-9]* words sidetracked' "$examples/batched16.yaml" --messages rounds.txt
page 'the same in one round, where some never move' '^[1-9][0-9]* words sidetracked' "$examples/batched16.yaml" --messages rounds.txt --one-round
printf 'network: xgft\nchildren: [2, 2, 2]\nparents: [1, 2, 2]\nup-routing: source\n' >source.yaml
page 'up-routing by the source' ', 56 ways known of 56' source.yaml --frames 200
page 'up-routing at random: below one parent' ', 8 ways known of 56' source.yaml --frames 200 --set up-routing=random
page 'faults, which words avoid' ', 8 ways known of 56' source.yaml --frames 200 --set fault-registers=true
page 'a rotor' ', 0 ways known of 0' --frames 50 - <<END
network: rotor
leaves: 16
END
page 'messages of a file, with a broadcast' ' deliveries' "$examples/xgft6.yaml" --set broadcast-every=3 --messages - <<END
0 1
1 *
2 5
END
page 'tries of a fat tree' '^[1-9][0-9]* tries, [1-9][0-9]* lost' "$examples/tree16.yaml" --frames 300 --load 0.6
page 'tries of lanes, refused ones too' '^[1-9][0-9]* tries, [1-9][0-9]* lost' "$examples/lanes16.yaml" --frames 300 --back-pressure 0.7
page 'ways through a hypertree, with answers' '^[1-9][0-9]* tries, [1-9][0-9]* lost' "$examples/hypertree15.yaml" --frames 300 \
	--set acknowledge=true --load 1 --back-pressure 0.95
page 'tries of a schedule' '^48 tries, 0 lost' "$examples/offline16.yaml"
page 'tries beside the Verilog' '^[1-9][0-9]* tries, [1-9][0-9]* lost' "$examples/tree8.yaml" --frames 200 --engine rtl
page 'questions to a rotor' '^[1-9][0-9]* tries, [1-9][0-9]* lost' --frames 300 --load 1 - <<END
network: rotor
leaves: 16
END
printf 'network: sorter\nwires: 16\nkey-bits: 4\npayload-bits: 4\n' >sorter16.yaml
page 'words through the comparators of a sorter' '^4800 tries, 0 lost' sorter16.yaml --frames 300
page 'the same, of the Verilog' '^1600 tries, 0 lost' sorter16.yaml --frames 100 --engine rtl
printf 'network: fat-tree\nname: bus8\nleaves: 8\nlanes: auto\nbus: wishbone\n' >bus8.yaml
printf 'network: flexible-sorter\nwords: 64\nlines: 16\nkey-bits: 8\npayload-bits: 8\n' >flexible16.yaml
page 'words through the columns of a flexible sorter' '^[1-9][0-9]* tries, 0 lost' flexible16.yaml --frames 60
page 'accesses over a bus: requests and answers' 'deliveries.*ways known' bus8.yaml --bus --accesses 1000
printf 'network: rotor\nleaves: 12\nbus: wishbone\nmap:\n  - {leaf: 0-11, role: both, base: 0, size: 4K}\n' >rotor-bus.yaml
"$ftc" simulate rotor-bus.yaml --bus --accesses 20 --html rotor-bus.html >out.txt 2>said && [ -s rotor-bus.html ] && grep -q '0 wrong' out.txt
report 'accesses over a bus whose words have no way'
printf 'network: fat-tree\nleaves: 6\nroot-capacity: 3\nexternal: true\nroot-interface: link\npins: 4\n' >chips.yaml
page 'words from chip to chip, by both roots' ', 132 ways known of 132' chips.yaml --load 0.5 --frames 200
page 'the same with lanes' '^[1-9][0-9]* tries, 0 lost' chips.yaml --set leaves=8 --set lanes=2 --frames 100
printf 'network: fat-tree\nleaves: 32\nlanes: auto\n' >lanes32.yaml
"$ftc" simulate lanes32.yaml --load 0.6 --frames 11000 --json --html run.html --log log.csv >whole.json 2>said && unmade whole.json >result.json &&
	grep -q 'the page of the run has its first 200000 deliveries of [0-9]*: a browser plays no more' said &&
	"$check" run.html log.csv result.json 200000 >>said
report 'a long log is cut, and ftc says so'
"$ftc" simulate "$examples/tree16.yaml" --frames 100 --processes 2 --engine model --json --html run.html --log log.csv >whole.json 2>said && unmade whole.json >result.json &&
	"$check" run.html log.csv result.json >>said
report 'two processes'
"$ftc" simulate "$examples/tree16.yaml" --frames 100 --html run.html >plain.txt 2>said && ! sed 's|http://www.w3.org/2000/svg||g' run.html | grep -E '[a-z]+://|src=|@import' >>said
report 'the page names no address'
grep -c '<svg' run.html >said && grep -q '^1$' said && ! grep -q 'text { font-family' run.html
report 'one drawing, without its styles'

# refused NAME MESSAGE OPTIONS...: status 2, and nothing is run or written
refused() {
	name=$1
	message=$2
	shift 2
	"$ftc" simulate "$examples/tree16.yaml" "$@" >out.txt 2>said
	[ $? -eq 2 ] && grep -q -- "$message" said && [ ! -s out.txt ]
	report "$name"
}
refused 'a sweep' '--sweep and --html do not go together' --sweep --html new.html
refused 'several seeds' '--seeds and --html do not go together' --seeds 2 --html new.html
refused 'no name' '--html is empty' --html ''
refused 'one file for two' 'are the same file' --html one.html --log one.html
refused 'a directory' 'is a directory' --html .
mkdir results
refused 'in the directory of -o' 'lies in the directory of -o' -o results --html results/run.html
"$ftc" simulate "$examples/device-up5k.yaml" --html new.html >out.txt 2>said
[ $? -eq 2 ] && grep -q -- '--image is missing' said
report 'a device without an image'
[ ! -e new.html ] && [ ! -e one.html ]
report 'nothing was written'
cp "$examples/tree8.yaml" tree.yaml
"$ftc" simulate tree.yaml --frames 10 --html tree.yaml >out.txt 2>said
[ $? -ne 0 ] && cmp tree.yaml "$examples/tree8.yaml"
report 'the parameter file is not replaced'
echo mine >kept.html
FTC_DATA=$PWD/nothing "$ftc" simulate tree.yaml --frames 10 --engine model --html kept.html >out.txt 2>said
[ $? -ne 0 ] && [ "$(cat kept.html)" = mine ]
report 'a file that stands there stays when the page cannot be made'

# Names that end a script or begin an element.
cp "$examples/tree8.yaml" 'a<b>&.yaml'
"$ftc" simulate 'a<b>&.yaml' --frames 20 --html run.html >out.txt 2>said && ! grep -q 'a<b>&' run.html && grep -q 'a.u003cb>&' run.html
report 'a file name with signs of HTML'
[ "$(grep -c '<script' run.html)" -eq 4 ] && [ "$(grep -c '</script>' run.html)" -eq 4 ]
report 'four scripts, and no more'
finish
