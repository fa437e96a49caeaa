#!/bin/sh
# What commands on generalized fat trees print and refuse.
#
#   says.sh FTC EXPECTED [--update]
#
# EXPECTED holds, for each case, a line "$ WORDS", then what ftc prints for them (standard output, then standard error) and
# "= STATUS".
set -u
ftc=$(realpath "$1")
expected=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

printf 'network: gft\nheight: 3\nchildren: 2\nparents: 2\n' >gft.yaml
printf 'network: xgft\nchildren: [4, 4]\nparents: [4, 2]\n' >xgft.yaml
printf 'network: cm-5\nleaves: 256\n' >cm-5.yaml
printf 'network: pruned-butterfly\nleaves: 16\n' >butterfly.yaml
printf 'network: fat-tree\nleaves: 8\n' >fat-tree.yaml
printf 'network: gft\nheight: 3\nchildren: 4\nparents: 4\n' >four.yaml
printf 'network: gft\nheight: 2\nchildren: 3\nparents: 2\n' >three.yaml
grep '^[#$]' "$expected" | while IFS= read -r line; do
	echo "$line"
	case $line in
	'$'*)
		eval "set -- ${line#?}"
		"$ftc" "$@" >out 2>err </dev/null
		status=$?
		cat out err
		echo "= $status"
		;;
	esac
done >got
[ "${3:-}" != --update ] || cp got "$expected"
diff -u "$expected" got
