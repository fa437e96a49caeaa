#!/bin/sh
# new.sh FTC: folders of `ftc new`: their networks are accepted, their top modules are clean in Icarus Verilog and Verilator; their
# simulations pass, and notice a light that is wrong. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
command -v iverilog >/dev/null && command -v verilator >/dev/null || { echo '1..0 # SKIP no iverilog or no verilator'; exit 0; }

# simulate NAME: the command of its README.md
simulate() {
	(cd "$1" && eval "$(sed -n "s|^ftc simulate \(.* --pins.*\)|'$ftc' simulate \1|p" README.md)") >said 2>&1
}

# design NAME OPTION..
design() {
	"$ftc" new "$@" >made 2>&1 && grep -q "cd $1\$" made
	report "ftc new $*"
	simulate "$1" && grep -q '4 lines checked, 0 failed' said && ! grep -q warning said
	report "$1: the light blinks"
	(cd "$1" && "$ftc" generate "$1.yaml" -o net && cd net && iverilog -g2005 -Wall -Wno-timescale -t null -c "$1_network.f" "../$1.v") >said 2>&1 &&
		! grep -q warning said
	report "$1: Icarus Verilog is silent"
	(cd "$1/net" && verilator --lint-only -Wall -Wno-DECLFILENAME --top-module "$1" -f "$1_network.f" "../$1.v") >said 2>&1
	report "$1: Verilator is silent"
}
design blink
design two --leaves 2 --payload 1 --board icestick
design wide --leaves 13 --payload 40 --board ulx3s-25f
design many --leaves 64 --payload 32 --board ulx3s-85f

# A light of another leaf never changes; one that shows another bit changes too seldom.
for wrong in 's/arrives\[7\]/arrives[6]/' 's/word\[7 \* PAYLOAD\]/word[7 * PAYLOAD + 1]/' 's/led <= word/led <= ~word/'; do
	cp -r blink broken
	sed -i "$wrong" broken/blink.v
	! cmp -s blink/blink.v broken/blink.v && mv blink whole && mv broken blink && ! simulate blink && grep -q '^blink.pins:3:.*expected 1' said
	report "noticed: $wrong"
	rm -rf blink && mv whole blink
done

# README.md names files and commands that are there.
grep -q 'ftc build blink.yaml --board icebreaker --top blink.v' blink/README.md && ! grep -q '@' blink/README.md blink/blink.yaml
report 'no blank is left'

# refused TEXT ARGUMENT..
refused() {
	text=$1
	shift
	"$ftc" new "$@" >said 2>&1
	[ $? -eq 2 ] && grep -qF -- "$text" said
	report "ftc new $*: $text"
}
refused 'is given no name'
refused 'try: ftc new my_design' My-Design
refused 'try: ftc new net_module' module
refused "--leaves is '1': expected a whole number from 2" one --leaves 1
refused "'icebraker'" one --board icebraker
refused 'no pin of the name led' one --board alchitry-cu
refused 'fewer bits or a larger board' one --leaves 2 --payload 60000
[ ! -e one ]
report 'nothing is made'
mkdir mine && echo mine >mine/file
refused 'mine' mine
[ "$(cat mine/file)" = mine ]
report 'nothing is lost'
echo '// mine' >>blink/blink.v
cp blink/blink.v kept
refused 'try: ftc new blink_2' blink
cmp -s blink/blink.v kept
report 'a changed top module stays'
finish
