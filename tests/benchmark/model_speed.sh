#!/bin/sh
# How fast the model in C is: the table of docs/measured/benchmarks.md#simulation. Seconds are those of the processor, one core.
#
#   model_speed.sh FTC
#
# Environment: BOOKSIM, the program of BookSim2, which then sends single flits by nca through its fattree of k = 4, with 4 virtual channels;
# each of the two runs between runs of the other. That graph has 4^(n-1) routers on each of n levels and a link to a leaf: it is
# XGFT(n; 4..4; 1,4..4), not GFT(n,4,4), and beside it the model has this one. RUNS (3): the fastest of so many counts.
set -eu
ftc=$(realpath "$1")
: "${BOOKSIM:=}" "${RUNS:=3}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# seconds COMMAND..: of the processor; what it says is in `said`
seconds() {
	/usr/bin/env time -f %U -o time "$@" >said 2>&1 || { cat said >&2; exit 1; }
	cat time
}

# model FILE LOAD FRAMES: seconds and messages
model() {
	whole=$(seconds "$ftc" simulate "$1" --engine model --load "$2" --frames "$3" --warmup 0)
	sent=$(sed -n 's/^  messages *\([0-9]*\) sent.*/\1/p' said)
	echo "$whole $sent"
}

# booksim HEIGHT LOAD PERIOD
booksim() {
	printf '%s;\n' 'topology = fattree' 'k = 4' "n = $1" 'routing_function = nca' 'num_vcs = 4' 'vc_buf_size = 8' \
		'traffic = uniform' "injection_rate = $2" 'packet_size = 1' 'sim_type = throughput' "sample_period = $3" \
		'warmup_periods = 1' 'max_samples = 3' >config
	# Its exit status is not 0 when all is well.
	/usr/bin/env time -f %U -o time "$BOOKSIM" config >said 2>&1 || true
	spent=$(tail -1 time)
	cycles=$(sed -n 's/^Time taken is \([0-9]*\) cycles/\1/p' said)
	echo "$spent $(awk -v c="$cycles" -v n="$1" -v load="$2" 'BEGIN { print int(c * 4 ^ n * load) }')"
}

rates() {
	awk '{ if ($1 > 0 && $2 / $1 > best) best = $2 / $1 } END { printf "%.0f\n", best }'
}

echo '| network | load | messages a second | of BookSim2 |'
echo '| --- | --- | --- | --- |'
for height in 3 5; do
	fours=$(printf ', 4%.0s' $(seq 2 $height))
	printf 'network: gft\nheight: %s\nchildren: 4\nparents: 4\n' $height >gft.yaml
	printf 'network: xgft\nchildren: [4%s]\nparents: [1%s]\n' "$fours" "$fours" >xgft.yaml
	frames=$([ $height = 3 ] && echo 12000 || echo 800) period=$([ $height = 3 ] && echo 4000 || echo 200)
	for load in 0.3 0.4; do
		: >gft
		: >xgft
		: >theirs
		for run in $(seq "$RUNS"); do
			model gft.yaml $load "$frames" >>gft
			model xgft.yaml $load "$frames" >>xgft
			[ -z "$BOOKSIM" ] || booksim $height $load "$period" >>theirs
		done
		[ -s theirs ] && theirs=$(rates <theirs) || theirs=
		leaves=$(awk "BEGIN { print 4 ^ $height }")
		echo "| GFT($height,4,4), $leaves leaves | $load | $(rates <gft) | |"
		echo "| XGFT($height; 4$fours; 1$fours), $leaves leaves | $load | $(rates <xgft) | $theirs |"
	done
done
# Closed loops: each leaf has 6,000 requests, four of them under way.
printf 'network: xgft\nchildren: [4, 4, 4]\nparents: [1, 4, 4]\n' >xgft.yaml
printf '%s;\n' 'topology = fattree' 'k = 4' 'n = 3' 'routing_function = nca' 'num_vcs = 4' 'vc_buf_size = 8' 'traffic = uniform' \
	'packet_size = 1' 'sim_type = batch' 'batch_size = 2000' 'batch_count = 3' 'max_outstanding_requests = 4' >config
: >ours
: >theirs
for run in $(seq "$RUNS"); do
	echo "$(seconds "$ftc" simulate xgft.yaml --engine model --batch 6000 --outstanding 4 --reply-words 0) 384000" >>ours
	[ -z "$BOOKSIM" ] || { /usr/bin/env time -f %U -o time "$BOOKSIM" config >said 2>&1 || true; echo "$(tail -1 time) 384000" >>theirs; }
done
[ -s theirs ] && theirs=$(rates <theirs) || theirs=
echo "| XGFT(3; 4, 4, 4; 1, 4, 4), 64 leaves | closed loop of 4 | $(rates <ours) | $theirs |"
# fast NETWORK LOAD FRAMES KEY...
fast() {
	name=$1 load=$2 frames=$3
	shift 3
	printf '%s\n' "$@" >fast.yaml
	: >ours
	for run in $(seq "$RUNS"); do
		model fast.yaml "$load" "$frames" >>ours
	done
	echo "| $name | $load | $(rates <ours) | |"
}
fast '64 leaves on lanes, 8 x 8' 0.4 20000 'network: xgft' 'children: [8, 8]' 'parents: [1, 8]' 'lanes: auto'
fast 'Hypertree I, 15 nodes' 0.4 50000 'network: hypertree-1' 'nodes: 15'
for wires in 1626 65536; do
	printf 'network: fat-tree\nleaves: 65536\nroot-capacity: %s\n' $wires >large.yaml
	/usr/bin/env time -f '%e s, %U s of the processor, %M KB' -o time "$ftc" simulate large.yaml --engine model --load 0.01 --frames 1 \
		--warmup 0 >said 2>&1
	echo "65,536 leaves, root-capacity $wires, to the end of the first slot: $(cat time)"
done
