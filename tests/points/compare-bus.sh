#!/bin/sh
# compare-bus.sh FTC: networks with a bus, ranked: against single simulations and reports of them. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='error.txt said'
export FTC_MODEL_FLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'

# make NAME KEYS: masters and slaves are the same in all
make() {
	printf 'name: %s\nbus: wishbone\n%b\n' "$1" "$2" >"$1.yaml"
	printf 'map: [{leaf: 0-1, role: both, base: 0x0, size: 4K}, {leaf: 3, role: slave, base: 0x10000, size: 1K}]\n' >>"$1.yaml"
}
make serial 'network: fat-tree\nleaves: 4'
make strict 'network: fat-tree\nleaves: 4\nlanes: auto'
make posted 'network: fat-tree\nleaves: 4\nlanes: auto\norder: relaxed\nposted: true\nfence: 0xfffffffc'

"$ftc" compare --bus serial.yaml strict.yaml posted.yaml --accesses 600 --seeds 3 --seed 5 -o out >table.txt 2>error.txt
report 'three networks'
"$ftc" compare --bus posted.yaml serial.yaml strict.yaml --accesses 600 --seeds 3 --seed 5 --json >again.json 2>error.txt
report 'in another order, with --json'
is 'the same ranks and figures' "$(unmade again.json | sha256sum)" "$(unmade out/compare.json | sha256sum)"
is 'a line for each network' "$(wc -l <out/compare.csv)" 4

# get NAME COLUMN: of compare.csv
get() {
	awk -F, -v name="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["name"] == name { print $at[column] }' out/compare.csv
}
# near A B [SHARE]: within 0.01 %, or SHARE
near() {
	awk -v a="$1" -v b="$2" -v share="${3-0.0001}" 'BEGIN { print a, b; exit !(a != "" && b > 0 && (a - b) ^ 2 < (share * b) ^ 2) }' >said
}

for name in serial strict posted; do
	"$ftc" simulate $name.yaml --bus --unmapped 0 --accesses 600 --seeds 3 --seed 5 --json >run.json 2>error.txt
	# The mean of the rates of the runs.
	near "$(get $name accesses_per_clock)" \
		"$(awk '/"rates"/ { on = 1; next } on && /[0-9]/ { sum += $1; n++ } END { if (n == 3) print sum / n }' run.json)"
	report "$name: accesses a clock as ftc simulate --bus has them"
	"$ftc" report $name.yaml --json >report.json 2>error.txt
	is "$name: LUT4 and FF of the network and its bridges, and those of bridges" \
		"$(for c in lut4 ff bridge_lut4 bridge_ff; do get $name $c; done)" \
		"$(awk '/^  "estimate(_bus)?": / { on = 1 } on && /"(lut4|ff)":/ { print $2 + 0 } /}/ { on = 0 }' report.json)"
	near "$(get $name accesses_per_us)" "$(awk -v a="$(get $name accesses_per_clock)" -v b="$(get $name mhz)" 'BEGIN { print a * b }')" &&
		near "$(get $name accesses_per_ms_lut4)" \
			"$(awk -v a="$(get $name accesses_per_us)" -v b="$(get $name lut4)" 'BEGIN { print 1000 * a / b }')" &&
		near "$(get $name beside_first)" \
			"$(awk -v a="$(get $name accesses_per_us)" -v b="$(get posted accesses_per_us)" 'BEGIN { print a / b }')" 0.01
	report "$name: a second, for each LUT4, and beside the first"
	is "$name: nothing wrong" "$(get $name done)$(get $name wrong)$(get $name lost)$(get $name doubled)" 1000
done
is 'ranks go by accesses a second' "$(tail -n +2 out/compare.csv | cut -d, -f1)" \
	"$(for name in serial strict posted; do get $name accesses_per_us; done | sort -gr | awk '{ print NR }')"
tail -n +2 out/compare.csv | cut -d, -f2 >names
is 'the best comes first' "$(cat names)" \
	"$(for name in serial strict posted; do echo "$(get $name accesses_per_us) $name"; done | sort -gr | cut -d' ' -f2)"
is 'ranks for each LUT4' "$(for name in serial strict posted; do echo "$(get $name rank_lut4) $name"; done | sort -g | cut -d' ' -f2)" \
	"$(for name in serial strict posted; do echo "$(get $name accesses_per_ms_lut4) $name"; done | sort -gr | cut -d' ' -f2)"
is 'the first one is what all are compared with' "$(get "$(head -n 1 names)" beside_first),$(get "$(head -n 1 names)" beside_first_half95)" 1,0

# Access k of a master is the same one on each network, posted or not: the masters and numbers of requests to leaf 3, which is no master.
same() {
	awk -F, '$2 < 150 && $3 == 3 { print $1, $2 }' "$1" | sort
}
for name in strict posted; do
	"$ftc" simulate $name.yaml --bus --unmapped 0 --accesses 600 --seed 5 --log $name.log >said 2>error.txt
	same $name.log >$name.same
done
[ "$(wc -l <strict.same)" -ge 60 ] && cmp -s strict.same posted.same
report 'all networks get the same accesses'
grep -q '^     1  posted' table.txt && grep -q 'compiled for each network' table.txt
report 'the table says who is first, and what it took'

"$ftc" compare --bus strict.yaml --board ulx3s-25f --think 50 --memory-clocks 0..7 --reads 0.9 --accesses 300 --html page.html >said 2>error.txt &&
	grep -q 'on the ULX3S 25F' said && grep -q '90 % reads, masters think 50 clocks, memories take 0 to 7 more clocks' said && [ -s page.html ]
report 'on a board, with options of accesses, as a page'

mkdir bin
printf '#!/bin/sh\nexit 3\n' >bin/verilator
chmod +x bin/verilator
FTC_CACHE= PATH=$PWD/bin:$PATH "$ftc" compare --bus strict.yaml posted.yaml -o failed >said 2>error.txt
is 'networks that cannot be simulated have no rank' "$?,$(grep -c ': failed, see the message above' said)" 1,2
is 'all columns are there' "$(awk -F, '{ print NF }' out/compare.csv failed/compare.csv | sort -u | wc -l),$(cut -d, -f1 failed/compare.csv | tail -n 2 | tr -d '\n')" 1,
finish
