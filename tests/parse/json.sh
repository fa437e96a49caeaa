#!/bin/sh
# The report and the manifest contain every parameter, with the same value as the printed parameters.
#
#   json.sh FTC UNDERSTOOD
set -u
ftc=$(realpath "$1")
understood=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
telling='expected reported listed'

# parameters FILE: the object "parameters" of a file of JSON, on one line without quotes and spaces
parameters() {
	awk '/^  "parameters": \{/ { inside = 1; next } /^  }/ { inside = 0 } inside' "$1" | tr -d ' \n"'
}

# same NAME LINE...: both have all parameters of the network that the lines describe
same() {
	name=$1
	shift
	printf '%s\n' "$@" >"$name.yaml"
	"$understood" "$name.yaml" | tr -d ' ' | paste -sd, | tr -d '\n' >expected
	[ -s expected ] && "$ftc" report "$name.yaml" --json >report.json &&
		"$ftc" generate "$name.yaml" -o "$name" >/dev/null &&
		parameters report.json >reported && parameters "$name"/*.json >listed &&
		cmp expected reported && cmp expected listed
	report "$name"
}

same fat-tree 'network: fat-tree' 'leaves: 16' 'root-capacity: 8' 'probe: true'
same capacities 'network: fat-tree' 'leaves: 4' 'capacities: [4, 2, 1]' 'external: true' 'clock: 50'
same off-line 'network: fat-tree' 'leaves: 8' 'switching: off-line' 'settings-port: true' 'schedule-cycles: 5'
same sorter 'network: sorter' 'wires: 8' 'payload-bits: 0' 'family: ice40'
same xgft 'network: xgft' 'children: [4, 2]' 'parents: [2, 2]' 'faults: [link:0:3:1]' 'fault-registers: true'
same gft 'network: gft' 'height: 2' 'children: 3' 'parents: 2' 'up-routing: random' 'leaf-interface: wires'
same lanes 'network: xgft' 'children: [4, 4]' 'parents: [1, 4]' 'lanes: auto' 'link-width: 1'
same groups 'network: cm-5' 'leaves: 16' 'broadcast-every: 8' 'groups: [[0, 1, 2], [4-7, 12]]'
same butterfly 'network: pruned-butterfly' 'leaves: 16' 'elements-between-registers: 2'
same bus 'network: rotor' 'leaves: 16' 'bus: wishbone' 'map: [{leaf: 0-3, base: 4096, size: 1K}, {leaf: 9, role: master}]'
same device 'network: area-universal' 'area: 16' 'expansion: 2.5' 'pins: 3'
same meshes 'network: area-universal' 'meshes: 4' 'mesh-side: 3' 'capacities: [4, 2]'
finish
