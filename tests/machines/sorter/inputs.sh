# inputs.sh: the sorter of lines.txt, for lines.sh.
printf 'network: sorter\nwires: 4\nkey-bits: 3\npayload-bits: 5\n' >sorter.yaml
