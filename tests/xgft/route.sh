#!/bin/sh
# What `ftc route` prints, writes and refuses.
#
#   route.sh FTC EXPECTED [--update]
#
# EXPECTED holds, for each case, a line "$ WORDS", then what `ftc route` prints (standard output, then standard error)
# and "= STATUS".
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
grep '^[#$]' "$expected" | while IFS= read -r line; do
	echo "$line"
	case $line in
	'$'*)
		eval "set -- ${line#?}"
		"$ftc" route "$@" >out 2>err </dev/null
		status=$?
		cat out err
		echo "= $status"
		;;
	esac
done >got
[ "${3:-}" != --update ] || cp got "$expected"
diff -u "$expected" got || exit 1

# A drawing, whole or, of a large tree, of the paths alone.
"$ftc" route gft.yaml 0 5 --all --fault node:2:1 -o small >/dev/null || exit 1
[ "$(grep -c 'class="idle"' small/gft.svg)" -eq 48 ] || { echo 'not all links are drawn'; exit 1; }
[ "$(grep -c '<path.*class="path1"' small/gft.svg)" -eq 7 ] || { echo 'path 1 is not drawn'; exit 1; }
grep -q 'class="dead"' small/gft.svg || { echo 'the fault is not drawn'; exit 1; }
"$ftc" route cm-5.yaml 0 255 -o large >/dev/null || exit 1
[ "$(grep -c '<path.*class="path0"' large/cm_5.svg)" -eq 8 ] || { echo 'the path is not drawn'; exit 1; }
! grep -q 'class="idle"' large/cm_5.svg || { echo 'a large tree is drawn in full'; exit 1; }
for svg in small/gft.svg large/cm_5.svg; do
	rsvg-convert "$svg" -o picture.png && [ -s picture.png ] || { echo "$svg is no picture"; exit 1; }
done
