#!/bin/sh
# Fixed-connection networks on the trees of `ftc embed --emulate`: a step is a one-cycle message set, and is none on a
# tree with one wire less in any level's channels.
#
#   emulate.sh FTC
set -u
ftc=$(realpath "$1")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
printf 'network: fat-tree\nleaves: 64\nroot-capacity: 16\n' >tree.yaml
failed=0

fail() {
	echo "$*"
	failed=1
}

# one_cycle WAY TREE ..: does a step of the guest load no channel over its capacity?
one_cycle() {
	way=$1
	shift
	"$ftc" embed "$@" --identification "$way" --emulate --json >said.json 2>said || {
		fail "ftc embed $*: $(cat said)"
		return 2
	}
	# The first identification is pearls, the second metis.
	row=$([ "$way" = pearls ] && echo 1 || echo 2)
	over=$(sed -n 's/^ *"numerator": \(.*\),/\1/p' said.json | sed -n "${row}p")
	under=$(sed -n 's/^ *"denominator": \(.*\)/\1/p' said.json | sed -n "${row}p")
	if grep -q '"one_cycle": true' said.json; then
		[ "$over" -le "$under" ] || fail "$*: one cycle at a load factor of $over/$under"
		return 0
	fi
	[ "$over" -gt "$under" ] || fail "$*: more than one cycle at a load factor of $over/$under"
	return 1
}

# list LEVEL: the capacities of made/tree.yaml, with one wire less on that level; 0: as they are.
list() {
	sed -n 's/^capacities: \[\(.*\)\]/\1/p' made/tree.yaml | tr -d ' ' | awk -F, -v level="$1" '
		{ for (i = 1; i <= NF; i++) printf("%s%d", i == 1 ? "" : ",", $i - (i == level)) }'
}

# emulate WAY LEAVES GUEST [SIZE]
emulate() {
	way=$1 leaves=$2
	shift 2
	rm -rf made
	"$ftc" embed tree.yaml --set "leaves=$leaves" --guest "$@" --identification "$way" \
		--emulate -o made >said 2>&1 || fail "$*: $(cat said)"
	one_cycle "$way" made/tree.yaml --guest "$@" ||
		fail "$*, $way: no one-cycle message set on the tree that was made for it"
	levels=$(list 0 | tr , '\n' | wc -l)
	for level in $(seq 1 "$levels"); do
		less=$(list "$level")
		case ,$less, in *,0,*) continue ;; esac
		! one_cycle "$way" made/tree.yaml --set "capacities=$less" --set "connections=${less##*,}" \
			--guest "$@" ||
			fail "$*, $way: a one-cycle message set with capacities $less, too"
	done
}

for way in pearls metis; do
	for guest in 'hypercube 64' 'butterfly 8' 'mesh-of-trees 4' 'de-bruijn 64' 'torus 8x8' 'mesh 5x7'; do
		# shellcheck disable=SC2086
		set -- $guest
		"$ftc" embed tree.yaml --guest "$@" --identification $way --emulate >text || fail "$guest"
		emulate $way 64 "$@"
		# The proposed universal fat-tree, and the next narrower one.
		root=$(sed -n 's/^  root-capacity: //p' text)
		connections=$(sed -n 's/^  connections: //p' text)
		one_cycle $way tree.yaml --set "root-capacity=$root" --set "connections=$connections" --guest "$@" ||
			fail "$guest, $way: no one-cycle message set with root capacity $root"
		! one_cycle $way tree.yaml --set "root-capacity=$((root - 1))" --set "connections=$connections" \
			--guest "$@" ||
			fail "$guest, $way: a one-cycle message set with a root capacity less than $root, too"
	done
done
# With the report, which takes its time over many wires.
for guest in 'hypercube 16' 'butterfly 4' 'mesh-of-trees 2' 'de-bruijn 16'; do
	# shellcheck disable=SC2086
	emulate pearls 16 $guest
	"$ftc" report made/tree.yaml >report 2>said || fail "ftc report of the tree for $guest: $(cat said)"
done
emulate pearls 50 butterfly 8
exit $failed
