#!/bin/sh
# Generalized fat trees play exchanges of guests, and random sets of messages, in as many slots as they should take. Messages about
# missing, foreign and overlong schedules.
#
#   phased.sh FTC
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"

# plays NAME SLOTS MESSAGES: network.yaml plays phases.txt
plays() {
	"$ftc" simulate network.yaml --engine model >said 2>&1 && grep -q "^  cycles       $2, " said &&
		grep -q "^  messages     $3 sent, $3 delivered: each at the predicted leaf in the predicted clock" said
	result $? "$1"
}

# guest SLOTS MESSAGES GUEST..: all neighbors of a guest on network.yaml's leaves
guest() {
	slots=$1 messages=$2
	shift 2
	"$ftc" embed network.yaml --guest "$@" --write-phases phases.txt >said 2>&1
	plays "$* on $tree" "$slots" "$messages"
}

tree='GFT(6, 2, 2)'
printf 'network: gft\nheight: 6\nchildren: 2\nparents: 2\nswitching: off-line\nschedule: phases.txt\n' >network.yaml
guest 1 128 ring
guest 2 224 mesh 8x8
guest 3 384 hypercube
# D messages from and to each leaf: D / 2 slots, rounded up, if no message to its own leaf is among them
for degree in 1 2 3 4 5 6; do
	awk -v d=$degree 'BEGIN {
		srand(d)
		for (k = 0; k < d; k++) {
			for (i = 0; i < 64; i++)
				to[i] = i
			for (i = 63; i > 0; i--) { j = int(rand() * (i + 1)); t = to[i]; to[i] = to[j]; to[j] = t }
			for (i = 0; i < 64; i++)
				if (to[i] != i)
					print i, to[i]
		}
	}' >messages.txt
	"$ftc" schedule network.yaml messages.txt -o phases.txt >said 2>&1
	plays "any $degree messages from and to each leaf" $(((degree + 1) / 2)) "$(wc -l <messages.txt)"
done
cp phases.txt three.txt
tree='XGFT(3; 4,4,4; 1,4,4)'
printf 'network: xgft\nchildren: [4, 4, 4]\nparents: [1, 4, 4]\nswitching: off-line\nschedule: phases.txt\n' >network.yaml
guest 2 128 ring
guest 6 288 mesh 4x4x4
tree='the CM-5'
printf 'network: cm-5\nleaves: 64\nswitching: off-line\nschedule: phases.txt\n' >network.yaml
guest 1 128 ring
guest 4 384 hypercube

# refused NAME WORDS COMMAND..: with these words, and nothing left behind
refused() {
	name=$1 words=$2
	shift 2
	"$ftc" "$@" >said 2>&1
	got=$?
	[ $got = 2 ] && grep -qF -e "$words" said && [ ! -e out ]
	good=$?
	echo "= $got" >>said
	result $good "$name"
}
refused 'phases of another network' 'which is this network' generate network.yaml --set schedule=three.txt -o out
refused 'no such file' 'nowhere.txt' generate network.yaml --set schedule=nowhere.txt -o out
refused 'more slots than the RAM holds' 'expected at most 3, which' generate network.yaml --set schedule-cycles=3 -o out
sed '3,$s/^[0-9]*/0/' phases.txt >clash.txt
refused 'messages that meet' 'in slot 0 the message meets that of line' generate network.yaml --set schedule=clash.txt -o out
printf 'network: gft\nheight: 8\nchildren: 3\nparents: 3\nswitching: off-line\nsettings-port: true\nschedule-cycles: 2048\n' >written.yaml
refused 'more rows of headers than a RAM holds' 'schedule-cycles is 2048: expected at most' \
	generate written.yaml -o out
finish
