#!/bin/sh
# render.sh FTC CIRCUITS: another program draws the pictures of devices and of compiled circuits, in their full size and not blank. TAP.
set -u
ftc=$(realpath "$1")
circuits=$(realpath "$2")
inputs=$(realpath "$(dirname "$0")/inputs.sh")
. "$(dirname "$0")/../../common/tap.sh"
. "$inputs"
command -v rsvg-convert >/dev/null || { echo "1..0 # SKIP no rsvg-convert"; exit 0; }

# render NAME FILE.svg: at least 4 bytes of PNG for each thousand pixels
render() {
	name=$1 svg=$2
	rsvg-convert "$svg" -o picture.png &&
		wide=$(sed -n '1s/.* width="\([0-9]*\)".*/\1/p' "$svg") high=$(sed -n '1s/.* height="\([0-9]*\)".*/\1/p' "$svg") &&
		[ "$(od -An -tu1 -j16 -N8 picture.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" = "$wide $high" ] &&
		[ $((250 * $(wc -c <picture.png))) -gt $((wide * high)) ]
	result $? "$name"
}

for device in one two four huge; do
	"$ftc" generate $device.yaml -o $device >/dev/null 2>said
	render "device: $device" $device/*.svg
done
if command -v yosys >/dev/null; then
	"$ftc" compile one.yaml "$circuits/counter.v" --picture counter.svg >said
	render 'circuit: one mesh' counter.svg
	"$ftc" compile four.yaml "$circuits/lfsr.v" --meshes 4 --picture lfsr.svg >said
	render 'circuit: four meshes' lfsr.svg
else
	skip 'circuits' 'no yosys'
fi
finish
