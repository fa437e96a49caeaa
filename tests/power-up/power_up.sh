#!/bin/sh
# Does anything show of what a network's registers hold at power-up? In Icarus Verilog they all start undefined.
#
#   power_up.sh FTC LIST GROUP [flat]		GROUP: of the networks of LIST (networks.txt), a share
#
# A network runs once for each way to begin: in the testbench that ftc generates, with messages.v and verdict.v in it,
# or else in that of around.awk. It passes when all that is sent arrives and nothing that means something is ever
# undefined.
#
# Icarus takes an undefined condition of `if` for a false one. `flat`: Yosys writes all conditions as multiplexers
# first, whose output is undefined when their condition is, unless both inputs are equal. What is defined then is so
# from every state at power-up and, with +unknown, whatever the inputs are during the reset.
set -u
LC_ALL=C
export LC_ALL
command -v iverilog >/dev/null || { echo "1..0 # SKIP no iverilog"; exit 0; }
ftc=$(realpath "$1")
list=$(realpath "$2")
group=$3
flat=${4:-}
of=2
[ -z "$flat" ] || of=4
[ -z "$flat" ] || command -v yosys >/dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }
here=$(dirname "$list")
. "$(dirname "$0")/../common/tap.sh"

# generate NETWORK WORD...: the folder `net`; the words that begin with + are the testbench's.
generate() {
	case $1 in
	*.yaml) cp "$here/../../$1" "$here/../../${1%.yaml}.json" . 2>/dev/null ;;
	*) echo "network: $1" >network.yaml ;;
	esac
	file=$(basename "$1")
	[ -e "$file" ] || file=network.yaml
	shift
	for word; do
		case $word in
		+*) ;;
		--*) set -- "$@" "$word" ;;
		*) set -- "$@" --set "$word" ;;
		esac
		shift
	done
	rm -rf net
	"$ftc" generate "$file" -o net "$@" 2>&1
}

# read_all: masters read all registers before they do anything else.
read_all() {
	sed -i -e "s/^    reg  *resting;/    reg [3:0] all; &/" -e "s/= wb_adr == \(SEND\|RECEIVE\);/= all == 10 \& wb_adr == \1;/" \
		-e "s/\(assign wb_we  *= \)\(.*\);/\1all == 10 \& (\2);/" -e "s/^        if (rst) begin/& all <= 0;/" \
		-e "s/^        if (done) begin/        if (all < 10) begin\
			wb_stb <= ~done;\
			if (done) all <= all + 1;\
			else if (!wb_stb) wb_adr <= all == 9 ? LEAF : 4 * (all - 1);\
			if (!done \&\& !wb_stb \&\& all == 9) all <= 10;\
		end else if (done) begin/" "net/bench/${name}_wishbone_master.v"
	[ "$(grep -c '\<all\>' "net/bench/${name}_wishbone_master.v")" -eq 9 ]
}

# into_bench: of the generated testbench's modules, those of this folder that have their names.
into_bench() {
	for part in messages verdict; do
		file=net/bench/${name}_bench_$part.v
		[ ! -e "$file" ] || sed "s/^module bench_/module ${name}_bench_/" "$here/$part.v" >"$file"
	done
	instance=$(sed -n "s/^    $top \([a-z_]*\) (\$/\1/p" "net/bench/${name}_bench.v")
	[ ! -e "net/bench/${name}_wishbone_master.v" ] || { instance=network.network; read_all; }
	awk -v bench="${name}_bench" -v of="$instance" -f "$here/watch.awk" ports >net/watch.v
	iverilog -g2005 -s "${name}_bench" -s watch -o run net/rtl/*.v net/bench/*.v net/watch.v
}

around() {
	clocks=$(sed -n 's/^  "latency_clocks": \([0-9]*\),$/\1/p' "net/$name.json")
	awk -v module="$name" -v latency="$clocks" -f "$here/around.awk" ports >bench.v
	iverilog -g2005 -s bench -o run net/rtl/*.v bench.v "$here/wires.v" "$here/players.v"
}

# flatten: the network as one module, which has no parameters any more: its instance takes the defaults. The testbench
# of a Wishbone network needs the labels, too.
flatten() {
	yosys -q -p "read_verilog net/rtl/*.v; hierarchy -top $top; proc; flatten; clean; write_verilog -noattr flat.v" ||
		return
	[ ! -e "net/rtl/${name}_leaf_labels.v" ] || cp "net/rtl/${name}_leaf_labels.v" net/bench
	rm net/rtl/*.v
	mv flat.v net/rtl
	masters=net/bench/${name}_wishbone_masters.v
	[ ! -e "$masters" ] || sed -i "/^    $top #(\$/,/^    ) network (\$/c\\    $top network (" "$masters"
}

compile() {
	name=$(basename net/*.f .f)
	top=$name
	[ ! -e "net/rtl/${name}_wishbone.v" ] || top=${name}_wishbone
	awk -f "$here/ports.awk" "net/rtl/$top.v" >ports
	[ -z "$flat" ] || flatten || return
	if [ -e "net/bench/${name}_bench.v" ]; then into_bench; else around; fi
}

# ways WORD...: to begin, a line each: those named, or else the usual ones of such a testbench
ways() {
	if printf '%s\n' "$@" | grep '^+' | sed 's/,/ +/g' | grep .; then
		:
	elif [ -e "net/bench/${name}_bench_messages.v" ]; then
		echo '+first=0 +unknown'
		[ -n "$flat" ] || printf '%s\n' '+first=1 +hold' +first=2
	elif grep -q ' play$' ports; then
		printf '%s\n' + +unknown
	else
		echo +
	fi
}

run() {
	# shellcheck disable=SC2086
	vvp run $1 >said 2>&1
	grep -q '^passed' said && ! grep -v '^passed' said
}

grep -v -e '^#' -e '^$' "$list" >networks
while read -r name_of group_of network words; do
	[ "$group_of" = "$group" ] && takes "$of" || continue
	# shellcheck disable=SC2086
	generate $network $words >said && compile >said 2>&1
	status=$?
	[ $status -eq 0 ] || { result 1 "$name_of"; continue; }
	# shellcheck disable=SC2086
	ways $words >to_begin
	while read -r way; do
		run "$way" >/dev/null
		report "$name_of $way"
	done <to_begin
done <networks
finish
