#!/bin/bash
# A tool that ends with status 0 and has made nothing is no simulation, and shows by what is missing.
#
#   silent.sh FTC
set -u
ftc=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export FTC_CACHE= TMPDIR=$scratch/tmp
unset OBJCACHE
mkdir tmp
printf 'network: sorter\nwires: 4\nkey-bits: 2\npayload-bits: 2\n' >sorter.yaml
number=0 failed=0

# silent TOOL WORDS
silent() {
	mkdir "$1"
	printf '#!/bin/sh\n[ "$1" = --version ] && echo "Verilator 5.006 2023-01-22"\nexit 0\n' >"$1/$1"
	chmod +x "$1/$1"
	PATH=$scratch/$1:$PATH "$ftc" simulate sorter.yaml --engine rtl >said 2>&1
	status=$?
	number=$((number + 1))
	if [ $status = 1 ] && grep -qF "ftc: error: $2" said && ! grep -q "$scratch/tmp" said && [ -z "$(ls tmp)" ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1: status $status, expected: $2"
		sed 's/^/# /' said
		failed=1
	fi
}
silent verilator 'verilator wrote no build/ftc_model.cpp'
silent make 'make wrote no build/libftc_model.a'
echo "1..$number"
exit $failed
