#!/bin/sh
# identity.sh FTC: the JSON of every command begins with how it was made, the kind of network and its name, and what several say they call
# the same. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
telling='out.json error.txt'
printf 'network: fat-tree\nname: mine\nleaves: 8\nroot-capacity: 4\n' >tree.yaml
printf 'network: xgft\nname: mine\nchildren: [2, 2]\nparents: [2, 2]\n' >xgft.yaml
printf 'network: sorter\nname: mine\nwires: 4\nkey-bits: 2\npayload-bits: 1\n' >sorter.yaml
printf '0 1\n@+1 after 1 1 0\n' >messages.txt

# begins KIND FILE: the JSON in the file does
begins() {
	case $(unmade "$2" | tr -d ' \n') in
	"{\"network\":\"$1\",\"name\":\"mine\","*) ;;
	*) return 1 ;;
	esac
}

# identity NAME KIND WORDS..: what the words print
identity() {
	name=$1 kind=$2
	shift 2
	"$ftc" "$@" >out.json 2>error.txt && begins "$kind" out.json
	result $? "$name"
}
# number KEY FILE: the value of a key of the outermost object
number() {
	sed -n "s/^  \"$1\": \([0-9][0-9]*\),\{0,1\}\$/\1/p" "$2"
}

# agree NAME FILE..: these say the same of the network's size and slot
agree() {
	name=$1 first=$2 bad=0
	shift 2
	for key in leaves payload_bits slot_clocks; do
		for file; do
			[ "$(number $key "$first")" ] && [ "$(number $key "$first")" = "$(number $key "$file")" ] ||
				{ echo "$key: $first says $(number $key "$first"), $file $(number $key "$file")" >>error.txt; bad=1; }
		done
	done
	[ $bad -eq 0 ]
	result $? "$name"
}
for kind in fat-tree xgft sorter; do
	file=${kind#fat-}.yaml
	identity "report: $kind" "$kind" report "$file" --json
done
identity schedule fat-tree schedule tree.yaml messages.txt --json
identity route xgft route xgft.yaml 0 3 --json
identity embed xgft embed xgft.yaml --guest ring --json
identity verify sorter verify sorter.yaml --json
identity "simulate a sorter" sorter simulate sorter.yaml --frames 3 --json
identity "simulate a fat-tree" fat-tree simulate tree.yaml --frames 30 --json
cp out.json simulated.json
identity "simulate messages" fat-tree simulate tree.yaml --messages messages.txt --json
identity "a sweep" fat-tree simulate tree.yaml --sweep --loads 0.5 --frames 30 --json
cp out.json sweep.json
"$ftc" schedule tree.yaml messages.txt -o schedule.json >/dev/null 2>&1
identity "simulate a schedule" fat-tree simulate tree.yaml --set switching=off-line --set schedule=schedule.json --json
# Before them stand ftc's version and the digest.
"$ftc" generate tree.yaml -o out >/dev/null 2>error.txt && grep -v '^  "\(ftc\|digest\)":' out/mine.json >out.json &&
	begins fat-tree out.json
result $? "the manifest"
"$ftc" report tree.yaml --json >report.json 2>error.txt
agree "report, simulation, sweep and manifest call a thing the same" report.json simulated.json sweep.json out/mine.json
"$ftc" report xgft.yaml --json >report.json 2>error.txt && "$ftc" generate xgft.yaml -o general >/dev/null 2>>error.txt
agree "of a generalized fat tree, too" report.json general/mine.json
awk -F '[:,]' '/"accepted_per_clock"/ { each = $2 } /"payload_bits_per_clock"/ { bits = $2 } /"payload_bits"/ { payload = $2 }
	END { ratio = bits / (each * 8 * payload); exit !(ratio > 0.999 && ratio < 1.001) }' simulated.json
result $? "payload bits per clock are those of all leaves"
finish
