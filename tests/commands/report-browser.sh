#!/bin/sh
# report-browser.sh FTC EXAMPLES [PICTURES]: pages of results in a real browser (report-browser.mjs): Chromium, driven by Node. TAP. With
# PICTURES, a folder, its screenshots are kept there.
set -u
driver=$(realpath "$(dirname "$0")/report-browser.mjs")
. "$(dirname "$0")/../common/chromium.sh"
. "$(dirname "$0")/../common/tap.sh"

# page NAME COMMAND...: NAME.html and NAME.json
page() {
	name=$1
	shift
	"$ftc" "$@" --json --html "$name.html" >whole.json 2>said && unmade whole.json >"$name.json" || report "the page $name"
}

page explore explore --leaves 16 --board ulx3s-25f
page report report "$examples/tree16.yaml"
page schedule schedule "$examples/tree16.yaml" --from all-to-all
"$ftc" schedule "$examples/tree16.yaml" --from all-to-all -o schedule.cycles >said 2>&1 || report 'the schedule'
page compare compare "$examples/tree16.yaml" "$examples/lanes16.yaml" "$examples/xgft6.yaml" --loads 0.1,0.3,0.5 --seeds 2 --slots 64 --most-slots 256
page route route "$examples/xgft6.yaml" 0 4 --all
page embed embed "$examples/tree16.yaml" --guest mesh 16
page universality universality "$examples/tree16.yaml"
page paper report --paper hypertree
page device report "$examples/device-up5k.yaml"
printf 'run: simulate\nfile: [tree.yaml, lanes.yaml]\noptions:\n  load: [0.1, 0.4]\n  frames: 50\n' >runs.yaml
cp "$examples/tree8.yaml" tree.yaml && cp "$examples/lanes16.yaml" lanes.yaml
page sweep sweep runs.yaml -o swept
node "$driver" "$browser" "$PWD" "${pictures:-$PWD}" explore report schedule compare route embed universality paper device sweep
