# Networks and messages for area-says.txt.
printf 'network: pruned-butterfly\nleaves: 16\n' >butterfly.yaml
printf 'network: pruned-butterfly\nleaves: 64\n' >larger.yaml
printf 'network: pruned-butterfly\nleaves: 16\nrouting: deterministic\n' >rounds.yaml
printf 'network: pruned-butterfly\nleaves: 8\nrouting: deterministic\n' >eight.yaml
printf 'network: cm-5\nleaves: 16\n' >cm-5.yaml
printf 'network: fat-tree\nleaves: 6\nconnections: 2\n' >six.yaml
printf 'network: cm-5\nleaves: 16\nbroadcast-every: 8\n' >broadcasts.yaml
printf 'network: cm-5\nleaves: 16\nfaults: [node:1:1]\n' >faults.yaml
printf 'network: sorter\nwires: 8\n' >sorter.yaml
printf 'network: fat-tree\nleaves: 16\nroot-capacity: 8\nswitching: off-line\nsettings-port: true\nschedule-cycles: 4\n' >off-line.yaml
printf 'network: xgft\nchildren: [1048576]\nparents: [3]\n' >huge.yaml
printf 'leaves: 16\n' >none.yaml
printf '0 15\n1 14 0xff\n2 13\n@5 3 3\n' >messages.txt
printf '5 5\n1 1\n' >local.txt
printf '5 5\n' >local6.txt
printf '0 1\n3 *\n' >all.txt
printf '0 1\n0 16\n' >far.txt
: >empty.txt
printf 'network: fat-tree\nleaves: 32\nroot-capacity: 16\n' >odd.yaml
printf 'network: fat-tree\nleaves: 16\nroot-capacity: 8\nswitching: off-line\nsettings-port: true\nschedule-cycles: 4\nconcentrator: partial\n' >partial.yaml
mkdir sub
printf '5 5\n1 2\n' >sub/local.txt
printf '1 3\n' >hotspot
