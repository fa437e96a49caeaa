#!/bin/sh
# latency.sh FTC: the longest latency without contention in ftc report is the longest that ftc simulate sees, where few words
# are under way at a time.
set -eu
ftc=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo 1..3
number=0
check() {	# children, parents
	number=$((number + 1)) name="children $1, parents $2"
	printf '%s\n' 'network: xgft' "children: [$1]" "parents: [$2]" 'lanes: auto' >net.yaml
	said=$("$ftc" report net.yaml | sed -n 's/^Latency: \([0-9]*\) clocks from s_axis to m_axis .*/\1/p')
	seen=$("$ftc" simulate net.yaml --engine rtl --load 0.0005 --frames 40000 \
	       | sed -n 's/^  in network .* max \([0-9]*\) clocks from s_axis_tvalid to delivery.*/\1/p')
	if [ -n "$said" ] && [ "$said" = "$seen" ]; then
		echo "ok $number - $name"
	else
		echo "# report: $said, simulation: $seen"
		echo "not ok $number - $name"
	fi
}
check 8 1
check 4,4 1,4
check 4,4 1,2
