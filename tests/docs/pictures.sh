#!/bin/sh
# Are the drawings of the pages the ones that ftc makes today? (docs/pictures/make makes them.)
#
#   pictures.sh FTC SOURCE-DIRECTORY BUILD-DIRECTORY
set -eu
ftc=$(readlink -f "$1")
root=$(readlink -f "$2")
build=$(readlink -f "$3")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

same() {
	cmp "$1" "$root/docs/pictures/$2" || failed=1
}

"$ftc" generate "$root/examples/tree16.yaml" -o "$scratch/out" >"$scratch/said"
same "$scratch/out/fat_tree.svg" tree16.svg
# The picture of the README is of its own network.
sed -n '/^```yaml cores.yaml$/,/^```$/{/^```/d;p;}' "$root/README.md" >"$scratch/cores.yaml"
"$ftc" route "$scratch/cores.yaml" 3 9 -o "$scratch/cores" >"$scratch/said"
same "$scratch/cores/fat_tree.svg" cores16.svg
same "$scratch/out/plans/concentrator_6_2.svg" concentrator_6_2.svg
"$ftc" schedule "$root/examples/tree16.yaml" --from-matrix "$root/examples/matrices/west0067.mtx" \
	--picture "$scratch/loads16.svg" >"$scratch/said"
same "$scratch/loads16.svg" loads16.svg
same "$scratch/loads16-cycles.svg" loads16-cycles.svg
printf 'network: rotor\nleaves: 16\n' >"$scratch/rotor16.yaml"
"$ftc" generate "$scratch/rotor16.yaml" -o "$scratch/rotor" >"$scratch/said"
same "$scratch/rotor/rotor.svg" rotor16.svg
printf 'network: hypertree-1\nnodes: 31\n' >"$scratch/hypertree31.yaml"
"$ftc" report "$scratch/hypertree31.yaml" -o "$scratch/hypertree" >"$scratch/said"
same "$scratch/hypertree/hypertree_1.svg" hypertree31.svg
"$ftc" report --paper hypertree -o "$scratch/paper" >"$scratch/said"
same "$scratch/paper/figure-2.svg" hypertree-links.svg
printf 'network: sorting-fat-tree\nleaves: 64\nmesh-side: 4\nbatches: 2\n' >"$scratch/sorting64.yaml"
"$ftc" report "$scratch/sorting64.yaml" -o "$scratch/sorting" >"$scratch/said"
same "$scratch/sorting/sorting_fat_tree.svg" sorting64.svg
awk -f "$root/docs/pictures/message.awk" "$root/docs/reference/protocol.md" >"$scratch/message.svg"
same "$scratch/message.svg" message.svg
sh "$root/docs/pictures/structure" "$root" "$build" >"$scratch/structure.svg"
same "$scratch/structure.svg" structure.svg

sh "$root/docs/pictures/badges" "$root" "$build" >"$scratch/badges.svg"
same "$scratch/badges.svg" badges.svg

# A drawing that does not parse is drawn by nobody.
for picture in "$root"/docs/pictures/*.svg; do
	rsvg-convert "$picture" -o "$scratch/picture.png" || failed=1
done
exit $failed
