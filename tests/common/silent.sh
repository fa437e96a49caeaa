# silent.sh: sourced by tests in shell that have a folder of their own.

# silent WHAT COMMAND...: it ends well and says nothing but, as newer Verilators do, how long it took. What it says else is in `said`.
silent() {
	local what=$1
	shift
	"$@" >all 2>&1 && sed '/^- V e r i l a t i o n   R e p o r t:/d; /^- Verilator: /d' all >said && [ ! -s said ] && return
	{ echo "$what:"; head -20 all; } >said
	return 1
}
