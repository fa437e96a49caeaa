#!/bin/sh
# channels.sh FTC EXAMPLES: what each link carries, --channels, against the report and between engines and windows; what it refuses. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# sums FILE: of the lines of a table: first links of tries, delivered on them, lost and refused
sums() {
	grep -v '^#' "$1" | awk -F, -v leaves="$2" '
		NR == 1 { next }
		$2 ~ leaves { first += $5; arrived += $6 }
		{ lost += $7; refused += $8; if ($5 < $6 + $7 + $8 || $9 > 1.00005) exit 1 }
		END { print first + 0, arrived + 0, lost + 0, refused + 0 }'
}

# Of all words the report counts those to the own leaf, too, which enter no link; these networks have none.
"$ftc" simulate "$examples/tree16.yaml" --frames 500 --json --channels one.csv >one.json 2>said
sums one.csv '^4[.]' >said
read -r first arrived lost refused <said
[ "$arrived" -gt 0 ] && [ $((first - arrived)) -eq $((lost + refused)) ] && grep -q "\"lost\": $lost," one.json &&
	grep -q "\"delivered\": $arrived," one.json
report 'a fat tree: each try is delivered or lost once, as often as the report says'

"$ftc" simulate "$examples/tree16.yaml" --frames 500 --channels two.csv --window 1 >out.txt 2>said
by_link() {
	grep -v '^#' "$1" | awk -F, 'NR > 1 { k = $2 " " $3; c[k] += $5; d[k] += $6; l[k] += $7 } END { for (k in c) print k, c[k], d[k], l[k] }' | sort
}
by_link one.csv >one.txt
by_link two.csv >two.txt
[ -s one.txt ] && cmp one.txt two.txt >said 2>&1 && [ "$(wc -l <two.csv)" -gt "$(wc -l <one.csv)" ]
report 'windows of one slot have the same sums'

# engines NAME OPTIONS...: the Verilog's table is the model's
engines() {
	name=$1
	shift
	for engine in model rtl; do
		"$ftc" simulate "$@" --engine $engine --channels $engine.csv >out.txt 2>said || break
		grep -v '^# ftc' $engine.csv >$engine.txt
	done
	[ -s rtl.txt ] && cmp model.txt rtl.txt >>said 2>&1
	report "$name"
	rm -f model.txt rtl.txt
}
engines 'both engines: a fat tree' "$examples/tree8.yaml" --frames 100
engines 'both engines: lanes' "$examples/lanes16.yaml" --frames 100 --back-pressure 0.5
engines 'both engines: a hypertree' "$examples/hypertree15.yaml" --frames 60
engines 'both engines: rounds of a deterministic butterfly' "$examples/batched16.yaml" --frames 20

"$ftc" simulate "$examples/lanes16.yaml" --frames 500 --json --channels lanes.csv --back-pressure 0.8 >lanes.json 2>said
sums lanes.csv '^0[.]' >said && read -r first arrived lost refused <said && [ "$refused" -gt 0 ] &&
	[ $((first - arrived)) -eq $((lost + refused)) ] && grep -q "\"delivered\": $arrived," lanes.json
report 'lanes: words that busy leaves refuse are told from those that others stop'
head -n 2 one.csv >said && grep -q '^# slot: 73 clocks$' one.csv && grep -q '^# leaves: 16$' one.csv &&
	grep -q '^slot,from,to,wires,carried,delivered,lost,refused,load$' one.csv
report 'the parameters, the slot and the columns stand in it'

# Each line of the log has a try that arrived; tries of the same word before it did not, and have ways between the same ends.
tries() {
	name=$1
	shift
	"$ftc" simulate "$@" --log log.csv --tries tries.csv >out.txt 2>said && grep -v '^#' tries.csv | awk -F, '
		FNR == 1 { next }
		FILENAME == "log.csv" { key = $1 " " $2 " " $3; if ($1 != $3) words++; word[key] = $1 != $3; next }
		$4 == "" { next }
		{ key = $2 " " $4 " " $3; split($6, way, " ") }
		!(key in word) || done[key] { print "not in the log, or after its arrival: " $0; bad = 1 }
		$5 == "arrived" { done[key] = 1; arrived++ }
		$5 == "lost" { lost++ }
		END { if (arrived != words || !lost && want) { print arrived, words, lost; bad = 1 } exit bad }
	' want="$lossy" log.csv - >>said
	report "$name"
}
lossy=1
tries 'tries of a fat tree: one of each word arrives, the last' "$examples/tree16.yaml" --frames 300
tries 'tries of lanes' "$examples/lanes16.yaml" --frames 300
grep -E '^[0-9]+,3,9,[0-9]+,arrived,0[.]3 1[.]0 2[.]3 1[.]2 0[.]9$' tries.csv >said
report 'a way is that of ftc route'
lossy=
tries 'the ways of a schedule' "$examples/offline16.yaml"
tries 'ways through a hypertree' "$examples/hypertree15.yaml" --frames 200
grep -q '@' tries.csv
report 'with the slots of its links'

# refused NAME MESSAGE OPTIONS...: status 2, and nothing is run or written
refused() {
	name=$1
	message=$2
	shift 2
	"$ftc" simulate "$@" >out.txt 2>said
	[ $? -eq 2 ] && grep -q -- "$message" said && [ ! -s out.txt ]
	report "$name"
}
refused 'a device' '--channels has no meaning for a device' "$examples/device-up5k.yaml" --channels new.csv
refused 'a shell, of which there is only the Verilog' 'only the model in C tells' "$examples/tree8.yaml" --wishbone --channels new.csv
refused 'several processes' '--channels' "$examples/tree8.yaml" --processes 2 --channels new.csv
refused 'several seeds' '--seeds and --channels do not go together' "$examples/tree8.yaml" --seeds 2 --channels new.csv
refused 'a window without a table' '--window is only for --channels' "$examples/tree8.yaml" --window 5
refused 'a window of nothing' '--window' "$examples/tree8.yaml" --channels new.csv --window 0
refused 'one file for two' 'are the same file' "$examples/tree8.yaml" --channels new.csv --log new.csv
[ ! -e new.csv ]
report 'nothing was written'
finish
