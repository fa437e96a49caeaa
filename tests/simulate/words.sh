#!/bin/sh
# words.sh FTC EXAMPLES: twenty words of the pages of several machines, which words.py reads by itself, against the log, --tries, --channels and
# `ftc route`; and a number changed in a page, which it must notice. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
words=$(realpath "$(dirname "$0")/words.py")
seed=${FTC_SEED:-46}
. "$(dirname "$0")/../common/tap.sh"

# words NAME ROUTED FILE OPTIONS...: ROUTED: the network has `ftc route`. Leaves page.html.
words() {
	name=$1
	routed=$2
	file=$3
	shift 3
	: >routes.txt
	"$ftc" simulate "$file" "$@" --html page.html --log log.csv >out.txt 2>said &&
		"$ftc" simulate "$file" "$@" --tries tries.csv --channels channels.csv >out.txt 2>>said || { report "$name"; return; }
	if [ "$routed" = yes ]; then
		python3 "$words" --pairs "$seed" page.html | while read -r from to; do "$ftc" route "$file" "$from" "$to"; done >routes.txt 2>>said
		python3 "$words" "$seed" page.html log.csv tries.csv channels.csv routes.txt >>said 2>&1
	else
		python3 "$words" "$seed" page.html log.csv tries.csv channels.csv >>said 2>&1
	fi
	grep -q '^[1-9][0-9]* tries, [1-9][0-9]* hops, [1-9][0-9]* links$' said
	report "$name, seed $seed"
}

# planted COLUMN MESSAGE: a number of the page that words() has left is changed
planted() {
	python3 "$words" --plant "$1" "$seed" page.html >changed.html 2>said &&
		! python3 "$words" "$seed" changed.html log.csv tries.csv channels.csv >out.txt 2>>said && grep -q "$2" said
	report "a changed number of the column $1 is noticed"
}

printf 'network: fat-tree\nleaves: 64\nroot-capacity: 16\n' >tree64.yaml
words lanes yes "$examples/lanes16.yaml" --frames 200
words 'a hypertree' yes "$examples/hypertree15.yaml" --frames 200
words 'a fat-tree of 64 leaves, load 1' no tree64.yaml --frames 60 --load 1
words 'a fat-tree' no "$examples/tree16.yaml" --frames 200
planted destination 'is in the log 0 times'
planted created 'is in the log 0 times'
planted trailHops .
planted trailSource .
finish
