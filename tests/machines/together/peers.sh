#!/bin/sh
# peers.sh FTC: the clocks of other networks in the report of a sorting fat-tree are those that `ftc universality` prints for the same
# words in the same networks, and the asterisks mark the fewest. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"

# sets LEAVES: complement, to-one, lone
sets() {
	seq 0 $(($1 - 1)) | awk -v n="$1" '{ print $1, n - 1 - $1 }' >complement
	seq $(($1 - 1)) | sed 's/$/ 0/' >to-one
	echo "0 $(($1 - 1))" >lone
}

# estimated_lut4 FILE: by the network's own report
estimated_lut4() {
	"$ftc" report "$1" --json | awk '/^  "estimate":/ { inside = 1 } inside && $1 == "\"lut4\":" { print $2 + 0; exit }'
}

# clocks FILE: of the three sets, and the LUTs that the network's own report estimates
clocks() {
	"$ftc" universality "$1" --messages complement --messages to-one --messages lone --loss --json |
		sed -n 's/.*"clocks": \([0-9]*\),$/\1/p' | tr '\n' ' '
	estimated_lut4 "$1"
}

# reported NAME: the same, in the report
reported() {
	awk -v name="\"$1\"," '$1 == "\"network\":" { inside = index($0, name) } inside && $1 == "\"most_clocks\":" { print $2 }' report |
		sed 1d | tr '\n' ' '
	awk -v name="\"$1\"," '$1 == "\"network\":" { inside = index($0, name) } inside && $1 == "\"lut4\":" { print $2 + 0; exit }' report
}

for leaves in 16 64; do
	printf 'network: sorting-fat-tree\nleaves: %s\nmesh-side: 1\n' "$leaves" >sorting.yaml
	"$ftc" report sorting.yaml --json >report
	sets "$leaves"
	printf 'network: pruned-butterfly\nleaves: %s\nrouting: deterministic\nround-words: 1\n' "$leaves" >one.yaml
	is "$leaves: deterministic butterfly" "$(reported 'deterministic butterfly')" "$(clocks one.yaml)"
	printf 'network: pruned-butterfly\nleaves: %s\n' "$leaves" >one.yaml
	is "$leaves: greedy butterfly" "$(reported 'greedy butterfly')" "$(clocks one.yaml)"
	printf 'network: fat-tree\nleaves: %s\n' "$leaves" >one.yaml
	is "$leaves: fat-tree, full bisection" "$(reported 'fat-tree, full bisection')" "$(clocks one.yaml)"
	[ "$leaves" = 16 ] && capacities='[4, 2, 2, 1]' || capacities='[8, 4, 4, 2, 2, 1]'
	printf 'network: fat-tree\nleaves: %s\ncapacities: %s\n' "$leaves" "$capacities" >one.yaml
	is "$leaves: fat-tree, same channels" "$(reported 'fat-tree, same channels')" "$(clocks one.yaml)"
	is "$leaves: the sorting fat-tree itself" "$(reported 'sorting fat-tree')" \
		"$(for set in complement to-one lone; do "$ftc" report sorting.yaml --messages $set | awk '$1 == "all" { printf "%d ", $2 }'; done)$(estimated_lut4 sorting.yaml)"
done

# Of permutations there are several, of which some take longer: of the network, of itself as a peer, and of three peers. The least
# mean is marked.
awk '$1 == "\"network\":" { network = $0 } $1 == "\"clocks\":" { clocks = $2 + 0 }
	$1 == "\"most_clocks\":" && $2 + 0 > clocks { varied[network] } END { for (n in varied) count++; exit count != 5 }' report
report 'permutations differ, but not to a fat-tree of full bisection' report
"$ftc" report sorting.yaml | sed -n '/^Other networks/,/^$/p' >table
awk 'NR > 2 && !/the fewest|through$|^$/ { line = substr($0, 28); split(line, f, " "); value = f[1] + 0
	if (least == "" || value < least) { least = value; mark = f[1] } } END { exit mark !~ /\*$/ }' table
report 'the fewest clocks of permutations are marked' table
printf 'network: sorting-fat-tree\nleaves: 8\nmesh-side: 1\n' >sorting.yaml
"$ftc" report sorting.yaml >said
grep -q '^  greedy butterfly  *not of so many leaves$' said
report 'a butterfly that does not exist is no network of no clocks'
echo "1..$number"
exit "$failed"
