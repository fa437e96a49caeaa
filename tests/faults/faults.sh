#!/bin/bash
# Fails the calls that ftc makes of the C library, one in each run, and looks at how ftc ends (faults.c).
#
#   faults.sh FTC DRIVER LIBRARY SOURCE_ROOT LEVEL [COMMAND...]
#
# LEVEL: 0, every fault; n > 0, about one in n. The tools are scripts that leave at once what ftc wants of them. TAP.
set -u
# The solver is asked.
unset MEMO_CACHE
ftc=$(realpath "$1")
driver=$(realpath "$2")
library=$(realpath "$3")
root=$4
level=$5
shift 5
wanted=" $* "
. "$(dirname "$0")/../common/tap.sh"
ordinary=$PATH
export FTC_DATA=$root FTC_TOOLS=none SAVED=$scratch/saved
unset OBJCACHE
# The sanitizers' own libraries want to be first.
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0
mkdir tools saved

# ---- tools ------------------------------------------------------------------------------------------------------------
tool() {
	{ printf '#!/bin/sh\n'; cat; } >"tools/$1"
	chmod +x "tools/$1"
}
tool verilator <<'END'
case $1 in --version) echo 'Verilator 5.006 2023-01-22'; exit ;; esac
/bin/mkdir build
echo 'ftc_model_protectlib_seq_update(void* vhandlep__V, svBit clk, const svBitVecVal* in, svBitVecVal* out)
ftc_model_protectlib_combo_update(void* vhandlep__V)' >build/ftc_model.cpp
echo objects >build/libftc_model.a
END
tool gcc <<'END'
echo object >shim.o
END
tool g++ <<'END'
exec /bin/cp "$SAVED/model.so" .
END
tool yosys <<'END'
case $1 in
-V) echo 'Yosys 0.52'; exit ;;
-qQT) ;;
*)
	top=${2##* -top }
	echo "{\"modules\": {\"${top%% *}\": {}}}" >synthesis.json
	echo '{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700}}}' >cells.json
	exit ;;
esac
log=$3 command=$5 name=${6##*/}
name=${name%.ys}
mark=${command#log -n }
case $name in
plant_*)
	printf 'goal %s\nSAT proof finished - model found: FAIL!\n     6 \\ok    0    0    0\n' "$name" >"$log"
	exit 1 ;;
esac
said='SAT proof finished - no model found: SUCCESS!'
case $name in *_order) said='Induction step proven: SUCCESS!' ;; esac
printf 'goal %s\n%s\n\n-- Running command `%s'"'"' --\n%s%s\n' "$name" "$said" \
	"$command" "${mark%%;*}" "${mark##* }" >"$log"
END
tool nextpnr-ice40 <<'END'
logic='"ICESTORM_LC": {"used": 1000, "available": 5280}' ram='"ICESTORM_RAM": {"used": 1, "available": 30}'
utilization="\"utilization\": {$logic, $ram}"
case $* in
--version) echo '(Version 0.7)' ;;
*--pack-only*) echo "{\"fmax\": {}, $utilization}" >fit.json ;;
*) echo layout >layout.asc; echo "{\"fmax\": {\"clk\": {\"achieved\": 60}}, $utilization}" >report.json ;;
esac
END
tool icepack <<'END'
printf '\377\0\0\377\176\252\231\176bits' >"$2"
END
tool gnuplot <<'END'
while read -r set what name; do
	case "$set $what" in 'set output') eval "echo picture >$name" ;; esac
done <"$1"
END
tool iceprog <<'END'
echo programmed
END
cp tools/iceprog tools/dfu-suffix
cp tools/iceprog tools/dfu-util

