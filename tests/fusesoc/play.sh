# play.sh: FuseSoC's and Edalize's parts, as far as our cores need them: sourced by the tests here.
#
#   $core      the program of core.c
#   run_target CORE TARGET WORK [PARAMETER=VALUE..]    runs the target's tool in the new folder WORK; prints its output

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

# same_by_flow CORE TARGET TOOL KEY..: the flow API names this tool, with the options that the tool API gives it.
same_by_flow() {
	flowing=$1
	aim=$2
	by=$3
	shift 3
	case $by in
	icestorm | trellis) [ "$("$core" word "$flowing" "$aim" flow)" = "$by" ] ;;
	*) [ "$("$core" flow "$flowing" "$aim" tool)" = "$by" ] ;;
	esac || { echo "the flow of $aim has another tool"; return 1; }
	for key; do
		[ "$("$core" flow "$flowing" "$aim" "$key")" = "$(options_of "$flowing" "$aim" "$by" "$key")" ] ||
			{ echo "the flow of $aim has another $key"; return 1; }
	done
}

# with_parameters FORM NAME=VALUE..: each as the tool wants it, NAME and VALUE in FORM; refuses those that the target does
# not have.
with_parameters() {
	form=$1
	shift
	for assignment; do
		"$core" list "$from" "$target" parameters | grep -qx "${assignment%=*}" || return 1
		echo "$form" | sed "s/NAME/${assignment%=*}/; s/VALUE/${assignment#*=}/"
	done
}

run_target() {
	from=$1
	target=$2
	work=$3
	shift 3
	mkdir -p "$work"
	top=$("$core" word "$from" "$target" toplevel) || return 1
	tool=$("$core" word "$from" "$target" default_tool) || return 1
	verilog=$(files_of "$from" "$target" verilogSource-2005)
	[ -n "$verilog" ] || { echo "no Verilog"; return 1; }
	# shellcheck disable=SC2086,SC2046
	case $tool in
	verilator)
		[ "$(options_of "$from" "$target" verilator mode)" = lint-only ] || { echo "not lint-only"; return 1; }
		same_by_flow "$from" "$target" verilator verilator_options || return 1
		set=$(with_parameters '-GNAME=VALUE' "$@") || return 1
		verilator --lint-only $set $(options_of "$from" "$target" verilator verilator_options) \
			--top-module "$top" $verilog
		;;
	icarus)
		same_by_flow "$from" "$target" icarus iverilog_options || return 1
		set=$(with_parameters "-P$top.NAME=VALUE" "$@") || return 1
		iverilog $set $(options_of "$from" "$target" icarus iverilog_options) -s "$top" -o "$work/sim" $verilog &&
			vvp -n "$work/sim"
		;;
	yosys)
		same_by_flow "$from" "$target" yosys arch output_format || return 1
		set=$(with_parameters "chparam -set NAME VALUE $top;" "$@") || return 1
		yosys -q -p "read_verilog $(echo $verilog); $(echo $set) synth_$(options_of "$from" "$target" yosys arch) -top $top"
		;;
	icestorm)
		same_by_flow "$from" "$target" icestorm pnr nextpnr_options yosys_synth_options || return 1
		[ "$(options_of "$from" "$target" icestorm pnr)" = next ] || { echo "not pnr: next"; return 1; }
		yosys -q -p "read_verilog $(echo $verilog); synth_ice40 $(options_of "$from" "$target" icestorm yosys_synth_options |
			tr '\n' ' ') -top $top -json $work/design.json" &&
			nextpnr-ice40 -q $(options_of "$from" "$target" icestorm nextpnr_options) \
			--pcf "$(files_of "$from" "$target" PCF)" \
				--json "$work/design.json" --asc "$work/design.asc" &&
			icepack "$work/design.asc" "$work/design.bin"
		;;
	trellis)
		same_by_flow "$from" "$target" trellis nextpnr_options yosys_synth_options || return 1
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
