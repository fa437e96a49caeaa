#!/bin/sh
# browser.sh FTC EXAMPLES [PICTURES]: pages of runs in a real browser (browser.mjs): Chromium, driven by Node. TAP. With PICTURES, a
# folder, its screenshots are kept there.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
driver=$(realpath "$(dirname "$0")/browser.mjs")
pictures=${3:-}
mkdir -p ${pictures:+"$pictures"} && pictures=${pictures:+$(realpath "$pictures")}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
	echo "1..0 # SKIP no Chromium (Debian's package chromium)"
	exit 0
}
command -v node >/dev/null || {
	echo "1..0 # SKIP no Node (Debian's package nodejs)"
	exit 0
}
. "$(dirname "$0")/../common/tap.sh"

# page NAME OPTIONS...: NAME.html, .csv and .json; .channels, where the model tells what links carry
page() {
	name=$1
	shift
	"$ftc" simulate "$@" --json --html "$name.html" --log "$name.csv" >"$name.json" 2>said || report "the run $name"
	"$ftc" simulate "$@" --channels "$name.channels" >out.txt 2>said || rm -f "$name.channels"
}

printf 'network: fat-tree\nleaves: 64\nroot-capacity: 32\n' >tree64.yaml
printf 'network: fat-tree\nleaves: 1024\nroot-capacity: 256\n' >tree1024.yaml
printf 'network: rotor\nleaves: 16\n' >rotor16.yaml
page tree16 "$examples/tree16.yaml"
page tree64 tree64.yaml --load 1
page offline16 "$examples/offline16.yaml"
page lanes16 "$examples/lanes16.yaml"
page xgft6 "$examples/xgft6.yaml"
page cm5 "$examples/cm5.yaml"
page hypertree15 "$examples/hypertree15.yaml"
page batched16 "$examples/batched16.yaml" --frames 200
page rotor16 rotor16.yaml
page tree1024 tree1024.yaml --frames 100
node "$driver" "$browser" "$PWD" "${pictures:-$PWD}" tree16 tree64 offline16 lanes16 xgft6 cm5 hypertree15 batched16 rotor16 tree1024
