#!/bin/sh
# routes.sh FTC MESSAGE SOURCE-DIRECTORY: what `ftc route` prints of a word in a fat-tree is what the verilated network does, bit by bit; and
# a bit that is wrong is noticed. TAP.
set -u
ftc=$(realpath "$1")
message=$(realpath "$2")
examples=$(realpath "$3")/examples
. "$(dirname "$0")/../common/tap.sh"

# table FILE SOURCE DESTINATION PAYLOAD [KEY=VALUE..]: the page `page`
table() {
	file=$1 source=$2 destination=$3 payload=$4
	shift 4
	{
		echo
		echo '```message'
		# shellcheck disable=SC2046 # keys have no blanks
		"$ftc" route "$file" "$source" "$destination" --payload "$payload" $(printf -- '--set %s ' "$@" | sed 's/--set  *$//')
		echo '```'
	} >page 2>said
}

same() {
	table "$@" && "$message" page "$@" >said 2>&1
	report "$*"
}

same "$examples/tree16.yaml" 3 9 0xc0ffee01
same "$examples/tree16.yaml" 0 15 0x80000001 root-capacity=4
same "$examples/tree16.yaml" 12 13 0x12345678
same "$examples/tree8.yaml" 7 0 0xbeef connections=2 capacities=[8,4,2]
same "$examples/tree8.yaml" 2 6 0x1 external=true capacities=[8,4,2,1]
same "$examples/tree8.yaml" 5 4 0xffff leaves=6 capacities=[4,2,1]
same "$examples/tree8.yaml" 1 3 0xa5a5 connections=4 external=true capacities=[5,16,8,4] clock=200

table "$examples/tree16.yaml" 3 9 0xc0ffee01
sed -i 's/^\(level 2 down.*\)0111000000001$/\10111000000011/' page
! "$message" page "$examples/tree16.yaml" 3 9 0xc0ffee01 >said 2>&1 && grep -q 'level 2 down, 2, wire 0, clock 5[0-9]: the page says 1' said
report 'a wrong bit is noticed'
table "$examples/tree16.yaml" 3 9 0xc0ffee01
sed -i 's/^\(level 2 up, 0  *\)3/\12/' page
! "$message" page "$examples/tree16.yaml" 3 9 0xc0ffee01 >said 2>&1 && grep -q 'level 2 up, 0, wire 2' said
report 'a wrong wire is noticed'
finish
