#!/bin/sh
# What universal fat-trees accept at full load, and their latency at 80 % of that, beside theory: the table and the plot of
# docs/papers/saturation.md.
#
#   saturation.sh FTC DIRECTORY       DIRECTORY keeps the results as JSON; it gets saturation.csv and saturation.svg
#
# Words go to other leaves, drawn uniformly. Environment: LEAVES, WIDTHS (root-capacity as powers of n, exponents as fractions: "2/3
# 5/6 1"), SLOTS (measured, 0: by the size), SEED.
set -eu
ftc=$1 directory=$2
. "$(dirname "$0")/figures.sh"
: "${LEAVES:=16 64 256 1024 4096 16384 65536}" "${WIDTHS:=2/3 5/6 1}" "${SLOTS:=0}" "${SEED:=1}"
mkdir -p "$directory"

# simulate FILE LOAD SLOTS NAME: NAME.json, unless it is there
simulate() {
	[ -s "$4.json" ] || {
		"$ftc" simulate "$1.yaml" --load "$2" --warmup 100 --frames "$3" --seed "$SEED" --json >"$4.part" 2>>"$1.log"
		mv "$4.part" "$4.json"
	}
}

# run LEAVES WIRES SLOTS: report and simulations as JSON, unless they are there
run() {
	file=$directory/$1-$2
	printf 'network: fat-tree\nleaves: %s\nroot-capacity: %s\n' "$1" "$2" >"$file.yaml"
	"$ftc" report "$file.yaml" --json >"$file.report" 2>"$file.log"
	simulate "$file" 1 "$3" "$file"
	simulate "$file" "$(field "$file.json" accepted | awk '{ print 0.8 * $1 }')" "$3" "$file-below"
}

echo 'leaves,exponent,wires,slot_clocks,accepted,if_forgotten,root_bound,served_least,served_most,latency_mean,latency_p99,longest_wait' \
	>"$directory/saturation.csv"
for width in $WIDTHS; do
	for leaves in $LEAVES; do
		# The least whole number that is no less than the power.
		wires=$(awk -v n="$leaves" -v e="$width" 'BEGIN { split(e, p, "/"); x = exp(log(n) * p[1] / (p[2] ? p[2] : 1)); w = int(x)
			print w + (x - w > 1e-6) }')
		run "$leaves" "$wires" "$([ "$SLOTS" -gt 0 ] && echo "$SLOTS" || awk -v n="$leaves" 'BEGIN { print n <= 4096 ? 1000 : 200 }')"
		file=$directory/$leaves-$wires
		# Half of all words cross the root, by the channels of level 1 below it: the first level that the results name.
		bound=$(awk -v n="$leaves" '/"capacity":/ { x = $2 * 4 * (n - 1) / (n * n); print (x > 1 ? 1 : x); exit }' "$file.json")
		echo "$leaves,$width,$wires,$(field "$file.json" slot_clocks),$(field "$file.json" accepted),$(
			awk '/"fresh":/ { on = 1 } on && $1 == "\"accepted\":" {
			sub(/,/, "", $2); print $2; exit }' "$file.report"),$bound,$(field "$file.json" served.least),$(
			field "$file.json" served.most),$(field "$file-below.json" latency.mean),$(
			field "$file-below.json" latency.p99),$(field "$file-below.json" longest_wait.clocks)" \
			>>"$directory/saturation.csv"
	done
done
cat "$directory/saturation.csv"
command -v gnuplot >/dev/null || exit 0
cat >"$directory/saturation.gp" <<'END'
set datafile separator ','
set terminal svg size 1000,420 dynamic background rgb 'white'
set output 'saturation.svg'
set logscale x 2
set grid lc rgb '#dddddd'
set border 3
set tics nomirror out
set xtics ('16' 16, '64' 64, '256' 256, '1,024' 1024, '4,096' 4096, '16,384' 16384, '65,536' 65536)
set xrange [12:90000]
set xlabel 'leaves n'
set key below horizontal reverse Left
set multiplot layout 1,2
set ylabel 'accepted (words per leaf and slot)'
set logscale y
set yrange [0.02:1.2]
set ytics (0.02, 0.05, 0.1, 0.2, 0.5, 1)
colour(k) = k == 1 ? 0x1b6ca8 : k == 2 ? 0xd1495b : 0x66a182
name(k) = word('n^{2/3} n^{5/6} n', k)
width(k) = word('2/3 5/6 1', k)
plot for [k=1:3] 'saturation.csv' using 1:(strcol(2) eq width(k) ? $5 : 1/0) skip 1 with linespoints lw 2 pt 7 ps 0.6 lc rgb colour(k) title 'w = '.name(k), \
     for [k=1:3] '' using 1:(strcol(2) eq width(k) ? $7 : 1/0) skip 1 with lines lw 1 dt 2 lc rgb colour(k) title k == 1 ? 'the root takes no more' : '', \
     for [k=1:3] '' using 1:(strcol(2) eq width(k) ? $6 : 1/0) skip 1 with lines lw 1 dt 3 lc rgb colour(k) title k == 1 ? 'if dropped words were forgotten' : ''
set ylabel 'latency at 80 % of that (slots), mean'
unset logscale y
set yrange [0:*]
set ytics autofreq
plot for [k=1:3] 'saturation.csv' using 1:(strcol(2) eq width(k) ? $10 / $4 : 1/0) skip 1 with linespoints lw 2 pt 7 ps 0.6 lc rgb colour(k) title 'w = '.name(k)
END
(cd "$directory" && gnuplot saturation.gp)
