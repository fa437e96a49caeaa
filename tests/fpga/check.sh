#!/bin/sh
# Builds a good bitstream with `ftc build --check`, which must pass; then one with a planted fault, which must not.
#
#   check.sh FTC BOARD PARAMETERS [--set KEY=VALUE ...]
#
# iCE40: one bit of one LUT in the network's switches is flipped on the way into the packer. ECP5: a switch is miswired
# between ftc and yosys. Ends with 77 (skipped) where the tools of the board's family are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
board=$2
parameters=$(realpath "$3")
shift 3
case $board in
ulx3s*) tools='yosys nextpnr-ecp5 ecppack' ;;
*) tools='yosys nextpnr-ice40 icepack icebox_vlog python3' ;;
esac
need_tools $tools
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE="$scratch/cache"	# nothing broken may get into that of others
build() {
	"$ftc" build "$parameters" --board "$board" --check -o "$@" >said 2>&1
	status=$?
	cat said
}

# Where nextpnr puts what, for later.
case $board in
ulx3s*) ;;
*)
	mkdir placing
	cat >placing/nextpnr-ice40 <<END
#!/bin/sh
case "\$*" in
*--asc*) exec '$(command -v nextpnr-ice40)' "\$@" --write '$scratch/layout.json' ;;
esac
exec '$(command -v nextpnr-ice40)' "\$@"
END
	chmod +x placing/nextpnr-ice40
	PATH=$scratch/placing:$PATH
	;;
esac

build out "$@" --json
is 'a good one is built' [ $status -eq 0 ]
is 'it passes' [ "$(value passed)" = true ]
is 'with many messages' [ "$(value messages)" -gt 200000 ]
is 'in more clocks' [ "$(value clocks)" -gt "$(value messages)" ]
digest=$(sed -n "s,^// Parameters (digest \(.*\)):\$,\1,p" out/rtl/*_board.v)
count=$(printf '%05x' "$(value messages)")
is 'and says so with its digest' [ "$(value line)" = "fat_tree $digest round 0001 sent $count delivered $count wrong 00000 passed" ]
is 'the bitstream is kept' [ -s "$(value bitstream)" ]
is 'its record tells of the first light' grep -q 'running on' out/log/check.log
is 'the netlist is not kept' [ ! -e out/log/check.v ]
[ $failed -eq 0 ] || exit 1

mkdir broken
case $board in
ulx3s*)
	real=$(command -v yosys)
	cat >broken/yosys <<END
#!/bin/sh
for file in rtl/*_choose.v; do
	[ ! -e "\$file" ] || sed -i 's/straight ? a_late : b_late/straight ? a_late : a_late/' "\$file"
	! grep -q 'a_late : a_late' "\$file" || touch '$scratch/broken/done'
done
exec '$real' "\$@"
END
	rm -rf cache			# the good synthesis is in there
	;;
*)
	real=$(command -v icepack)
	# The LUT in front of a register between switches, and its first bit: the register's input while the wire is idle.
	cat >broken/icepack <<END
#!/bin/sh
[ "\$1" = -u ] || {
	place=\$(awk '/^ *"network\\.tree.*late.*": \\{/ { inside = 1 }
		inside && /"NEXTPNR_BEL"/ { gsub(/[^0-9]+/, " "); print; exit }' '$scratch/layout.json')
	awk -v place="\$place" 'BEGIN { split(place, at, " ") }
		/^\\./ { row = -1; inside = \$1 == ".logic_tile" && \$2 == at[1] && \$3 == at[2] }
		inside && row == 2 * at[3] {
			\$0 = substr(\$0, 1, 40) (substr(\$0, 41, 1) == "1" ? "0" : "1") substr(\$0, 42)
			print "flipped" >"'$scratch'/broken/done"
		}
		{ row++; print }' layout.asc >flipped.asc && mv flipped.asc layout.asc
}
exec '$real' "\$@"
END
	;;
esac
chmod +x broken/*
PATH=$scratch/broken:$PATH
build bad "$@"
is 'something was broken' [ -e broken/done ]
is 'a broken one fails' [ $status -eq 1 ]
is 'with its reason' grep -q 'does not pass its own self test: ' said
is 'told in the table' grep -Eq 'checked +(bitstream|netlist): failed' said
is 'no bitstream is kept' [ -z "$(find bad -name '*.bi[nt]')" ]
is 'but the record is' [ -s bad/log/check.log ]
is 'and the netlist' grep -q '^module chip' bad/log/check.v
exit $failed
