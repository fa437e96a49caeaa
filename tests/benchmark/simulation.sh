#!/bin/sh
# simulation.sh FTC: all that docs/measured/benchmarks.md says of simulations, in one run on an idle machine: the model in C, the Verilog in
# pieces, several processes, and a curve of 65,536 leaves. Some 40 minutes on two processors. BOOKSIM as in model_speed.sh.
set -eu
here=$(dirname "$(realpath "$0")")
ftc=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

echo '# The model in C: must 100,000 (GFT(3,4,4)) and 50,000 (GFT(5,4,4)) messages a second at load 0.3; on the same graph, 1 (64 leaves) and 3 times (1,024) BookSim2'
sh "$here/model_speed.sh" "$ftc"
echo
echo '# In pieces: must 60 s to the first clock of 1,024 leaves, 0.8 of the clocks a second of one piece'
sh "$here/../simulate/pieces-speed.sh" "$ftc"
echo
echo '# Several processes: must 1.7 with two, both engines'
sh "$here/../simulate/processes-speed.sh" "$ftc"
echo
echo '# 65,536 leaves, throughput and latency over the load: must a night'
printf '%s\n' 'network: fat-tree' 'leaves: 65536' 'root-capacity: 65536' >large.yaml
/usr/bin/env time -f '%e s, %U s of the processor' "$ftc" simulate large.yaml --sweep \
	--loads 0.05,0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5 --frames 200 --warmup 100 2>said | cut -d, -f1-6,22
tail -n 1 said
