#!/bin/sh
# integers.sh FOLDER: of its templates, benches apart, no integer is used in two always blocks: Yosys 0.52, but not 0.23, then sees two
# drivers. TAP.
set -u
folder=$1
. "$(dirname "$0")/../common/tap.sh"

# The integers of a file that several blocks use. A block ends where the next statement of the module begins.
shared() {
	awk '
		{ sub(/\/\/.*/, "") }
		/^ *function / { inside = 1 }
		/^ *endfunction/ { inside = 0 }
		/^ *integer / && !inside { line = $0; gsub(/integer|\[[^]]*\]|[,;]/, " ", line); n = split(line, name, " "); for (i = 1; i <= n; i++) known[name[i]] }
		/^ *(assign|wire|reg|genvar|localparam|generate|endgenerate|endmodule|function|initial)/ { block = 0 }
		/^ *module / { for (i in known) { delete known[i]; delete first[i] } }
		/always @/ { block = ++blocks }
		block {
			for (i in known)
				if ($0 ~ "(^|[^A-Za-z0-9_])" i "([^A-Za-z0-9_]|$)") {
					if (i in first && first[i] != block)
						print FILENAME ":" FNR ": " i
					else
						first[i] = block
				}
		}' "$1" | sort -u
}
printf 'module a;\n    integer k;\n    always @*\n        for (k = 0; k < 2; k = k + 1)\n            b = c;\n    always @*\n        for (k = 0; k < 2; k = k + 1)\n            d = c;\nendmodule\n' >planted.v
[ -n "$(shared planted.v)" ]
report 'an integer of two blocks is found'
for template in "$folder"/*/*.v "$folder"/*/*/*.v; do
	case $template in */bench_*) ;; *) shared "$template" ;; esac
done >said
[ ! -s said ]
report 'each integer of the templates is used in one block'
echo "1..$number"
exit "$failed"
