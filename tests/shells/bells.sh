#!/bin/sh
# bells.sh FTC: doorbells and atomic accesses of whole systems in Icarus, by the addresses in NAME.h: every master rings every doorbell, and
# its interrupt alone is raised; adding in one access gives each number once; a lock has one owner. TAP.
set -u
ftc=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
. "$(dirname "$0")/../common/tap.sh"
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }

# list KIND [MASTERS ONLY]: the values of NET_LEAF_n_KIND, as a vector of 32 bits each, the first one at the low end
list() {
	awk -v kind="$1" -v only="${2:-}" '
		BEGIN { n = 0 }
		$2 ~ "^NET_LEAF_[0-9]+_MASTER$" { split($2, part, "_"); master[part[3]] = 1 }
		$2 ~ "^NET_LEAF_[0-9]+_" kind "$" { split($2, part, "_"); value[n] = $3; leaf[n++] = part[3] }
		END {
			printf "{"
			for (i = n - 1; i >= 0; i--)
				if (only == "" || master[leaf[i]]) {
					sub(/^0x/, "h", value[i])
					printf "%s32\x27%s", s, value[i] ~ /^h/ ? value[i] : "d" value[i]
					s = ", "
				}
			printf "}"
		}' net/net.h
}

# value NAME
value() {
	sed -n "s/^#define NET_$1 0*x*\([0-9a-f]*\).*/\1/p" net/net.h
}

# works NAME FILE KEY=VALUE..
works() {
	name=$1 file=$2
	shift 2
	for word; do
		set -- "$@" --set "$word"
		shift
	done
	rm -rf net
	"$ftc" generate "$file" --set name=net -o net "$@" >/dev/null 2>said || { result 1 "$name"; return; }
	{
		for what in MASTERS SLAVES; do echo "\`define $what $(value $what)"; done
		for what in ADD SET CLEAR; do echo "\`define $what 32'h$(value $what)"; done
		echo "\`define BELLS $(grep -c '_IRQ ' net/net.h)"
		echo "\`define BITS $(awk '/slave_adr/ && /output/ { gsub(/[^0-9:]/, "", $3); print $3 + 1; exit }' net/rtl/net_bus.v) / $(value SLAVES)"
		echo "\`define BELL_BASES $(list DOORBELL)"
		echo "\`define WORD_BASES $(list BASE)"
		echo "\`define MASTER_BELLS $(list DOORBELL masters)"
		echo "\`define MASTER_IRQS $(list IRQ masters)"
		grep -q '^#define NET_DOORBELL_FAILED' net/net.h && echo "\`define POSTED"
	} >map.vh
	iverilog -g2005 -s bells -o run net/rtl/*.v "$here/bells.v" >said 2>&1 && vvp -n run >said 2>&1 && grep -q '^passed' said
	report "$name"
}

cat >roles.yaml <<'END'
network: xgft
children: [4, 2]
parents: [1, 2]
lanes: auto
bus: wishbone
doorbells: auto
atomics: auto
map:
  - {leaf: 0, role: master}
  - {leaf: 1-2, role: both, base: 0x3000, size: 1K}
  - {leaf: 4-5, role: slave, base: 0x40c00000, size: 4K}
  - {leaf: 6, role: master}
END
printf 'network: hypertree-1\nnodes: 3\nbus: wishbone\ndoorbells: 0x100000\natomics: 0x1000000\n' >hypertree.yaml
works "roles, strict order" roles.yaml
works "relaxed order, posted writes, several accesses to a slave" roles.yaml order=relaxed posted=true per-slave=2 timeout=200
works "a hypertree, whose leaves count from 1" hypertree.yaml
finish
