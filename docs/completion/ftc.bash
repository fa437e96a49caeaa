# ftc.bash: completion of ftc's commands, options, parameter keys and boards in bash. zsh (_ftc) and fish (ftc.fish) ask it, too.
# Commands, options and keys are taken from ftc's own help, so that they cannot fall behind.

# The first words of indented lines that ftc prints: commands in `ftc --help`, options in `ftc COMMAND --help`, keys in `ftc help keys`.
_ftc_listed() {
	"$@" 2>/dev/null | sed -n 's/^  \([a-z-][a-z-]*\)\( .*\)*$/\1/p'
}

# _ftc_values WORD PROGRAM COMMAND: what may follow the word
_ftc_values() {
	case $3:$1 in
	simulate:--engine) echo auto model rtl ;;
	report:--paper) "$2" report --help 2>/dev/null | tr -s ' \n' ' ' | sed -nE '/; NAME: /{s/.*; NAME: //; s/ --.*//; s/,| or / /g; p}' ;;
	sweep:--engine) echo local ssh slurm ;;
	help:help) _ftc_listed "$2" --help; echo keys figures; _ftc_listed "$2" help keys | sort -u ;;
	esac
	case $1 in
	--set) _ftc_listed "$2" help keys | sort -u | sed 's/$/=/' ;;
	--injection) echo bernoulli poisson on-off self-similar ;;
	--workload) echo barrier broadcast reduce all-reduce all-gather all-to-all halo-2d halo-3d fft ;;
	--algorithm) echo ring tree recursive-doubling ;;
	--pattern) echo uniform bit-complement bit-reverse transpose shuffle tornado neighbor hotspot permutation ;;
	--identification) echo pearls metis natural random ;;
	--guest) echo ring array mesh torus binary-tree hypercube pyramid butterfly mesh-of-trees de-bruijn random-geometric ;;
	--method) echo auto theorem-1 corollary-2 packed ;;
	--rows) echo block cyclic ;;
	--from) echo stencil fft transpose all-to-all ;;
	--clock) echo max ;;
	--cost) echo lut4 cells ;;
	--measure) echo front all ;;
	--sort) echo lut4 ff cells mhz slot_clocks accepted payload_bits_per_clock mbps mbps_per_lut4 mbps_per_cell latency_clocks latency_ns ;;
	--app) echo self-test host loopback ;;
	--board | boards) echo alchitry-cu colorlight-5a-75b colorlight-i5 ecp5-evn ecpix-5-45f ecpix-5-85f fomu-pvt hx8k-breakout icebreaker icestick \
		icesugar icesugar-pro icoboard orangecrab-25f orangecrab-85f tinyfpga-bx ulx3s-12f ulx3s-25f ulx3s-45f ulx3s-85f upduino-3 ;;
	esac
}

# _ftc_found PROGRAM WORD BEFORE: a completion a line. compgen -W expands its text, where a file's name may hold a command: only
# ftc's own words go there.
_ftc_found() {
	local program=$1 word=$2 before=$3 values

	if [ "$COMP_CWORD" -eq 1 ]; then
		compgen -W "$(_ftc_listed "$program" --help) help --help --version" -- "$word"
		return
	fi
	values=$(_ftc_values "$before" "$program" "${COMP_WORDS[1]}")
	if [ -n "$values" ]; then
		compgen -W "$values" -- "$word"
		# A parameter file may stand in the place of a board's name.
		[ "$before" != boards ] || compgen -f -- "$word"
		return
	fi
	case $before in
	-o | --output) compgen -d -- "$word"; return ;;
	--port) compgen -G "${word:-/dev/tty}*" | grep -E '/tty(USB|ACM)'; return ;;
	esac
	case $word in
	-*) compgen -W "$(_ftc_listed "$program" "${COMP_WORDS[1]}" --help)" -- "$word" ;;
	*) compgen -f -- "$word" ;;
	esac
}

_ftc() {
	# What follows KEY= is not another word.
	[ "$3" != --set ] || compopt -o nospace 2>/dev/null
	mapfile -t COMPREPLY < <(_ftc_found "$@")
}

# _ftc_offers FTC WORD...: a line for each completion of the last word
_ftc_offers() {
	local COMPREPLY COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))

	_ftc "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
} 2>/dev/null

complete -o filenames -F _ftc ftc
