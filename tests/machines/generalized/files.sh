#!/bin/sh
# The drawings of `ftc route` and the files of `ftc embed`.
#
#   files.sh FTC
set -u
ftc=$(realpath "$1")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
printf 'network: gft\nheight: 3\nchildren: 2\nparents: 2\n' >gft.yaml
printf 'network: cm-5\nleaves: 256\n' >cm-5.yaml

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

# The messages of an exchange: every link of a ring of 8, both ways, by itself and in a folder with the rest.
"$ftc" embed gft.yaml --guest ring --write-messages ring.txt -o ring >/dev/null || exit 1
grep -v '^#' ring.txt | sort -n >got
for i in 0 1 2 3 4 5 6 7; do echo "$i $(((i + 1) % 8))"; echo "$i $(((i + 7) % 8))"; done | sort -n >expected
diff expected got || exit 1
"$ftc" simulate gft.yaml --messages ring/phases.txt 2>said && exit 1
grep -q 'first line is "phases"' said && grep -q '^try: --set up-routing=given' said || { cat said; exit 1; }
[ "$(ls ring)" = "$(printf 'embedding.json\ngft.svg\nmessages.txt\nphases.txt\nplacement.csv')" ] || { ls ring; exit 1; }
cmp ring.txt ring/messages.txt || exit 1
grep -v '^  "made": ' ring/embedding.json >plain.json
"$ftc" embed gft.yaml --guest ring --json | grep -v '^  "made": ' | cmp - plain.json || exit 1
[ "$(grep -c '<path.*stroke="#d1495b"' ring/gft.svg)" -eq 8 ] || { echo 'not all links of the guest are drawn'; exit 1; }
[ "$(wc -l <ring/placement.csv)" -eq 9 ] || { echo 'a guest node has no place'; exit 1; }
"$ftc" embed gft.yaml --guest ring --write-messages gft.yaml/messages.txt >/dev/null 2>&1
[ $? -eq 2 ] || { echo 'messages that cannot be written are no failure'; exit 1; }
