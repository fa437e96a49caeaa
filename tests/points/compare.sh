#!/bin/sh
# compare.sh FTC: curves of small networks against single simulations; the same with other numbers of processes; the knee and
# saturation where they must be. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'
command -v gnuplot >/dev/null || { echo '1..0 # SKIP gnuplot is not there'; exit 0; }

printf 'network: fat-tree\nleaves: 8\nname: whole\n' >whole.yaml
printf 'network: fat-tree\nleaves: 8\nroot-capacity: 2\nname: narrow\n' >narrow.yaml
printf 'network: xgft\nchildren: [2, 4]\nparents: [1, 2]\nlanes: auto\nname: wide\npayload-bits: 16\n' >wide.yaml
"$ftc" compare whole.yaml narrow.yaml wide.yaml --pattern uniform,neighbor --most-slots 4096 -o out >table.txt 2>error.txt
report 'three networks, two patterns'
"$ftc" compare whole.yaml narrow.yaml wide.yaml --pattern uniform,neighbor --most-slots 4096 --json >again.json 2>error.txt
report 'with --json'
is 'the same curves again' "$(unmade again.json | sha256sum)" "$(unmade out/compare.json | sha256sum)"
for file in csv json gp svg png; do
	[ -s out/compare.$file ]
	report "compare.$file"
done
grep -q '<svg' out/compare.svg && grep -q narrow out/compare.svg
report 'the picture names the networks'

# column NAME: its number in compare.csv
column() {
	head -n 1 out/compare.csv | tr , '\n' | grep -nx "$1" | cut -d: -f1
}
# holds NAME CONDITION: of all rows, by names of columns
holds() {
	name=$1 condition=$2
	for key in $(head -n 1 out/compare.csv | tr , ' '); do
		condition=$(echo "$condition" | sed "s/\\b$key\\b/\$$(column "$key")/g")
	done
	awk -F, "NR > 1 && !($condition) { print; bad = 1 } END { exit bad || NR < 30 }" out/compare.csv >said
	report "$name"
}
holds 'what is not saturated delivers what is offered' \
	'saturated || (accepted - offered <= 0.03 * offered + accepted_half95 && offered - accepted <= 0.03 * offered + accepted_half95)'
holds 'what is saturated delivers less' '!saturated || accepted < 0.99 * offered'
holds 'bits a ns follow' '(bits_per_ns - accepted * leaves * payload_bits * mhz / slot_clocks / 1000) ^ 2 < 1e-6 * bits_per_ns ^ 2'
holds 'nanoseconds follow' '(latency_ns - 1000 * latency_mean / mhz) ^ 2 < 1e-6 * latency_ns ^ 2'
holds 'the mean is between median and 99 %, or so' 'latency_p50 < 1.5 * latency_mean && latency_p99 > latency_mean'
holds 'what has converged is known to 15 %, or when saturated to 3 %' \
	'!converged || (saturated ? accepted_half95 <= 0.03 * accepted : latency_half95 <= 0.15 * latency_mean)'
holds 'saturated loads have no interval of the latency' '(saturated == 0) == (latency_half95 != "")'
holds 'the messages behind a mean are those of the runs' \
	'(latency_count - accepted * leaves * seeds * (slots - warmup_slots)) ^ 2 < 1e-6 * latency_count ^ 2'
awk -F, -v c="$(column converged)" -v s="$(column saturated)" -v m="$(column slots)" 'NR > 1 && !$c { open++; bad += !$s && $m < 4096 }
	END { exit !open || bad }' out/compare.csv && grep -q '^[1-9][0-9]* loads had not converged' table.txt &&
	grep -q '"converged": false' out/compare.json && grep -q ': not converged' out/compare.gp
report 'runs that are too short are marked, in table, CSV, JSON and plot'
# Near saturation runs become longer until they know the truth, which is that of a long run.
"$ftc" simulate whole.yaml --load 0.52 --frames 40000 --warmup 4000 --seed 900 --json >long.json 2>error.txt
"$ftc" compare whole.yaml --loads 0.1,0.52 --json >near.json 2>error.txt
awk '/"latency": {/ { on = 1 } on && /"mean":/ { split($2, v, ","); mean[++n] = v[1]; on = 0 } FILENAME == "near.json" && /"half95":/ { half = $2 }
	FILENAME == "near.json" && /"slots":/ { split($2, v, ","); slots[++k] = v[1] } /"converged":/ { c[++w] = $2 }
	END { print mean[1], mean[3], slots[2], slots[3], c[3]
		exit !(slots[3] >= 4 * slots[2] && c[3] == "true," && (mean[3] - mean[1]) ^ 2 < (0.15 * mean[1]) ^ 2) }' long.json near.json >said
