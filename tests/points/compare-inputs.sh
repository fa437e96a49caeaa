# compare-inputs.sh: networks for compare.txt, for lines.sh.
printf 'network: fat-tree\nleaves: 8\nname: a\n' >a.yaml
printf 'network: fat-tree\nleaves: 16\nname: a\n' >again.yaml
printf 'network: fat-tree\nleaves: 11\nname: eleven\n' >eleven.yaml
printf 'network: fat-tree\nleaves: 16\nname: offline\nswitching: off-line\n' >offline.yaml
printf 'network: area-universal\nmeshes: 4\nmesh-side: 4\n' >device.yaml
printf 'network: fat-tree\nleaves: eight\n' >wrong.yaml
printf 'network: sorter\nwires: 8\nname: sorter\n' >sorter.yaml
mkdir folder
printf 'network: fat-tree\nleaves: 4\n' >four.yaml
printf 'network: fat-tree\nleaves: 8\n' | tee folder/four.yaml >'eight, of them.yaml'
# Of a comparison only the networks' names: what is measured has tests of its own.
hide() {
	awk '/\+-[0-9]/ { print $1 }' "$1"
}
