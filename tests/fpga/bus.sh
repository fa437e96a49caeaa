#!/bin/sh
# bus.sh FTC: boards and networks with a bus: `ftc boards` counts the bridges, and `ftc build` says that a self test is without them. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

cat >net.yaml <<'END'
network: fat-tree
name: net
leaves: 4
lanes: auto
END
# listed FILE: the LUT4 that an ECP5 needs, and the last line
listed() {
	"$ftc" boards "$1" >said 2>&1 || return 1
	awk '$1 == "ulx3s-85f" { need = $(NF - 4) } END { print need }' said
}
alone=$(listed net.yaml)
{ cat net.yaml; echo 'bus: wishbone'; } >bus.yaml
with=$(listed bus.yaml)
# Four bridges of some 180 LUTs; the test of four leaves is smaller.
[ "$with" -gt "$alone" ] && tail -n 1 said | grep -q '^Estimated, with bridges of the bus, for a top module of your own: its self test is without them'
report "boards: the bridges count ($alone LUT4 with the self test, $with with the bus)" said

"$ftc" report bus.yaml --json >report.json && "$ftc" boards bus.yaml --json >boards.json &&
	bridges=$(sed -n '/"estimate_bus"/,/}/s/.*"lut4": \([0-9]*\).*/\1/p' report.json) && [ "$bridges" -gt 400 ] && [ "$with" -gt "$bridges" ]
report 'as many as the report says, and the network beside them' report.json

PATH='' "$ftc" build bus.yaml --board ulx3s-85f -o out >said 2>&1
grep -q '^ftc: warning: the bitstream will have the network of bus.yaml without the bridges of the bus: its self test uses the network itself$' said &&
	grep -q '^try: --top my.v, which instantiates net_bus$' said
report 'build: a warning that the self test is without them' said
PATH='' "$ftc" build net.yaml --board ulx3s-85f -o out >said 2>&1
! grep -q warning said
report 'and none without a bus' said
finish