report 'near saturation runs become longer, and right'
holds 'four seeds or more' 'seeds >= 4 && seed == 1'

# A single run of the same network, many slots and another seed: its throughput at full load is in the interval, which is narrow.
for network in whole narrow wide; do
	"$ftc" simulate $network.yaml --load 1 --frames 4000 --seed 77 --json >single.json 2>error.txt
	single=$(sed -n 's/^ *"accepted": \([0-9.]*\),/\1/p' single.json | head -n 1)
	awk -F, -v name=$network -v single="$single" -v a="$(column accepted)" -v h="$(column accepted_half95)" -v l="$(column load)" '
		$1 == name && $3 == "uniform" && $l == 1 { print single, $a, $h
			found = $h <= 0.02 * $a && (single - $a) ^ 2 < (1.5 * $h) ^ 2 }
		END { exit !found }' out/compare.csv >said
	report "$network: saturation throughput as in a long run, known to 2 %"
done
awk -F, -v s="$(column saturated)" -v l="$(column load)" -v k="$(column accepted)" '
	$3 == "uniform" && !$s && $l > knee[$1] { knee[$1] = $l }
	$3 == "uniform" && $l == 1 { most[$1] = $k }
	END { for (n in most) { print n, knee[n], most[n]; good += knee[n] > 0.8 * most[n] && knee[n] < 1.1 * most[n] } exit good != 3 }' \
	out/compare.csv >said
report 'the knees are near the saturation throughput'

# A neighbour is reached without the root: all is delivered.
is 'whole takes all that goes to neighbours' "$(awk -F, -v s="$(column saturated)" '$1 == "whole" && $3 == "neighbor" && $s' \
	out/compare.csv | wc -l)" 0
grep -q 'takes all' table.txt
report 'the table says so'
# Pairs: the same messages at the same time.
figure() { # NAME KEY FILE: the mean and half of the interval of a row of its CSV
	awk -F, -v name="$1" -v key="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == key) k = i } $1 == name { print $k, $(k + 1) }' "$3"
}
sed 's/whole/twin/' whole.yaml >twin.yaml
"$ftc" compare whole.yaml twin.yaml narrow.yaml --paired --loads 0.25 --seeds 8 -o pairs >table.txt 2>error.txt &&
	grep -q '8 runs, seeds from 1 on, each with the same for all networks' table.txt
report 'pairs'
is 'a network does not differ from its twin' "$(figure twin time_ns_beside_first pairs/compare.csv)" '0 0'
echo "$(figure whole time_ns pairs/compare.csv) $(figure narrow time_ns pairs/compare.csv) $(figure narrow time_ns_beside_first pairs/compare.csv)" >said
awk '{ exit !(($5 - ($3 - $1)) ^ 2 < 1e-6 * $5 ^ 2 && $2 > 0 && $6 ^ 2 < $2 ^ 2 + $4 ^ 2) }' said
report 'the difference is that of the means, and better known'
"$ftc" compare whole.yaml narrow.yaml --batch 20 --outstanding 2 --seeds 2 -o batches >table.txt 2>error.txt
for seed in 1 2; do "$ftc" simulate narrow.yaml --batch 20 --outstanding 2 --seed $seed --json; done >both.json
awk -F'[:,]' -v mhz="$(figure narrow mhz batches/compare.csv)" -v got="$(figure narrow time_ns batches/compare.csv)" '/^  "clocks":/ { sum += $2 }
	END { split(mhz, m, " "); split(got, g, " "); want = 500 * sum / m[1]; print want, got; exit !((want - g[1]) ^ 2 < 1e-8 * want ^ 2) }' both.json >said
report 'batches take as long as in single simulations'
"$ftc" compare whole.yaml narrow.yaml --workload all-to-all --words 3 --seeds 2 --json >said 2>error.txt && grep -q '"workload": "all-to-all, 3 words"' said
report 'a workload'
"$ftc" compare whole.yaml narrow.yaml --injection on-off --rates 0:2 --pattern uniform:2+neighbor:1 --loads 0.2 --most-slots 512 -o bursts >table.txt 2>error.txt &&
	grep -q '^uniform:2+neighbor:1 traffic, on-off with bursts of 8, rates 0:2$' table.txt &&
	grep -q '^narrow,fat-tree,uniform:2+neighbor:1,.*,,on-off,8,0:2,1$' bursts/compare.csv
report 'curves of bursts, rates and mixtures'
finish
