# compare-inputs.sh: networks for compare.txt, for lines.sh.
printf 'network: fat-tree\nleaves: 8\nname: a\n' >a.yaml
printf 'network: fat-tree\nleaves: 16\nname: a\n' >again.yaml
printf 'network: fat-tree\nleaves: 11\nname: eleven\n' >eleven.yaml
printf 'network: fat-tree\nleaves: 16\nname: offline\nswitching: off-line\n' >offline.yaml
printf 'network: area-universal\nmeshes: 4\nmesh-side: 4\n' >device.yaml
printf 'network: fat-tree\nleaves: eight\n' >wrong.yaml
printf 'network: sorter\nwires: 8\nname: sorter\n' >sorter.yaml
printf 'network: fat-tree\nleaves: 8\nname: bus\nlanes: auto\nbus: wishbone\n' >bus.yaml
printf 'network: fat-tree\nleaves: 16\nname: bus16\nlanes: auto\nbus: wishbone\n' >bus16.yaml
printf 'network: fat-tree\nleaves: 8\nname: roomy\nlanes: auto\nbus: wishbone\nmap: [{leaf: 0-7, role: both, base: 0x0, size: 8K}]\n' >roomy.yaml
printf 'network: fat-tree\nleaves: 8\nname: clocks\nlanes: auto\nbus: wishbone\nmap: [{leaf: 0-7, role: both, base: 0x0, size: 4K, clock: async}]\n' >clocks.yaml
mkdir folder
printf 'network: fat-tree\nleaves: 4\n' >four.yaml
printf 'network: fat-tree\nleaves: 8\n' | tee folder/four.yaml >'eight, of them.yaml'
# Of a comparison only the networks' names: what is measured has tests of its own.
hide() {
	awk '/\+-[0-9]/ { print $1 }' "$1"
}
