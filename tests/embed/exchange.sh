#!/bin/sh
# exchange.sh FTC: one exchange between all neighbors of each guest of `ftc embed`, through the hardware. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='out.txt error.txt messages.txt'
# Several guests on one tree: it is verilated once.
export FTC_CACHE="$scratch/cache"

# Both ways over every link of the guest, nothing twice and nothing to oneself; all of it arrives.
exchange() { # TREE LINKS GUEST...
	tree=$1
	links=$2
	shift 2
	"$ftc" embed "$tree" --guest "$@" --write-messages messages.txt >out.txt 2>error.txt &&
		grep -v '^#' messages.txt >list.txt &&
		[ "$(wc -l <list.txt)" -eq $((2 * links)) ] && [ "$(sort -u list.txt | wc -l)" -eq $((2 * links)) ] &&
		awk '$1 == $2 { exit 1 }' list.txt && awk '{ print $2, $1 }' list.txt | sort >turned.txt &&
		sort list.txt | cmp -s - turned.txt &&
		"$ftc" simulate "$tree" --messages messages.txt --json >out.txt 2>error.txt &&
		[ "$(field sent)" -eq $((2 * links)) ] && [ "$(field delivered)" -eq $((2 * links)) ] &&
		[ "$(field local)" -eq 0 ] && grep -q '"passed": true' out.txt
	result $? "$* in $tree"
}

printf 'network: xgft\nchildren: [2, 2, 2, 2]\nparents: [1, 2, 2, 2]\npayload-bits: 8\n' >two.yaml
exchange two.yaml 16 ring
exchange two.yaml 15 array
exchange two.yaml 24 mesh 4x4
exchange two.yaml 32 torus 4x4
exchange two.yaml 28 mesh 4x2x2
exchange two.yaml 32 torus 4x2x2
# A side of one node is none, and a ring of two nodes is one link.
exchange two.yaml 16 torus 1x16
exchange two.yaml 24 torus 2x8
exchange two.yaml 14 binary-tree
exchange two.yaml 32 hypercube
# A guest on a part of the tree.
exchange two.yaml 4 torus 2x2

# Two guest nodes that somebody puts on one leaf by hand send to that leaf, which hands the message over by itself.
"$ftc" embed two.yaml --guest ring --write-messages messages.txt >out.txt 2>error.txt &&
	sed -i 's/\<15\>/14/g' messages.txt &&
	grep -q '^14 14$' messages.txt &&
	"$ftc" simulate two.yaml --messages messages.txt --json >out.txt 2>error.txt &&
	[ "$(field delivered)" -eq 32 ] && [ "$(field local)" -eq 2 ] && grep -q '"passed": true' out.txt
result $? "two neighbors on one leaf"

printf 'network: xgft\nchildren: [4, 4]\nparents: [1, 2]\npayload-bits: 8\n' >four.yaml
exchange four.yaml 24 pyramid
exchange four.yaml 22 mesh 2x8

# Labels that are not the leaves' numbers, and leaves with two wires.
printf 'network: xgft\nchildren: [3, 2]\nparents: [2, 1]\npayload-bits: 8\n' >three.yaml
exchange three.yaml 6 ring
exchange three.yaml 9 torus 3x2

finish
