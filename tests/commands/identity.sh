#!/bin/sh
# identity.sh FTC: the JSON of every command begins with the kind of network and its name. TAP.
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
	case $(tr -d ' \n' <"$2") in
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
identity "simulate messages" fat-tree simulate tree.yaml --messages messages.txt --json
identity "a sweep" fat-tree simulate tree.yaml --sweep --loads 0.5 --frames 30 --json
"$ftc" schedule tree.yaml messages.txt -o schedule.json >/dev/null 2>&1
identity "simulate a schedule" fat-tree simulate tree.yaml --set switching=off-line --set schedule=schedule.json --json
# Before them stand ftc's version and the digest.
"$ftc" generate tree.yaml -o out >/dev/null 2>error.txt && grep -v '^  "\(ftc\|digest\)":' out/mine.json >out.json &&
	begins fat-tree out.json
result $? "the manifest"
finish
