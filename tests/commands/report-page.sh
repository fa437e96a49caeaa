#!/bin/sh
# report-page.sh FTC EXAMPLES: the page of each command has the JSON of --json, all but how it was made, and the text and drawings; it changes no
# other result; what --html refuses; what becomes of names that mean something in HTML. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# json_of PAGE: the JSON of the result
json_of() {
	sed -n '/ id="result">/,/^<\/script>/p' "$1" | sed -e '1s/.* id="result">//' -e '$d' -e 's/\\u003c/</g'
}

# page NAME COMMAND...: the page, made beside the text, has the JSON that is printed without it
page() {
	name=$1
	shift
	rm -f page.html
	"$ftc" "$@" --json >whole.json 2>said && unmade whole.json >result.json && "$ftc" "$@" >plain.txt 2>said && "$ftc" "$@" --html page.html >beside.txt 2>said &&
		json_of page.html | unmade >found.json && [ -s found.json ] && cmp result.json found.json >said 2>&1
	report "$name: the JSON of --json"
	cmp plain.txt beside.txt >said 2>&1
	report "$name: the same text beside it"
	! sed 's|http://www.w3.org/2000/svg||g' page.html | grep -nE '(href|src)="?[a-z]+:/|@import|url\(' >said
	report "$name: no address"
}

# drawings NUMBER: in the last page
drawings() {
	is "$1 drawings" "$(grep -c '<figure><img alt="[^"]*" src="data:image/svg+xml;base64,' page.html)" "$1"
}

page report report "$examples/tree16.yaml"
drawings "$("$ftc" report "$examples/tree16.yaml" -o of-tree >said 2>&1 && find of-tree -name '*.svg' | wc -l)"
page 'a generalized fat tree' report "$examples/xgft6.yaml"
drawings "$("$ftc" report "$examples/xgft6.yaml" -o of-o >said 2>&1 && find of-o -name '*.svg' | wc -l)"
grep -o 'base64,[^"]*' page.html | head -1 | sed 's/base64,//' | base64 -d >first.svg && cmp first.svg "$(find of-o -name '*.svg' -exec cmp -s {} first.svg \; -print | head -1)" >said 2>&1
report 'a drawing is that of -o'
page 'a device, which has no drawing' report "$examples/device-up5k.yaml"
page route route "$examples/xgft6.yaml" 0 4 --all
page explore explore --leaves 4
page compare compare "$examples/tree8.yaml" "$examples/lanes16.yaml" --loads 0.1,0.3 --seeds 2 --slots 64 --most-slots 128
page universality universality "$examples/tree16.yaml"
page embed embed "$examples/xgft6.yaml" --guest ring
page 'embed in a fat-tree' embed "$examples/tree16.yaml" --guest mesh 16
page schedule schedule "$examples/tree16.yaml" --from stencil
drawings 2
"$ftc" schedule "$examples/tree16.yaml" --from stencil -o schedule.json >said 2>&1 &&
	sed -n '/ data-file="schedule.json">/,/^<\/script>/p' page.html | sed -e '1s/.*data-file="schedule.json">//' -e '$d' | cmp - schedule.json >said 2>&1
report 'the schedule is that of -o'
if command -v parallel >/dev/null; then
	cp "$examples/tree8.yaml" .
	printf 'run: report\nfile: tree8.yaml\nset:\n  payload-bits: [8, 16]\n' >sweep.yaml
	"$ftc" sweep sweep.yaml -o grid --html swept.html >plain.txt 2>said && json_of swept.html | cmp - grid/results.json >said 2>&1
	report 'sweep'
	page 'a sweep that is gathered' sweep -o grid
else
	skip sweep 'no GNU parallel'
fi

# Beside other results.
"$ftc" embed "$examples/tree16.yaml" --guest ring 16 -o one >said 2>&1 && "$ftc" embed "$examples/tree16.yaml" --guest ring 16 -o two --html page.html >said 2>&1 &&
	diff -r -x .ftc-output one two >said 2>&1
report 'the files of -o are the same'

# refused NAME MESSAGE COMMAND...: status 2, nothing is printed or written
refused() {
	name=$1
	message=$2
	shift 2
	"$ftc" "$@" >out.txt 2>said
	[ $? -eq 2 ] && grep -qF -- "$message" said && [ ! -s out.txt ] && [ ! -e new.html ] && [ "$(wc -l <said)" -le 2 ]
	report "$name"
}

mkdir results
for command in "report $examples/tree16.yaml" "explore --leaves 8" "schedule $examples/tree16.yaml --from stencil" "embed $examples/tree16.yaml --guest ring 16"; do
	word=${command%% *}
	# shellcheck disable=SC2086
	{
		refused "$word: no name" '--html is empty: expected a file' $command --html ''
		refused "$word: a directory" 'is a directory' $command --html results
	}
done
refused 'in the directory of -o' 'lies in the directory of -o' report "$examples/xgft6.yaml" -o results --html results/new.html
refused 'the name of -o' '--html and -o are the same file: new.html' schedule "$examples/tree16.yaml" --from stencil -o new.html --html new.html
refused 'the messages' '--html and --write-messages are the same file' schedule "$examples/tree16.yaml" --from stencil --write-messages new.html --html new.html
refused 'a picture' '--html and --picture are the same file' schedule "$examples/tree16.yaml" --from stencil --picture new.svg --html new.svg
refused 'the second picture' '--html and the second picture of --picture are the same file' schedule "$examples/tree16.yaml" --from stencil --picture new.svg \
	--html new-cycles.svg
refused 'a network' '--html and --write-network are the same file' embed "$examples/tree16.yaml" --guest ring 16 --write-network new.html --html new.html
refused 'Slurm, which gathers later' '--html has no meaning for --engine slurm' sweep "$examples/tree8.yaml" -o new --engine slurm --html new.html
refused 'another command' 'unknown option --html' verify "$examples/tree8.yaml" --html new.html
cp "$examples/tree8.yaml" tree.yaml
"$ftc" report tree.yaml --html tree.yaml >out.txt 2>said
[ $? -ne 0 ] && cmp tree.yaml "$examples/tree8.yaml"
report 'the parameter file is not replaced'
echo mine >kept.html
FTC_DATA=$PWD/nothing "$ftc" report tree.yaml --html kept.html >out.txt 2>said
[ $? -ne 0 ] && [ "$(cat kept.html)" = mine ]
report 'a file that stands there stays when the page cannot be made'
"$ftc" report tree.yaml --html /dev/full >out.txt 2>said
[ $? -eq 1 ] && grep -q 'No space left' said
report 'a full disk'

# Names that end a script or begin an element.
printf '0 1\n1 2\n' >'m<b>&".txt'
"$ftc" schedule tree.yaml 'm<b>&".txt' --html page.html >out.txt 2>said && ! grep -q 'm<b>' page.html && grep -q 'm.u003cb>&' page.html &&
	grep -q 'm&lt;b&gt;&amp;' page.html
report 'a file name with signs of HTML'
is 'as many scripts as there are' "$(grep -c '<script' page.html) $(grep -c '</script>' page.html)" '4 4'
finish
