# Networks and messages for says.txt.
printf 'network: pruned-butterfly\nleaves: 16\nrouting: deterministic\n' >sixteen.yaml
printf 'network: pruned-butterfly\nleaves: 8\nrouting: deterministic\nround-words: 1\npayload-bits: 8\n' >eight.yaml
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "$i 0"; done >to-one
for i in 0 1 2 3 4 5 6 7; do echo "$i $((7 - i))"; done >complement
printf '0 5\n0 6\n' >two
printf '3 1\n2 7\n3 1\n' >pair
printf '0 1\n1 16\n' >beyond
printf '@5 0 5\n' >timed
: >nothing
for i in $(seq 65); do echo "3 $((i % 3))"; done >many
for i in 1 2 3; do echo "$i 0"; done >three-to-one
