#!/bin/sh
# Runs `ftc build` and `ftc flash` with missing, outdated, failing or fake tools; compares every word of their output
# and checks the files left behind.
#
#   commands.sh FTC LINES LINES.SH [--update]
#
# In LINES the first word of a command names the folder of tools that becomes its PATH.
set -u
. "$(dirname "$0")/common.sh"
ftc=$(realpath "$1")
lines=$(realpath "$2")
compare=$(realpath "$3")
source=$(realpath "$(dirname "$0")/../..")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC FTC_DATA=data FTC_TOOLS=none TMPDIR="$scratch/tmp" FTC_CACHE=
FTC=$ftc
mkdir tmp data none missing old failing crashing large full slow slow-outside slowest hopeless good flashing absent

# The boards, and some of a user's own that are wrong.
mkdir own
cp -r "$source/boards" "$source/constraints" "$source/rtl-templates" data
# bad_board NAME SED [BOARD]: a description changed by SED; its pins are good
bad_board() {
	board=${3:-icebreaker}
	sed "$2" "data/boards/$board.yaml" >"own/$1.yaml"
	for pins in data/constraints/"$board".*; do
		[ ! -e "$pins" ] || cp "$pins" "own/$1.${pins##*.}"
	done
}
bad_board bad-key 's/^pll:/ppl:/'
bad_board bad-device 's/up5k/up5/'
bad_board bad-pll 's/^pll: pad/pll: ehxplll/'
bad_board bad-clock 's/^clock-mhz: .*/clock-mhz: 12 MHz/'
bad_board bad-fast 's/^clock-mhz: .*/clock-mhz: 200/'
bad_board bad-list 's/^package: .*/package: [sg48]/'
bad_board bad-led 's/running/runing/'
bad_board bad-file 's/{file}/file/'
bad_board bad-usb 's/0403:6010/403:6010/'
bad_board bad-baud 's/3000000/3e6/'
bad_board bad-constraints 's,^constraints:.*,constraints: ../ulx3s,' ulx3s-85f
bad_board bad-speed 's/^speed: 8/speed: 6/' ecp5-evn
bad_board bad-then 's/then, dfu-util/then, then, dfu-util/' fomu-pvt
bad_board bad-package '/^programmer-package/d'
bad_board missing-key '/^uart:/d'
bad_board bad-port 's/wifi_gpio0/clk/' ulx3s-85f
bad_board core 's/^pll: pad/pll: core/'
bad_board pad 's/^pll: core/pll: pad/' hx8k-breakout
bad_board 'a b' ''
bad_board no-pll 's/^pll: .*/pll: none/; s/^clock-mhz: .*/clock-mhz: 12/'
bad_board no-memory '/^memory:/d'
bad_board bad-memory 's/^memory: flash/memory: rom/'
bad_board no-permanent '/^permanent-programmer:/d' ulx3s-85f
bad_board bad-permanent '/^permanent-/s/{file}/file/' ulx3s-85f
bad_board no-pins ''
rm own/no-pins.pcf
# Whose size is another shares the pins of ours.
bad_board good-ulx3s 's/^title: .*/title: my ULX3S/' ulx3s-85f
# bad_pins NAME SED [BOARD]: its pins changed by SED
bad_pins() {
	board=${3:-icebreaker}
	suffix=pcf
	[ "$board" = icebreaker ] || suffix=lpf
	sed '/^constraints:/d' "data/boards/$board.yaml" >"own/$1.yaml"
	sed "$2" "data/constraints/${board%-85f}.$suffix" >"own/$1.$suffix"
}
bad_pins pcf-port 's/led_running/led_runing/'
bad_pins pcf-other 's/led_running/button/'
bad_pins pcf-missing '/led_passed/d'
bad_pins pcf-rx '/uart_rx/d'
bad_pins pcf-twice '/led_passed/s/37/11/'
bad_pins pcf-again 's/led_passed/led_failed/'
bad_pins pcf-short '/led_passed/s/37.*//'
bad_pins pcf-long '/led_passed/s/37/37 38/'
bad_pins pcf-word 's/^set_io clk_pin/set-io clk_pin/'
bad_pins pcf-good 's/^set_io led_failed /set_io -nowarn -pullup yes led_failed/; s/led_passed /&	/; 1s/^/\n\t\n/; $s/$/ /'
bad_pins lpf-port 's/led_failed/led_faild/' ulx3s-85f
bad_pins lpf-iobuf '/IOBUF PORT "led_failed"/s/led_failed/led_fail/' ulx3s-85f
bad_pins lpf-missing '/LOCATE COMP "wifi_gpio0"/d' ulx3s-85f
bad_pins lpf-twice 's/SITE "C1"/SITE "B2"/' ulx3s-85f
bad_pins lpf-comp 's/LOCATE COMP "led_failed"/LOCATE PORT "led_failed"/' ulx3s-85f
bad_pins lpf-site 's/SITE "C1"/PIN "C1"/' ulx3s-85f
bad_pins lpf-open '$s/;$//' ulx3s-85f
bad_pins lpf-middle 's/SITE "C1";/SITE "C1"/' ulx3s-85f
bad_pins lpf-word 's/^LOCATE COMP "clk_pin"/LOCTE COMP "clk_pin"/' ulx3s-85f
bad_pins lpf-good 's,^BLOCK.*,// &\n&  BLOCK ASYNCPATHS ;,; s/ SITE /\n  SITE /; $s/$/\n/' ulx3s-85f
cp "$source/examples/tree8.yaml" "$source/examples/tree16.yaml" .
cp "$source/examples/sorter8.yaml" .
printf 'network: xgft\nchildren: [3, 3]\nparents: [1, 2]\n' >xgft9.yaml

