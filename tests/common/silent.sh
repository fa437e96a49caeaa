# silent.sh: sourced by tests in shell that have a folder of their own.

# Newer Verilators say how long they took even when all is well.
without_times() {
	sed '/^- V e r i l a t i o n   R e p o r t:/d; /^- Verilator: /d' "$1"
}

# silent WHAT COMMAND...: it ends well and says nothing but its times. What it says else is in `said`.
silent() {
	local what=$1
	shift
	"$@" >all 2>&1 && without_times all >said && [ ! -s said ] && return
	{ echo "$what:"; head -20 all; } >said
	return 1
}
