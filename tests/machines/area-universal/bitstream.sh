#!/bin/sh
# Builds a real bitstream of a device, simulates it with circuits that come through its UART, and then one with a planted fault.
#
#   bitstream.sh FTC BOARD PARAMETERS [--set KEY=VALUE ...]
#
# Ends with 77 (skipped) where the tools of the board's family are not installed.
set -u
. "$(dirname "$0")/../../fpga/common.sh"
ftc=$(realpath "$1")
board=$2
parameters=$(realpath "$3")
shift 3
settings=$*
case $board in
ulx3s*) need_tools yosys nextpnr-ecp5 ecppack ;;
*) need_tools yosys nextpnr-ice40 icepack icebox_vlog python3 ;;
esac
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

# In front of Yosys: latches cannot be sent complemented. Its results must not get into the cache of others.
mkdir broken
cat >broken/yosys <<END
#!/bin/sh
sed -i 's/? own ^ choice\[0\] :/? own ^ (choice[0] \& !choice[1]) :/' rtl/*_element.v
! grep -q '!choice\[1\]' rtl/*_element.v || touch '$scratch/broken/done'
exec '$(command -v yosys)' "\$@"
END
chmod +x broken/yosys
# build DIRECTORY
# shellcheck disable=SC2086
build() {
	"$ftc" build "$parameters" --board "$board" -o "$1" --check --json $settings >said 2>&1
	status=$?
	cat said
}

build out
is 'it is built' [ $status -eq 0 ]
[ $status -eq 0 ] || exit 1
is 'the clock is met' holds "$(value fmax_mhz) > $(value required_mhz)"
is 'it passes' [ "$(value passed)" = true ]
is 'with several images' holds "$(value images) >= 2"
is 'and steps of each' holds "$(value steps) >= 20 * $(value images)"
is 'the bitstream is there' [ -f "$(value bitstream)" ]
is 'the netlist is not kept' [ ! -e out/log/check.v ]

PATH=$scratch/broken:$PATH
FTC_CACHE=$scratch/cache
export FTC_CACHE
build bad
is 'something was broken' [ -e broken/done ]
is 'a broken one fails' [ $status -eq 1 ]
is 'with its reason' grep -q 'step' said
is 'no bitstream is kept' [ -z "$(find bad -name '*.bi[nt]')" ]
is 'but the record is' [ -s bad/log/check.log ]
exit $failed
