#!/bin/sh
# Builds a real bitstream with the real tools, and checks everything that `ftc build` leaves behind.
#
#   bitstreams.sh FTC BOARD PARAMETERS [--set KEY=VALUE ...]
#   bitstreams.sh FTC BOARD --check PARAMETERS [--set KEY=VALUE ...]
#   bitstreams.sh FTC BOARD --passes PARAMETERS [--set KEY=VALUE ...]
#   bitstreams.sh FTC BOARD --too-large PARAMETERS [--set KEY=VALUE ...]
#
# --check: `ftc build --check` must pass it, and must not pass one with a planted fault. iCE40: one bit of one LUT in the
# network's switches is flipped on the way into the packer. ECP5: a switch is miswired between ftc and yosys, or a full queue of a
# rotor takes words and loses them.
# --passes: `ftc build --check` must pass it. The way from a bitstream to a verdict is the same for all networks of a family, and
# that the self test of a network notices faults is for board_top.c.
# Ends with 77 (skipped) where the tools of the board's family are not installed.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
board=$2
shift 2
way=
case $1 in
--*)
	way=$1
	shift
	;;
esac
parameters=$(realpath "$1")
shift
case $board in
ulx3s*) tools='yosys nextpnr-ecp5 ecppack' ;;
*) tools="yosys nextpnr-ice40 icepack${way:+ icebox_vlog python3}" ;;
esac
need_tools $tools
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC_CACHE="$scratch/cache"	# nothing broken may get into that of others
build() {
	"$ftc" build "$parameters" --board "$board" -o "$@" >said 2>&1
	status=$?
	cat said
}

if [ "$way" = --too-large ]; then
	build out "$@"
	is 'it is refused' [ $status -eq 1 ]
	is 'with the numbers' grep -Eq 'does not fit the .*: it needs [0-9]+ of [0-9]+ logic cells' said
	is 'before it is placed' [ ! -e out/log/nextpnr.log ]
	is 'and without a bitstream' [ -z "$(find out -name '*.bi[nt]')" ]
	exit $failed
fi

# What is planted, each in front of the tool whose folder it is in. Where nextpnr puts what, for later.
mkdir placing broken
case $way,$board in
--check,ulx3s*)
	cat >broken/yosys <<END
