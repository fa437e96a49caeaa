#!/bin/sh
# The contract of `ftc fusesoc`: one YAML file as argument, run in the output directory, which must then hold a core.
#
#   generator.sh FTC CORE SOURCE-DIRECTORY
set -u
ftc=$(realpath "$1")
core=$(realpath "$2")
root=$(realpath "$3")
. "$root/tests/fusesoc/play.sh"
. "$(dirname "$0")/../common/tap.sh"
FTC=$ftc
export FTC
mkdir user "user/with schedule"
cp "$root/examples/tree8.yaml" user
cp "$root/examples/offline16.yaml" "$root/examples/offline16.json" "user/with schedule"

# input VLNV PARAMETERS: as FuseSoC writes it, keys sorted, the file in the output directory.
input() {
	cat <<-END
	files_root: $scratch/user
	gapi: '1.0'
	parameters: $2
	vlnv: $1
	END
}

# call DIRECTORY VLNV PARAMETERS
call() {
	rm -rf "$1"
	mkdir "$1"
	input "$2" "$3" >"$1/soc-net_input.yml"
	call_generator "$root/fusesoc/ftc.core" ftc "$scratch/$1/soc-net_input.yml" "$1" >said 2>&1
}

"$core" check "$root/fusesoc/ftc.core"
result $? 'the core of the generator is one'
[ "$(sed -n 's/^name: "ftc:generators:ftc:\(.*\)"/ftc \1/p' "$root/fusesoc/ftc.core")" = "$("$ftc" --version | sed -n 1p)" ]
result $? 'it has the version of ftc'

