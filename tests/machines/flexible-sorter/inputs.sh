# inputs.sh: the flexible sorter of says.txt, for lines.sh.
printf 'network: flexible-sorter\nwords: 64\nlines: 16\n' >flexible.yaml
