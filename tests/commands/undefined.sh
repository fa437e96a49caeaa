#!/bin/sh
# Lists of options, read by an ftc that stops at undefined behaviour. A good list ends at the missing tool.
#
#   undefined.sh FTC
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml

# ends STATUS WORDS ARGUMENT...
ends() {
	status=$1 words=$2
	shift 2
	FTC_TOOLS=none PATH=none "$ftc" simulate tree.yaml --engine rtl "$@" >said 2>&1
	got=$?
	[ $got = "$status" ] && grep -qF -- "$words" said
	report "$*"
}

ends 1 'verilator is not installed' --sweep --loads 0.1
ends 1 'verilator is not installed' --sweep --loads 0.1,0.2,0.3
ends 2 '--loads' --sweep --loads ''
ends 2 '--loads' --sweep --loads 0.1,
ends 2 '--loads' --sweep --loads ,
ends 1 'verilator is not installed' --pattern hotspot --hotspot 0:3,1:2
ends 2 '--hotspot' --pattern hotspot --hotspot 0:3,
ends 2 '--hotspot' --pattern hotspot --hotspot 0:
finish
