#!/bin/sh
# bus-random.sh FTC COUNT SEED ACCESSES: buses at random, COUNT of them: networks, roles, sizes, orders, memories, errors, hot and dead
# slaves, leaves with clocks of their own, doorbells and atomic accesses beside (which bells.sh makes). No access is wrong, lost or
# doubled, and none hangs. Networks that are fast, with lanes and rotors, get ten times ACCESSES. TAP; the last line has the sum.
set -u
ftc=$(realpath "$1") count=$2 seed=$3 accesses=$4
. "$(dirname "$0")/../common/tap.sh"

# draw NUMBER: bus.yaml, and the options of its run in `options`
draw() {
	awk -v seed="$1" '
		function below(n) { return int(rand() * n) }
		function one_of(list,  item, n) { n = split(list, item, ","); return item[1 + below(n)] }
		BEGIN {
			srand(seed)
			rand()
			kind = below(6)
			first = 0
			if (kind == 0) { leaves = one_of("4,8,16"); print "network: fat-tree\nlanes: auto\nleaves: " leaves }
			if (kind == 1) { leaves = 12 + below(9); print "network: rotor\nleaves: " leaves }
			if (kind == 2) { leaves = 3 + below(6); print "network: fat-tree\nleaves: " leaves "\nroot-capacity: " 1 + below(leaves) }
			if (kind == 3) { leaves = 3 + below(12); first = 1; print "network: " one_of("hypertree-1,hypertree-2,full-ring") "\nnodes: " leaves
				print "acknowledge: " one_of("true,false") }
			if (kind == 4) { leaves = 8; print "network: gft\nheight: 3\nchildren: 2\nparents: " one_of("1,2") "\nup-routing: " one_of("random,destination,source") }
			if (kind == 5) { leaves = 16; print "network: xgft\nchildren: [4, 4]\nparents: [1, " one_of("1,2,4") "]\nlanes: " one_of("auto,3") }
			ports = "wishbone,axi-lite,wishbone-classic"
			print (kind < 2 || kind == 5 ? 10 : 1) >"share"
			print "bus: " (bus = one_of(ports)) "\naddress-bits: " (bits = one_of("20,24,32")) "\nposted: " one_of("true,false")
			order = one_of("strict,relaxed")
			outstanding = order == "relaxed" ? one_of("2,4,8") : 1 + below(6)
			per_slave = kind == 4 ? 1 : 1 + below(outstanding)
			print "fence: " one_of("none,0xf0000") "\ntimeout: " (timeout = one_of("0,0,64"))
			print "doorbells: " one_of("none,auto") "\natomics: " (bits > 20 ? one_of("none,auto") : "none")
			print "order: " order "\noutstanding: " outstanding "\nper-slave: " per_slave "\nmap:"
			# Leaf by leaf: a master, a slave, both or nothing; at least one of each.
			base = 0
			for (i = 0; i < leaves; i++) {
				role = i == 0 ? one_of("master,both") : i == 1 ? one_of("slave,both") : one_of("master,slave,both,both,none")
				if (role == "none")
					continue
				printf "  - {leaf: %d, role: %s", i + first, role
				if (below(3) == 0)
					printf ", port: %s", one_of(ports)
				if (kind != 4 && below(6) == 0)
					printf ", clock: async"
				if (role != "master") {
					slaves = slaves (slaves ? "," : "") i + first
					size = 4 * 2 ^ below(9)
					base = int((base + size - 1) / size) * size
					printf ", base: 0x%x, size: %d", base, size
					if (kind != 4 && below(4) == 0)
						printf ", per-slave: %d", 1 + below(outstanding)
					base += size * one_of("1,1,2,3")
				}
				print "}"
			}
			printf "--think %s --memory-clocks %s --reads %.1f --errors %s --unmapped %s\n", one_of("0,0,5,40"), one_of("0,3,0..15,2..40"),
				rand(), one_of("0,0,0.1"), one_of("0.01,0.2") >"options"
			if (below(4) == 0)
				print "--hot " (hot = one_of(slaves)) >"options"
			if (!timeout && bus != "wishbone" && below(2))
				print "--holds " one_of("0.1,0.5") >"options"
			if (timeout && below(2) && (dead = one_of(slaves)) != hot)
				print "--dead " dead >"options"
		}' >bus.yaml
}

sum=0
for i in $(seq "$count"); do
	draw $((seed * 1000 + i))
	set -- --accesses $((accesses * $(cat share))) --seed "$i"
	# shellcheck disable=SC2046
	"$ftc" simulate bus.yaml --bus $(cat options) "$@" >out.txt 2>said
	result $? "$(head -1 bus.yaml | sed 's/network: //'), $(grep '^order' bus.yaml): $(sed -n 's/^  checked *//p' out.txt)" said bus.yaml options
	sum=$((sum + $(sed -n 's/^  checked *\([0-9]*\) accesses.*/\1/p' out.txt | grep . || echo 0)))
done
echo "# $sum accesses performed by slaves in $number buses"
finish