# ---- commands ---------------------------------------------------------------------------------------------------------
# begin: a new folder for the command of the next faults()
begin() {
	rm -rf work
	mkdir -p work/tmp work/cache
	printf 'network: sorter\nname: tiny\nwires: 3\nkey-bits: 2\npayload-bits: 2\n' >work/sorter.yaml
	printf 'network: fat-tree\nname: tree\nleaves: 2\npayload-bits: 8\n' >work/tree.yaml
	printf 'network: fat-tree\nname: off\nleaves: 4\nswitching: off-line\nsettings-port: true\nschedule-cycles: 4\n' >work/off.yaml
	printf 'network: xgft\nname: four\nchildren: [2, 2]\nparents: [1, 2]\n' >work/xgft.yaml
	export TMPDIR=$scratch/work/tmp FTC_CACHE=$scratch/work/cache FTC_USB_DEVICES=$scratch/work/usb
}
# earlier ARGUMENT...: a run that leaves something in the folder
earlier() {
	(cd work && PATH=$scratch/tools:$ordinary "$ftc" "$@" >../said 2>&1)
}
# model NAME ARGUMENT...: the command of a real model, which g++ leaves from then on
model() {
	local name=$1
	shift
	(cd work && PATH=$ordinary "$ftc" "$@" >../said 2>&1) && cp work/cache/models/*.so saved/model.so && return
	result 1 "$name: a model"
	return 1
}
# faults NAME ARGUMENT...
faults() {
	local name=$1 status
	shift
	PATH=$scratch/tools "$driver" "$library" "$level" "$name" "$ftc" "$@" >told 2>&1
	status=$?
	# Names of functions for the addresses.
	sed '/ok - /d' told >said
	sed -n 's/^#   at //p' told | while read -r line; do
		# shellcheck disable=SC2086
		echo "at $(addr2line -sfe "$ftc" $line 2>/dev/null | grep -v '^?' | paste -sd' ')"
	done >>said
	result $status "$(sed -n 's/^\(not \)*ok - //p' told)" said
	rm -f told said
}
is_wanted() {
	[ "$wanted" = '  ' ] || [[ $wanted = *" $1 "* ]]
}

if is_wanted report; then
	begin
	faults 'report' report tree.yaml
	begin
	faults 'report to files' report xgft.yaml --json -o out
fi
if is_wanted generate; then
	begin
	faults 'generate' generate sorter.yaml -o out
	# A file of another's, and one in a folder.
	begin
	earlier generate tree.yaml -o out --set payload-bits=7
	mkdir work/out/mine
	echo 1 >work/out/mine/a
	echo 2 >work/out/rtl/b
	faults 'generate, replacing' generate tree.yaml -o out
fi
if is_wanted schedule; then
	begin
	faults 'schedule' schedule off.yaml --from stencil -o new.json --write-messages set.txt
	begin
	echo old >work/real.json
	echo old >work/old.svg
	faults 'schedule, replacing' schedule off.yaml --from stencil -o real.json --picture old.svg
fi
if is_wanted verify; then
	begin
	faults 'verify' verify sorter.yaml -o out
fi
if is_wanted build; then
	begin
	faults 'build' build tree.yaml --board icebreaker -o out
	# Keys of the cache are made of what these tell: wrong ones would have ftc take wrong results.
	if [ "$level" -gt 0 ]; then
		begin
		level=1 ONLY=' stat waitid ' faults 'build, looking' build tree.yaml --board icebreaker -o out
	fi
	begin
	earlier build tree.yaml --board icebreaker -o out
	# The report says what comes from an earlier run.
	OTHER_WORDS=1 faults 'build from cache' build tree.yaml --board icebreaker -o out
fi
if is_wanted flash; then
	begin
	printf 'bits' >work/one.bin
	mkdir -p work/usb/1-1
	echo 1209 >work/usb/1-1/idVendor
	echo 5bf0 >work/usb/1-1/idProduct
	faults 'flash' flash --board fomu-pvt one.bin
fi
if is_wanted fusesoc; then
	begin
	printf "files_root: %s\ngapi: '1.0'\nparameters: {file: sorter.yaml}\nvlnv: user:soc:net:1.2\n" \
		"$scratch/work" >work/in.yml
	faults 'fusesoc' fusesoc in.yml
fi
begin
if is_wanted simulate && model simulate simulate tree.yaml --frames 10; then
	begin
	faults 'simulate' simulate tree.yaml --frames 10 --json -o out
	begin
	earlier simulate tree.yaml --frames 10
	faults 'simulate from cache' simulate tree.yaml --frames 10
	begin
	earlier simulate tree.yaml --frames 10
	faults 'sweep' simulate tree.yaml --frames 10 --sweep --loads 0.2,0.3 -o out --json
fi
begin
printf '0 1\n1 0\n' >work/set.txt
simulated=(run tree.yaml --board icebreaker --simulated --messages set.txt)
if is_wanted run && model run "${simulated[@]}"; then
	begin
	printf '0 1\n1 0\n' >work/set.txt
	earlier "${simulated[@]}"
	faults 'run --simulated' "${simulated[@]}" -o out
fi
finish