# tool FOLDER/NAME: its text comes on standard input; it has the usual commands
tool() {
	{ printf '#!/bin/sh\nPATH=/usr/bin:/bin\n'; cat; } >"$1"
	chmod +x "$1"
}
cells='{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700, "SB_DFFSR": 200, "SB_CARRY": 50}}}'
# path FROM TO CLOCK DELAY: one of the slowest paths, between two cells, in nextpnr's report
path() {
	echo "{\"from\": \"posedge clk\", \"to\": \"$3\", \"path\": [{\"delay\": $4, \"to\": {\"cell\": \"$1\"}}, {\"delay\": 0.1, \"to\": {\"cell\": \"$2\"}}]}"
}
# nextpnr FOLDER USED MHZ [PATHS]: a placer that finds USED logic cells and reaches MHZ
nextpnr() {
	tool "$1/nextpnr-ice40" <<END
case "\$*" in
--version) echo 'nextpnr-ice40 (Version 0.7-1)'; exit;;
*--pack-only*) echo '{"fmax": {}, "utilization": {"ICESTORM_LC": {"used": $2, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}}' >fit.json; exit;;
esac
echo layout >layout.asc
echo '{"critical_paths": [${4:-}], "fmax": {"clk": {"achieved": $3, "constraint": 48}}, "utilization": {"ICESTORM_LC": {"used": $2, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}}' >report.json
END
}
for folder in failing crashing large full slow slow-outside slowest hopeless good; do
	tool $folder/yosys <<END
