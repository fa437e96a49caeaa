# inputs.sh: a network of each of some machines, for lines.sh.
printf 'network: fat-tree\nleaves: 8\n' >tree.yaml
printf 'network: flexible-sorter\nwords: 64\nlines: 16\n' >flexible.yaml
printf 'network: hypertree-2\nleaves: 8\n' >leaves.yaml
printf 'network: pruned-butterfly\nleaves: 16\n' >greedy.yaml
echo '0 1' >pair
printf 'network: rotor\nleaves: 64\nlanes: 4\n' >rotor-lanes.yaml
