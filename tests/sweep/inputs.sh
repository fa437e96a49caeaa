# inputs.sh: the files of says.txt.
write() {
	printf "$2" >"$1"
}
write tree.yaml 'network: fat-tree\nleaves: 4\npayload-bits: 8\n'
write other.yaml 'network: fat-tree\nleaves: 5\n'
write odd.yaml 'network: fat-tree\nleafs: 5\n'
write good.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [2, 4]\n'
write more.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [2, 3, 4]\n'
write elsewhere.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [8]\n'
write simulated.yaml 'run: simulate\nfile: tree.yaml\nset:\n  leaves: [2, 4]\n'
write impossible.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [2, 1, 0x4]\n  payload-bits: 8\n'
write rows.yaml 'run: report\nfile: [tree.yaml, other.yaml]\npoints:\n  - {payload-bits: 8, concentrator: batcher}\n  - {capacities: [2, 1, 1], connections: 1}\n'
write same.yaml 'run: report\nfile: tree.yaml\npoints: [{leaves: 2}, {leaves: 2}]\n'
write quoted.yaml "run: report\nfile: tree.yaml\nset: {capacities: [[2, 1]], name: ['a', \"b, c\"]}\n"
write key.yaml 'run: report\nfile: tree.yaml\nset:\n  leafs: [2, 4]\n'
write option.yaml 'run: simulate\nfile: tree.yaml\noptions:\n  laod: [0.1]\n'
write far.yaml 'run: [report, simulate]\nfile: tree.yaml\noptions: {quux-quux: 1}\n'
write option-as-key.yaml 'run: simulate\nfile: tree.yaml\nset: {load: [0.1]}\n'
write key-as-option.yaml 'run: simulate\nfile: tree.yaml\noptions: {leaves: [2]}\n'
write other-option.yaml 'run: report\nfile: tree.yaml\noptions: {load: [0.1]}\n'
write trace.yaml 'run: simulate\nfile: tree.yaml\noptions: {trace: a.fst}\n'
write name.yaml 'run: report\nfiles: tree.yaml\n'
write top-key.yaml 'run: report\nfile: tree.yaml\nleaves: [2]\n'
write run.yaml 'run: simualte\nfile: tree.yaml\n'
write run-twice.yaml 'run: [report, report]\nfile: tree.yaml\n'
write no-run.yaml 'file: tree.yaml\n'
write no-file.yaml 'run: report\n'
write lost-file.yaml 'run: report\nfile: tre.yaml\n'
write odd-file.yaml 'run: report\nfile: odd.yaml\n'
write file-twice.yaml 'run: report\nfile: [tree.yaml, tree.yaml]\n'
write twice.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [2, 4, 2]\n'
write key-twice.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: [2]\n  leaves: [4]\n'
write nothing.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: []\n'
write no-names.yaml 'run: report\nfile: tree.yaml\nset: [2, 4]\n'
write flag.yaml 'run: report\nfile: tree.yaml\noptions:\n  wishbone: [true, maybe]\n'
write no-points.yaml 'run: report\nfile: tree.yaml\npoints: [2, 4]\n'
write mixed.yaml 'run: report\nfile: tree.yaml\npoints: [{leaves: 2}, 4]\n'
write both.yaml 'run: report\nfile: tree.yaml\nset: {leaves: [2, 4]}\npoints:\n  - {payload-bits: 8}\n  - {leaves: 4}\n'
write point-key.yaml 'run: report\nfile: tree.yaml\npoints:\n  - leaves: 2\n  - leafs: 2\n'
write deep.yaml 'run: report\nfile: tree.yaml\nset:\n  leaves: {from: 2, to: 4}\n'
write empty.yaml ''
write two.yaml 'run: report\nfile: tree.yaml\n---\nrun: report\n'
{
	printf 'run: report\nfile: tree.yaml\nset:\n'
	for key in leaves payload-bits connections; do
		echo "  $key: [$(seq -s, 1 60)]"
	done
} >many.yaml
mkdir full
echo mine >full/notes.txt
