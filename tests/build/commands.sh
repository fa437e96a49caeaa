#!/bin/sh
# Runs `ftc build` and `ftc flash` with tools that are missing, too old, failing or made up, and compares every
# word they say; then looks at what was left behind.
#
#   commands.sh FTC LINES LINES.SH [--update]
#
# In LINES the first word of a command names the folder of tools that make up its PATH.
set -u
ftc=$(realpath "$1")
lines=$(realpath "$2")
compare=$(realpath "$3")
source=$(realpath "$(dirname "$0")/../..")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
export FTC FTC_DATA=data FTC_TOOLS=none TMPDIR="$scratch/tmp" FTC_CACHE=
FTC=$ftc
mkdir tmp data none missing old failing crashing large full slow good flashing absent

# The boards, and some that are wrong.
cp -r "$source/boards" "$source/constraints" "$source/rtl-templates" data
bad_board() {
	sed "$2" data/boards/icebreaker.yaml >"data/boards/$1.yaml"
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
bad_board no-pll 's/^pll: .*/pll: none/; s/^clock-mhz: .*/clock-mhz: 12/'
bad_board missing-key '/^uart/d'
cp "$source/examples/tree8.yaml" "$source/examples/tree16.yaml" .
cp "$source/examples/sorter8.yaml" .

# tool FOLDER/NAME: its text comes on standard input; it has the usual commands
tool() {
	{ printf '#!/bin/sh\nPATH=/usr/bin:/bin\n'; cat; } >"$1"
	chmod +x "$1"
}
cells='{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700, "SB_DFFSR": 200, "SB_CARRY": 50}}}'
# nextpnr FOLDER USED MHZ: a placer that finds USED logic cells and reaches MHZ
nextpnr() {
	tool "$1/nextpnr-ice40" <<END
case "\$*" in
--version) echo 'nextpnr-ice40 (Version 0.7-1)'; exit;;
*--pack-only*) echo '{"fmax": {}, "utilization": {"ICESTORM_LC": {"used": $2, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}}' >fit.json; exit;;
esac
echo layout >layout.asc
echo '{"fmax": {"clk": {"achieved": $3, "constraint": 48}}, "utilization": {"ICESTORM_LC": {"used": $2, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}}' >report.json
END
}
for folder in failing crashing large full slow good; do
	tool $folder/yosys <<END
[ "\$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo '$cells' >cells.json
echo '{}' >synthesis.json
END
	tool $folder/icepack <<'END'
echo bits >"$2"
END
done
nextpnr failing 1000 50
nextpnr large 9000 50
nextpnr full 4900 50
nextpnr slow 1000 47.9
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

# Programmers: one that works, one without a board, one that fails for a reason of its own.
tool flashing/iceprog <<'END'
echo "iceprog $*" >programmed
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
mkdir two empty 'a folder'
touch two/a.bin two/b.bin one.bin one.bit "a folder/x.bin"

cat >run <<'END'
#!/bin/sh
folder=$1
shift
PATH=$folder exec "$FTC" "$@"
END
chmod +x run

sh "$compare" ./run "$lines" ${4:-} || exit 1

# is WHAT COMMAND: what must hold now
failed=0
is() {
	what=$1
	shift
	"$@" || { echo "not so: $what"; failed=1; }
}
is 'a timing failure leaves no bitstream' [ ! -e slow.out/fat_tree.bin ]
is 'it leaves the logs' [ -e slow.out/log/nextpnr.log ]
is 'it leaves the timing report' [ -s slow.out/timing.json ]
is 'without tools nothing is made' [ ! -e missing.out -a ! -e old.out ]
is 'what is too large is not placed' [ ! -e large.out/log/nextpnr.log ]
is 'nor what fills too much' [ ! -e full.out/log/nextpnr.log ]
is 'a good build leaves its bitstream' [ "$(cat good.out/fat_tree.bin)" = bits ]
is 'a failed one replaces it' [ ! -e again.out/fat_tree.bin ]
is 'the log holds what the tool said' grep -q 'More of it' failing.out/log/yosys.log
is 'nothing is made where the board is unknown' [ ! -e unknown.out ]
is 'the programmer got the file' [ "$(cat programmed)" = 'iceprog a folder/x.bin' ]
is 'temporary directories are gone' [ -z "$(ls tmp)" ]

# A network that is hopelessly large is refused by estimate, before anything is synthesised.
(ulimit -t 5; ./run good build tree16.yaml --board icebreaker -o huge.out --set leaves=1048576 \
	--set root-capacity=1048576) >huge.said 2>&1
is 'the hopelessly large fails' [ $? -eq 1 ]
is 'with the numbers' grep -q 'it needs about [0-9]* LUTs of 5280' huge.said
is 'and nothing is made' [ ! -e huge.out ]

# Interrupted: whoever was there before stays whole, nothing of ours does.
mkdir slowly
cp good/* slowly
tool slowly/yosys <<'END'
[ "$1" = -V ] && { echo 'Yosys 0.52'; exit; }
echo started >"$TMPDIR/../started"
sleep 60
END
before=$(find good.out | sort)
./run slowly build tree8.yaml --board icebreaker -o good.out >/dev/null 2>&1 &
child=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e started ] || sleep 0.5; done
kill -TERM $child
wait $child
is 'an interrupted build ends by the signal' [ $? -eq 143 ]
is 'it leaves the earlier output' [ "$(find good.out | sort)" = "$before" ]
is 'it leaves no temporary directory' [ -z "$(ls tmp)" ]
exit $failed
