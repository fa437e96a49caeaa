# play.sh: FuseSoC's and Edalize's parts, as far as our cores need them: sourced by the tests here.
#
#   $core      the program of core.c
#   run_target CORE TARGET WORK     runs the target's tool in the new folder WORK; prints its output

# call_generator GENERATOR-CORE NAME INPUT DIRECTORY: in DIRECTORY, with the absolute path of INPUT.
call_generator() {
	place=$(dirname "$1")
	interpreter=$("$core" generator "$1" "$2" interpreter) || return 1
	command=$("$core" generator "$1" "$2" command) || return 1
	(cd "$4" && "$interpreter" "$place/$command" "$3")
}

# The files of a type, with their folder in front.
files_of() {
	"$core" files "$1" "$2" | sed -n "s:^$3 :$(dirname "$1")/:p"
}

options_of() {
	"$core" options "$1" "$2" "$3" "$4"
}

run_target() {
	from=$1
	target=$2
	work=$3
	mkdir -p "$work"
	top=$("$core" word "$from" "$target" toplevel) || return 1
	tool=$("$core" word "$from" "$target" default_tool) || return 1
	verilog=$(files_of "$from" "$target" verilogSource-2005)
	[ -n "$verilog" ] || { echo "no Verilog"; return 1; }
	# shellcheck disable=SC2086,SC2046
	case $tool in
	verilator)
		[ "$(options_of "$from" "$target" verilator mode)" = lint-only ] || { echo "not lint-only"; return 1; }
		verilator --lint-only $(options_of "$from" "$target" verilator verilator_options) \
			--top-module "$top" $verilog
		;;
	icarus)
		iverilog $(options_of "$from" "$target" icarus iverilog_options) -s "$top" -o "$work/sim" $verilog &&
			vvp -n "$work/sim"
		;;
	yosys)
		yosys -q -p "read_verilog $(echo $verilog); synth_$(options_of "$from" "$target" yosys arch) -top $top"
		;;
	icestorm)
		[ "$(options_of "$from" "$target" icestorm pnr)" = next ] || { echo "not pnr: next"; return 1; }
		yosys -q -p "read_verilog $(echo $verilog); synth_ice40 $(options_of "$from" "$target" icestorm yosys_synth_options |
			tr '\n' ' ') -top $top -json $work/design.json" &&
			nextpnr-ice40 -q $(options_of "$from" "$target" icestorm nextpnr_options) \
			--pcf "$(files_of "$from" "$target" PCF)" \
				--json "$work/design.json" --asc "$work/design.asc" &&
			icepack "$work/design.asc" "$work/design.bin"
		;;
	trellis)
		yosys -q -p "read_verilog $(echo $verilog); synth_ecp5 $(options_of "$from" "$target" trellis yosys_synth_options |
			tr '\n' ' ') -top $top -json $work/design.json" &&
			nextpnr-ecp5 -q $(options_of "$from" "$target" trellis nextpnr_options) \
			--lpf "$(files_of "$from" "$target" LPF)" \
				--json "$work/design.json" --textcfg "$work/design.config" &&
			ecppack "$work/design.config" "$work/design.bit"
		;;
	*)
		echo "no such tool: $tool"
		return 1
		;;
	esac
}