[ "\$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo '$cells' >cells.json
echo "\$2" | sed 's/.* -top \\([^ ]*\\).*/{"modules": {"\\1": {}}}/' >synthesis.json
END
	tool $folder/icepack <<'END'
printf '\176\252\231\176bits' >"$2"
END
done
nextpnr failing 1000 50
nextpnr large 9000 50
nextpnr full 4900 50
nextpnr slow 1000 47.9 "$(path network.a bridge.b '<async>' 30), $(path bridge.a network.b 'posedge clk' 20.7), $(path network.a network.b 'posedge clk' 20.8)"
nextpnr slow-outside 1000 43.7 "$(path network.a bridge.b 'posedge clk' 22.8), $(path network.a network.b 'posedge clk' 22.7)"
nextpnr hopeless 1000 0.5
nextpnr slowest 1000 43.6 "$(path bridge.a network.b 'posedge clk' 22.9)"
nextpnr good 1000 48.1
tool crashing/nextpnr-ice40 <<'END'
[ "$1" = --version ] && { echo '(Version 0.4)'; exit; }
kill -SEGV $$
END
tool failing/yosys <<'END'
[ "$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo '1. Executing Verilog-2005 frontend.'
echo 'rtl/fat_tree.v:1: Warning: something harmless'
echo 'ERROR: Out of memory, or some such thing.'
echo 'More of it.'
exit 3
END
tool old/yosys <<'END'
echo 'Yosys 0.9 (git sha1 1979e0b)'
END
nextpnr old 1 1
cp good/icepack old
mkdir old-place
cp good/* old-place
tool old-place/nextpnr-ice40 <<'END'
echo 'nextpnr-ice40 -- Next Generation Place and Route (Version 0.1-1)'
END

# Bitstreams to be checked: what they are turned back into is no netlist of the board's self test.
for folder in pll pin trace; do
	mkdir $folder
	cp good/* $folder
	for name in icebox_vlog verilator g++; do
		tool $folder/$name </dev/null
	done
done
# chip FOLDER DIVF PORTS: what icebox_vlog prints
chip() {
	tool $1/python3 <<END
echo 'a warning of something'
cat <<NETLIST
module chip ($3, input clk_pin, input uart_rx);

SB_PLL40_PAD #(
  .FEEDBACK_PATH("SIMPLE"),
  .PLLOUT_SELECT("GENCLK"),
  .DIVR(4'b0000),
  .DIVF(7'b$2),
  .DIVQ(3'b100)
) PLL_12_31 (
  .PACKAGEPIN(n17),
  .PLLOUTGLOBAL(n4)
);
endmodule
NETLIST
END
}
chip pll 0111110 'output led_running, output led_passed, output led_failed, output uart_tx'
chip pin 0111111 'output led_running, input led_passed, output led_failed, output uart_tx'
tool trace/python3 <<'END'
echo 'Traceback (most recent call last):'
echo "KeyError: 'SHIFTREG_DIV_MODE'"
exit 1
END

# Programmers: ones that work, ones that find no board, find another device, or fail for a reason of their own.
tool flashing/iceprog <<'END'
cmp "$1" 'a folder/x.bin' && echo "iceprog ${1##*/}" >programmed
END
tool flashing/dfu-suffix <<'END'
for file; do :; done
echo suffix >>"$file"
echo "$*" | sed "s,$file,FILE," >programmed-dfu
END
tool flashing/dfu-util <<'END'
for file; do :; done
echo "$*" | sed "s,$file,FILE," >>programmed-dfu
cat "$file" >>programmed-dfu
END
tool flashing/icoprog <<'END'
{ echo "$*"; cat; } >programmed-ico
END
tool flashing/openFPGALoader <<'END'
for file; do :; done
cmp "$file" one.bit && echo "$*" | sed "s,$file,${file##*/}," >>programmed-ecp5
END
tool absent/iceprog <<'END'
echo init..
echo "Can't find iCE FTDI USB device (vendor_id 0x0403, device_id 0x6010 or 0x6014)."
echo ABORT.
exit 2
END
tool absent/openFPGALoader <<'END'
echo 'unable to open ftdi device: -4 (usb_open() failed)'
echo 'JTAG init failed with: unable to open ftdi device'
exit 1
END
tool failing/iceprog <<'END'
echo init..
echo 'flash ID: 0x00 0x00 0x00'
echo 'VERIFY ERROR at 0.'
exit 3
END
tool failing/dfu-suffix <<'END'
exit 0
END
tool failing/dfu-util <<'END'
echo 'Warning: something'
echo 'Error: File ID 1209:70b1 does not match device (1209:5af0)'
exit 1
END
tool failing/openFPGALoader <<'END'
echo "mismatch between target's idcode and bitstream idcode"
exit 1
END
mkdir two empty 'a folder' icebreaker
cp tree8.yaml icestick
touch two/a.bin two/b.bin one.bit "a folder/x.bin"
echo bits >one.bin

# What is plugged in, for each folder of tools: plug FOLDER PORT ID NODE. A folder without one is a system that does not tell.
plug() {
	mkdir -p "usb/$1/$2"
	echo "${3%:*}" >"usb/$1/$2/idVendor"
	echo "${3#*:}" >"usb/$1/$2/idProduct"
	printf 'MAJOR=189\nDEVNAME=%s\n' "$4" >"usb/$1/$2/uevent"
}
plug flashing usb1 1d6b:0002 null
plug flashing 1-2 0403:6010 null
plug flashing 1-2.1 1209:5bf0 null
plug flashing 1-2.2 0403:6015 null
plug failing 1-2 0403:6010 null
plug failing 1-3 1209:5bf0 null
plug failing 1-4 0403:6015 null
mkdir usb/nothing usb/flashing/1-2:1.0
for folder in nothing other closed busy; do mkdir $folder; cp absent/* $folder; done
plug other 1-2 0403:6015 null
plug closed 1-2 0403:6010 no-such-node
plug busy 1-2 0403:6010 null

cat >run <<'END'
#!/bin/sh
folder=$1
shift
PATH=$folder FTC_USB_DEVICES=usb/$folder exec "$FTC" "$@"
END
chmod +x run

sh "$compare" ./run "$lines" ${4:-} || exit 1

is 'a timing failure leaves no bitstream' [ ! -e slow.out/fat_tree.bin ]
is 'it leaves the logs' [ -e slow.out/log/nextpnr.log ]
is 'it leaves the timing report' [ -s slow.out/timing.json ]
is 'what does not pass is not kept' [ ! -e pll.out/fat_tree.bin -a ! -e pin.out/fat_tree.bin -a ! -e trace.out/fat_tree.bin ]
is 'its record is' grep -q 'the PLL makes 47.25 MHz out of 12 MHz' pll.out/log/check.log
is 'and what is in it, with the clock on its pad' grep -q 'PACKAGEPIN(clk_pin)' pll.out/log/check.v
is 'that of a tool, too' grep -q KeyError trace.out/log/check-icebox_vlog.log
is 'without tools for the check nothing is made' [ ! -e check.out ]
is 'without tools nothing is made' [ ! -e missing.out -a ! -e old.out ]
is 'what is too large is not placed' [ ! -e large.out/log/nextpnr.log ]
is 'nor what fills too much' [ ! -e full.out/log/nextpnr.log ]
is 'a good build leaves its bitstream' [ "$(tail -c 4 good.out/fat_tree.bin)" = bits ]
is 'a failed one replaces it' [ ! -e again.out/fat_tree.bin ]
is 'the log holds what the tool said' grep -q 'More of it' failing.out/log/yosys.log
is 'nothing is made where the board is unknown' [ ! -e unknown.out ]
is 'the programmer got the file, under a plain name' [ "$(cat programmed)" = 'iceprog bitstream.bin' ]
is 'dfu-util got a copy with a suffix' [ "$(cat programmed-dfu)" = '-v 1209 -p 70b1 -a FILE
-D FILE
bits
suffix' ]
is 'the bitstream itself stayed' [ "$(cat one.bin)" = bits ]
is 'icoprog got it on its input' [ "$(cat programmed-ico)" = '-p
bits' ]
is 'openFPGALoader wrote the flash, then SRAM' [ "$(cat programmed-ecp5)" = '-b ulx3s --unprotect-flash -f bitstream.bit
-b ulx3s bitstream.bit' ]
is 'temporary directories are gone' [ -z "$(ls tmp)" ]

# A network that is hopelessly large is refused by estimate, before anything is synthesised.
(ulimit -t 5; ./run good build tree16.yaml --board icebreaker -o huge.out --set leaves=1048576 \
	--set root-capacity=1048576) >huge.said 2>&1
is 'the hopelessly large fails' [ $? -eq 1 ]
is 'with the numbers' grep -q 'it needs about [0-9]* of 5280 logic cells' huge.said
is 'and nothing is made' [ ! -e huge.out ]

# Interrupted: whoever was there before stays whole, nothing of ours does.
mkdir slowly
cp good/* slowly
tool slowly/yosys <<END
[ "\$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo started >'$scratch/started'
exec sleep infinity
END
before=$(find good.out | sort)
./run slowly build tree8.yaml --board icebreaker -o good.out >/dev/null 2>&1 &
child=$!
for _ in $(seq 1200); do [ -e started ] && break; sleep 0.5; done
kill -TERM $child
wait $child
is 'an interrupted build ends by the signal' [ $? -eq 143 ]
is 'it leaves the earlier output' [ "$(find good.out | sort)" = "$before" ]
is 'it leaves no temporary directory' [ -z "$(ls tmp)" ]
exit $failed
