# inputs.sh: networks and messages for says.txt, for lines.sh.
printf 'network: sorting-fat-tree\nleaves: 16\n' >sixteen.yaml
printf 'network: sorting-fat-tree\nleaves: 8\nbatches: 1\npayload-bits: 8\n' >eight.yaml
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "$i 0"; done >to-one
for i in 0 1 2 3 4 5 6 7; do echo "$i $((7 - i))"; done >complement
printf '0 5\n1 2\n0 6\n' >two
printf '0 1\n1 16\n' >beyond
printf '@5 0 5\n' >timed
: >nothing
