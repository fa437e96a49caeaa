# Devices and circuits for compile.txt; $1: the folder of circuits.
cp "$1"/*.v .
printf 'network: area-universal\narea: 16\nexpansion: 2\n' >one.yaml
printf 'network: area-universal\nmeshes: 4\nmesh-side: 8\npins: 4\n' >four.yaml
printf 'network: area-universal\nmeshes: 4\nmesh-side: 8\npins: 0\n' >no-pins.yaml
printf 'network: area-universal\nmeshes: 2\nmesh-side: 12\npins: 8\ncapacities: [1]\nsettings-depth: 4\n' >narrow.yaml
printf 'in 0 0\nout 1 0\n' >across.pins
{
	echo .model across
	echo .inputs in[0] in[1] in[2] in[3] in[4] in[5] in[6] in[7]
	echo .outputs out[0] out[1] out[2] out[3] out[4] out[5] out[6] out[7]
	for i in 0 1 2 3 4 5 6 7; do
		printf '.names in[%d] out[%d]\n1 1\n' $i $i
	done
} >across.blif
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml
printf 'count 0 0\nreset 1 2\n' >good.pins
printf 'cuont 0 0\n' >port.pins
printf 'count[4] 0 0\n' >bit.pins
printf 'count 0 1\n' >wide.pins
printf 'enable 4 0\n' >mesh.pins
printf 'enable 0 4\n' >pin.pins
printf 'enable 0\n' >short.pins
printf 'enable 0 1 2\n' >long.pins
printf 'enable 0 1\nenable 0 2\n' >twice.pins
printf 'enable 0 1\nreset 0 1\n' >same.pins
printf 'enable 3 0\n' >fourth.pins
# What depends on placing and routing.
hide() {
	sed -E '/^Meshes:/s/[0-9]+ attempts?$/#/; /^ +mesh  gates/,/^$/{ /^ +[0-9]/s/.*/  #/ }; /^Wires:/s/of .*/#/; /^  hops/,/^  wires/s/ .*/ #/
		s/^(  The longest has) [0-9]+/\1 #/; /^  level/,/Load factor/s/ .*/ #/; /^Messages/s/:.*/: #/; /^Step/,$s/ .*/ #/
		/^  "(attempts|step|steps_per_second|critical_way|meshes|wires|messages)"/,/^  []}]?,?$/d' "$1" | uniq
}
