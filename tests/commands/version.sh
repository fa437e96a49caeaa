#!/bin/sh
# version.sh FTC VERSION: `ftc --version` says the project's version, and of each tool the version that the tool says. TAP.
set -u
ftc=$(realpath "$1")
version=$2
. "$(dirname "$0")/../common/tap.sh"

mkdir bin
fake() {
	printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
	chmod +x "bin/$1"
}
fake yosys '[ "$*" = -V ] && echo "Yosys 0.23 (git sha1 7ce5011c24b)"'
fake nextpnr-ice40 '[ "$*" = --version ] && echo "\"nextpnr-ice40\" -- Next Generation Place and Route (Version 0.4-1+b1)" >&2'
fake g++ 'echo "g++ (Debian 12.2.0-14) 12.2.0"'
fake parallel 'echo "GNU parallel 20221122"'
fake icepack 'exit 1'
fake verilator 'echo 5.006; exit 3'
fake gnuplot 'echo nothing'
# Called by its path: bin is all of PATH.
fake mpirun "exec $(command -v sleep) 60"
# It says what ftc has said before.
fake make "read -r name version <$PWD/said && echo \"make \$version\""
FTC_TOOLS=$PWD/none PATH=$PWD/bin "$ftc" --version >said 2>&1
report 'it succeeds'
is 'the first line' "$(head -n 1 said)" "ftc $version"
tool() {
	is "$1: $2" "$(sed -n "s/^  $1  *\($2\)  *.*/\1/p" said)" "$2"
}
tool yosys 0.23
tool nextpnr-ice40 0.4
tool 'g++' 12.2.0
tool parallel 20221122
tool icepack found
tool gnuplot found
tool verilator 'does not run'
tool mpirun 'no answer'
tool make "$version"
tool nextpnr-ecp5 'not found'
grep -q "^  nextpnr-ecp5 .*; Debian's package nextpnr-ecp5$" said
report 'a missing tool: its package'
finish
