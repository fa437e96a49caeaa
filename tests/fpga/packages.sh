#!/bin/sh
# constraints/packages.txt has the pins that nextpnr knows: those of Project IceStorm and of Project Trellis.
#
#   packages.sh SOURCE-DIRECTORY [--update]
# Ends with 77 (skipped) where neither is installed.
set -u
root=$(realpath "$1")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
icestorm=/usr/share/fpga-icestorm/chipdb
trellis=
for place in "${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/usr/share/trellis" /usr/share/trellis /usr/local/share/trellis; do
	[ -z "$trellis" ] && [ -d "$place/database/ECP5" ] && trellis=$place/database/ECP5
done

# ice40 CHIP DEVICE...: the packages of a chip
ice40() {
	chip=$1
	shift
	awk -v devices="$*" '/^\.pins / { print "package", $2, devices; on = 1; next } on && NF < 3 { on = 0 } on { print "pin", $1 }' \
		"$icestorm/chipdb-$chip.txt"
}
# ecp5 PART DEVICE...
ecp5() {
	part=$1
	shift
	python3 - "$trellis/$part/iodb.json" "$*" <<'END'
import json, sys
for package, pins in sorted(json.load(open(sys.argv[1]))["packages"].items()):
    print("package", package, sys.argv[2])
    for pin in pins:
        print("pin", pin)
END
}
# Sorted as people would, twenty a line.
fold() {
	awk '/^package/ { print; name = sprintf("%06d", NR); next } { split($2, p, /[0-9]+/); n = $2; gsub(/[^0-9]/, "", n)
		printf "pin %s %d %s %06d %s\n", name, length(p[1]), p[1] == "" ? "-" : p[1], n, $2 }' |
	awk '/^package/ { flush(); print; next } { key[++count] = $3 " " $4 " " $5 " " $6 } END { flush() }
		function flush(  i, j, k, line) {
			for (i = 2; i <= count; i++) {
				k = key[i]
				for (j = i - 1; j > 0 && key[j] > k; j--) key[j + 1] = key[j]
				key[j + 1] = k
			}
			for (i = 1; i <= count; i++) {
				split(key[i], part, " ")
				printf "%s%s", (i % 20 == 1 ? "    " : " "), part[4]
				if (i % 20 == 0 || i == count) printf "\n"
			}
			count = 0
		}'
}
{
	echo "# The pins of each package, by nextpnr's names of the devices that are sold in it: package NAME DEVICE ..., and its pins."
	echo "# From the databases of Project IceStorm and Project Trellis; tests/fpga/packages.sh writes and checks it."
	if [ -d "$icestorm" ]; then
		ice40 1k hx1k | fold
		ice40 8k hx8k lp8k | fold
		ice40 5k up5k | fold
	fi
	if [ "$trellis" ]; then
		ecp5 LFE5U-25F 12k 25k um-25k um5g-25k | fold
		ecp5 LFE5U-45F 45k um-45k um5g-45k | fold
		ecp5 LFE5U-85F 85k um-85k um5g-85k | fold
	fi
} >"$scratch/packages.txt"
if [ "${2:-}" = --update ]; then
	cp "$scratch/packages.txt" "$root/constraints/packages.txt"
	exit
fi
[ -d "$icestorm" ] || [ "$trellis" ] || { echo "no database of pins is installed"; exit 77; }
failed=0
# The packages of some devices, unless their database is missing.
same() {
	grep "$1" "$scratch/packages.txt" >/dev/null || return 0
	for file in "$root/constraints/packages.txt" "$scratch/packages.txt"; do
		awk -v wanted="$1" '/^package/ { on = $0 ~ wanted } on' "$file" >"$scratch/$(basename "$(dirname "$file")").part"
	done
	diff "$scratch"/*.part || failed=1
	rm "$scratch"/*.part
}
same '^package [^ ]* \(hx1k\|hx8k\|up5k\)'
same '^package [^ ]* \(12k\|45k\|85k\)'
# The parts of a size are alike: LFE5U, LFE5UM and LFE5UM5G.
for like in ${trellis:+U-12F:U-25F UM-25F:U-25F UM5G-25F:U-25F UM-45F:U-45F UM5G-45F:U-45F UM-85F:U-85F UM5G-85F:U-85F}; do
	cmp "$trellis/LFE5${like%:*}/iodb.json" "$trellis/LFE5${like#*:}/iodb.json" || failed=1
done
exit $failed
