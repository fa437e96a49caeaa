# shellcheck shell=sh
# Sourced: reads figures of what ftc and the tools have written.

# field FILE KEY: a number of the JSON that ftc prints; "network_latency.p99": one of an object
field() {
	awk -v want="$2" '
		/^  "/ { outer = $1; gsub(/[":]/, "", outer); if (outer == want) { sub(/,$/, "", $2); print $2; exit } }
		/^    "/ { inner = $1; gsub(/[":]/, "", inner); if (outer "." inner == want) { sub(/,$/, "", $2); print $2; exit } }
	' "$1"
}

# block_rams DIRECTORY: those that place.sh has counted there
block_rams() {
	awk '/^=== / { n = 0 } $1 == "DP16KD" || $1 ~ /^SB_RAM40_4K/ { n += $2 } END { print n + 0 }' "$1/all.txt"
}