#!/bin/sh
for file in rtl/*_choose.v; do
	[ ! -e "\$file" ] || sed -i 's/? a_late : b_late/? a_late : a_late/' "\$file"
	! grep -q 'a_late : a_late' "\$file" || touch '$scratch/broken/done'
done
for file in rtl/*_flexible_rotator.v; do
	[ ! -e "\$file" ] || { sed -i 's/= by\[q\] ?/= by[q] \&\& q > 0 ?/' "\$file" && touch '$scratch/broken/done'; }
done
for file in rtl/*_rotor_bank.v; do
	[ ! -e "\$file" ] || sed -i "s/answer <= ~full;/answer <= 1'b1;/" "\$file"
	! grep -q "answer <= 1'b1;" "\$file" || touch '$scratch/broken/done'
done
exec '$(command -v yosys)' "\$@"
END
	;;
--check,*)
	cat >placing/nextpnr-ice40 <<END
#!/bin/sh
case "\$*" in
*--asc*) exec '$(command -v nextpnr-ice40)' "\$@" --write '$scratch/layout.json' ;;
esac
exec '$(command -v nextpnr-ice40)' "\$@"
END
	# The LUT in front of a register between switches, and its first bit: the register's input while the wire is idle. In a
	# hypertree, the LUT that passes on a bit of the row for a RAM: the bit is then always 1. Of lanes, a bit of a switch's beat.
	# Of batches, a bit of a word that arrives. Of a flexible sorter, a bit of a column. Of a rotor, a bit of the words in a RAM.
	cat >broken/icepack <<END
#!/bin/sh
[ "\$1" = -u ] || {
	place=\$(awk '/^ *"network\\.(tree.*late|node.*frame\\.write_row.*DFFLC|down.*beat_|tree.*leaf\\.lane_0.*DFFLC|bank\\[1\\]\\.column.*_D_SB_LUT4_O_LC|rotor.*store\\.(out|block\\.kept).*DFFLC).*": \\{/ { inside = 1 }
		inside && /"NEXTPNR_BEL"/ { gsub(/[^0-9]+/, " "); print; exit }' '$scratch/layout.json')
	awk -v place="\$place" 'BEGIN { split(place, at, " ") }
		/^\\./ { row = -1; inside = \$1 == ".logic_tile" && \$2 == at[1] && \$3 == at[2] }
		inside && row == 2 * at[3] {
			\$0 = substr(\$0, 1, 40) (substr(\$0, 41, 1) == "1" ? "0" : "1") substr(\$0, 42)
			print "flipped" >"'$scratch'/broken/done"
		}
		{ row++; print }' layout.asc >flipped.asc && mv flipped.asc layout.asc
}
exec '$(command -v icepack)' "\$@"
END
	;;
esac
for tool in placing/* broken/*; do
	[ ! -e "$tool" ] || chmod +x "$tool"
done
honest=$PATH

PATH=$scratch/placing:$PATH
build out "$@" ${way:+--check} --json
PATH=$honest
is 'it is built' [ $status -eq 0 ]
[ $status -eq 0 ] || exit 1
is 'the board is reported' [ "$(value board)" = "$board" ]
is 'it has LUTs' holds "$(value lut4) > 100"
is 'and flip-flops' holds "$(value ff) > 100"
is 'the clock is met' holds "$(value fmax_mhz) > $(value required_mhz)"
bitstream=$(value bitstream)
# `ftc boards` has estimated it: cells of an iCE40, LUTs of an ECP5.
cells=$(value cells)
case $board in
ulx3s*) key=needs_lut4 ;;
*) key=needs_cells ;;
esac
"$ftc" boards "$parameters" "$@" --json 2>/dev/null |
	sed -n "/\"name\": \"$board\"/,/}/s/^ *\"$key\": \([0-9]*\),/\1/p" >estimated
is 'the estimate is there' [ -s estimated ]
is "the estimate $(cat estimated) is within 15 % of $cells" \
	awk "BEGIN { d = $(cat estimated) - $cells; exit !(d * d <= (0.15 * $cells) ^ 2) }"
is 'the bitstream is there' [ -f "$bitstream" ]
is 'and not small' [ "$(wc -c <"$bitstream")" -gt 50000 ]
case $board in
ulx3s*) is 'it is one of the device' grep -aq "LFE5U-$(echo "${board#*-}" | tr f F)" "$bitstream" ;;
*) is 'it has the sign of iCE40' [ "$(od -An -tx1 "$bitstream" | tr -d ' \n' | grep -c 7eaa997e)" -eq 1 ] ;;
esac
for log in yosys nextpnr-fit nextpnr; do
	is "the log of $log is kept" [ -s out/log/$log.log ]
done
is 'nextpnr says the same' grep -Eq "\"achieved\": $(value fmax_mhz | cut -c1-4)" out/timing.json
if [ "$way" ]; then
	is 'it passes its own self test' [ "$(value passed)" = true ]
	# A round of a flexible sorter has fewer batches, the longer they are.
	case $(value network) in
	flexible-sorter) least=1000 digits=4 ;;
	rotor) least=100000 digits=6 ;;
	*) least=100000 digits=5 ;;
	esac
	is 'with many messages' [ "$(value messages)" -gt $least ]
	is 'in more clocks' [ "$(value clocks)" -gt "$(value messages)" ]
	name=$(basename "${bitstream%.*}")
	digest=$(sed -n "s,^// Parameters (digest \(.*\)):\$,\1,p" out/rtl/*_board.v)
	count=$(printf "%0${digits}x" "$(value messages)") none=$(printf "%0${digits}d" 0)
	is 'and says so with its digest' [ "$(value line)" = "$name $digest round 0001 sent $count delivered $count wrong $none passed" ]
	is 'its record reports the first light' grep -q 'running on' out/log/check.log
	is 'the netlist is not kept' [ ! -e out/log/check.v ]
fi
is 'the Verilog names no place' sh -c '! grep -rl "$1" out/rtl' sh "$scratch"

# Once for each family: that of a check is an ECP5, that without one an iCE40.
case $way,$board in
--*,ulx3s* | ,*)
	FTC_CACHE= build again/out "$@"
	is 'the folders above a place are made' [ $status -eq 0 ]
	is 'the same seed gives the same bitstream' cmp "$bitstream" "again/$bitstream"
	;;
esac
is 'flash names the command' sh -c '"$1" flash --board "$2" out --dry-run | grep -q "$3"' sh "$ftc" "$board" "$bitstream"
[ "$way" = --check ] && [ $failed -eq 0 ] || exit $failed

case $board in
ulx3s*) rm -rf cache ;;			# the good synthesis is in there
esac
PATH=$scratch/broken:$PATH
build bad "$@" --check
is 'something was broken' [ -e broken/done ]
is 'a broken one fails' [ $status -eq 1 ]
is 'with its reason' grep -q 'does not pass its own self test: ' said
is 'told in the table' grep -Eq 'checked +(bitstream|netlist): failed' said
is 'no bitstream is kept' [ -z "$(find bad -name '*.bi[nt]')" ]
is 'but the record is' [ -s bad/log/check.log ]
is 'and the netlist' grep -q '^module chip' bad/log/check.v
exit $failed
