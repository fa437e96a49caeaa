#!/bin/sh
# The core of examples/many-core executes random programs as the simulator of instructions does (lockstep.c), and planted faults
# are found.
#
#   lockstep.sh LOCKSTEP SOURCE-DIRECTORY PROGRAMS INSTRUCTIONS
#
# PROGRAMS of INSTRUCTIONS each, half of which stop sooner. TAP.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/tap.sh"
. "$here/../common/silent.sh"
lockstep=$1
core=$2/examples/many-core/serial_core.v
count=$3
limit=$4

silent Verilator verilator --lint-only -Wall "$core"
report 'Verilator says nothing of the core'
silent Icarus iverilog -g2005 -Wall -t null "$core"
report 'nor does Icarus Verilog'
silent Yosys yosys -q -p "read_verilog $core; hierarchy -check -top serial_core; proc; check -assert"
report 'nor does Yosys'

"$lockstep" programs 1 "$count" >programs.hex
verilator --binary -Wno-fatal --top-module core_bench -Mdir built "$here/core_bench.v" "$core" -o core >said 2>&1 &&
	built/core +programs=programs.hex +count="$count" +limit="$limit" >trace &&
	grep -v '^- ' trace | "$lockstep" check 1 "$count" "$limit" >said
report "$count programs: $(cat said)"

# Each is a script for sed. A few programs are enough.
while IFS='|' read -r what fault; do
	sed "$fault" "$core" >bad.v
	! cmp -s bad.v "$core" && iverilog -g2005 -o bad.vvp "$here/core_bench.v" bad.v &&
		vvp -n bad.vvp +programs=programs.hex +count=10 +limit=250 >trace && ! "$lockstep" check 1 10 250 <trace >said &&
		grep -q '^line' said
	report "found: $what"
done <<'END'
lh has no sign|s/held & ~f3\[2\]/held \& ~f3[2] \& ~f3[0]/
a byte goes into the wrong lane|s/cnt\[4:3\] - lane/cnt[4:3] + lane/
blt takes the last carry for less|s/lower <= signs ?/lower <= 1'b0 ?/
a shift to the left goes a bit too far|s/right ? seen : seen | hit/seen/
srai fills with zeros|s/sign <= mem_rdata\[31\] & ir\[30\]/sign <= 1'b0/
jalr keeps the lowest bit|s/sum & ~(jalr & cnt == 5'd0)/sum/
after a branch the next pc is that of no branch|s/pc_bit  = jumped ? adr\[0\] : pc\[0\]/pc_bit  = pc[0]/
x0 is written|s/ & |ir\[11:7\];/;/
the word of an earlier load over the bus is loaded again|s/from_far <= ~own/from_far <= from_far | ~own/
an illegal shift is executed|s/~shift | zero7 | (sub7 & right)/1'b1/
END
finish
