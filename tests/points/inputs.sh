# inputs.sh: the files that says.txt names.
printf 'network: fat-tree\nleaves: 8\n' >tree8.yaml
printf 'network: sorter\nwires: 4\nkey-bits: 2\npayload-bits: 1\n' >sorter.yaml
printf 'leaves: 16\nacknowlege: true\n' >unknown.yaml
printf 'leaves: 1\n' >one.yaml
printf 'leaves: 16\npayload-bits: [8, 8]\n' >list.yaml
printf 'leaves: 17\npayload-bits: 4\nroot-capacity: 3\n' >none.yaml
printf 'leaves: 3\npayload-bits: 1\nconcentrator: partial\n' >partial.yaml
mkdir others && echo mine >others/notes.txt