# makes NAME PARAMETERS TARGETS: one core, as named, with these targets besides those that all have.
makes() {
	call out "user:soc:soc-net:1.2" "$2" && set -- "$1" "$2" "$3" out/*.core && [ $# -eq 4 ] && [ -e "$4" ] &&
		"$core" check "$4" && grep -qx 'name: "user:soc:soc-net:1.2"' "$4" &&
		[ "$(sed -n '/^targets:/,$s/^  \([a-z0-9-]*\):$/\1/p' "$4" | tr '\n' ' ')" = "default lint $3" ] &&
		cp -R out "kept-$1"
	result $? "$1"
}
makes file '{file: tree8.yaml}' 'sim synth '
makes inline '{network: fat-tree, name: four, leaves: 4, capacities: [2, 1]}' 'sim synth '
makes override '{file: tree8.yaml, capacities: [2, 1], leaves: 4}' 'sim synth '
makes wishbone '{file: tree8.yaml, name: bus, wishbone: true, payload-bits: 40}' 'sim synth '
makes lanes '{network: xgft, name: lanes, children: [4, 4], parents: [1, 4], lanes: auto, wishbone: true}' 'sim synth '
makes strings "{network: fat-tree, name: four, leaves: '4', capacities: '[2, 1]', wishbone: 'false'}" 'sim synth '
sed '/ftc fusesoc/d' kept-inline/four/rtl/four.v >plain.v
sed '/ftc fusesoc/d' kept-strings/four/rtl/four.v | cmp - plain.v
result $? 'strings are what they hold'
makes binary-lanes '{file: tree8.yaml, lanes: auto}' 'sim synth '
makes board '{file: tree8.yaml, board: icebreaker}' 'sim synth icebreaker '
makes schedule '{file: with schedule/offline16.yaml}' 'synth '
makes inline-schedule \
	'{network: fat-tree, leaves: 16, root-capacity: 8, switching: off-line, schedule: with schedule/offline16.json}' 'synth '
makes groups '{network: xgft, children: [2, 2], parents: [2, 2], broadcast-every: 4, groups: [[0, 1], [2, 3]]}' \
	'sim synth '
grep -q 'capacities: \[2, 1\]' kept-override/fat_tree/rtl/fat_tree.v
result $? 'parameters take the place of those of the file'
grep -q '^    toplevel: bus_wishbone$' kept-wishbone/bus.core
result $? 'the top of a network with Wishbone is that with Wishbone'
sed -n '/^  default:/,/^  lint:/p' kept-board/fat_tree.core | grep -q 'filesets: \[rtl, board\]'
result $? 'who asks for a board gets it as a dependency'

# Elsewhere, and from another place: the same files, byte for byte.
mv user elsewhere
mkdir deep
sed "s:$scratch/user:$scratch/elsewhere:" kept-wishbone/soc-net_input.yml >deep/soc-net_input.yml
call_generator "$root/fusesoc/ftc.core" ftc soc-net_input.yml deep >said 2>&1 &&
	rm deep/soc-net_input.yml kept-wishbone/soc-net_input.yml &&
	diff -r deep kept-wishbone
result $? 'the same wherever it is made'
mv elsewhere user

# FuseSoC may call again in the same place, with other parameters.
call out "user:soc:soc-net:1.2" '{file: tree8.yaml}' &&
	input "user:soc:soc-net:1.2" '{file: tree8.yaml, payload-bits: 9}' >out/soc-net_input.yml &&
	call_generator "$root/fusesoc/ftc.core" ftc soc-net_input.yml out >said 2>&1 &&
	grep -q '9 payload bits' out/fat_tree.core &&
	grep -q 'payload-bits: 9' out/fat_tree/rtl/fat_tree.v
result $? 'once more in the same place'

# refuses NAME SED TEXT: an edit of a good input, and what must be said, with the place; and nothing is left.
refuses() {
	rm -rf out
	mkdir out
	input "user:soc:soc-net:1.2" '
  {file: tree8.yaml,
   wishbone: true,
   board: icebreaker,
   payload-bits: 16}' | sed "$2" >out/input.yml
	(cd out && "$ftc" fusesoc input.yml) >said 2>&1
	[ $? -eq 2 ] && head -n 1 said | grep -qxF "$3" && [ "$(ls out)" = input.yml ]
	result $? "refuses $1"
	head -n 1 said | sed 's/^/# /'
}
refuses 'another contract' 's/1\.0/2.0/' \
	"input.yml:2:7: error: gapi is '2.0': expected 1.0, the only one that this ftc knows"
refuses 'no files_root' '/^files_root/d' \
	'input.yml: error: files_root is missing: expected the file that FuseSoC gives a generator'
refuses 'no name' '/^vlnv/d' 'input.yml: error: vlnv is missing: expected the file that FuseSoC gives a generator'
refuses 'half a name' 's/user:soc:soc-net/soc-net/' \
	"input.yml:8:7: error: vlnv is 'soc-net:1.2': expected vendor:library:name:version"
refuses 'a name that is a list' 's/^vlnv: .*/vlnv: [a]/' 'input.yml:8:7: error: vlnv is a list: expected one word'
refuses 'no file' 's/tree8/tree9/' \
	"input.yml:4:10: error: file is 'tree9.yaml': no such file in $scratch/user that can be read"
refuses 'an unknown board' 's/icebreaker/icebraker/' \
	"input.yml:6:11: error: unknown board 'icebraker': expected one that \`ftc generate --board\` knows"
refuses 'a misspelt key' 's/payload-bits/payload-bit/' \
	'input.yml:7:4: error: unknown parameter payload-bit: expected file, wishbone, board or a key of a parameter file'
refuses 'a misspelt word' 's/wishbone/wishbon/' \
	'input.yml:5:4: error: unknown parameter wishbon: expected file, wishbone, board or a key of a parameter file'
refuses 'a wrong value' 's/bits: 16/bits: 0/' \
	'input.yml:7:18: error: payload-bits is 0: expected a whole number from 1 to 65535'
refuses 'neither yes nor no' 's/wishbone: true/wishbone: 1/' \
	"input.yml:5:14: error: wishbone is '1': expected true or false"
refuses 'a mapping in it' 's/16}/{a: b}}/' \
	'input.yml:7:18: error: payload-bits is a mapping: expected one value or a flat list'
refuses 'Wishbone for bare wires' "s/board: icebreaker/leaf-interface: wires/" \
	"ftc: error: $scratch/user/tree8.yaml has bare wires at its leaves: a Wishbone slave needs leaves that send messages"

mkdir out2
input "user:soc:soc-net:1.2" '{file: tree8.yaml}' >out2/input.yml
(FTC=$scratch/none call_generator "$root/fusesoc/ftc.core" ftc input.yml out2) >said 2>&1
[ $? -ne 0 ] && grep -q 'there is no .*/none in PATH' said
result $? 'says when there is no ftc'
finish
