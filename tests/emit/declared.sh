#!/bin/sh
# Every name in templates and in generated Verilog is declared before it is used, as Icarus 13 demands and older tools
# do not.
#
#   declared.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$(realpath "$2")
check=$(realpath "$(dirname "$0")")/declared.awk
. "$(dirname "$0")/../common/tap.sh"

# declared NAME FILE...
declared() {
	name=$1
	shift
	[ $# -gt 0 ] && awk -f "$check" "$@" >said
	report "$name"
}

# network NAME EXAMPLE OPTION...: what `ftc generate` makes of it
network() {
	name=$1 example=$2
	shift 2
	"$ftc" generate "$root/examples/$example.yaml" "$@" -o "$name" >/dev/null
	find "$name" -name '*.v' >files
	# shellcheck disable=SC2046
	declared "$name" $(cat files)
}

declared templates "$root"/rtl-templates/*/*.v "$root"/rtl-templates/*/*/*.v
declared examples "$root"/examples/*/*.v
network tree tree8 --wishbone
network tree-on-a-board tree16 --board icebreaker
network wires-outside tree8 --set leaf-interface=wires --set probe=true --set external=true --set capacities=4,4,2,1
network butterfly tree16 --set concentrator=butterfly --set elements-between-registers=1 --set delay-ram-threshold=4
network off-line offline16
network off-line-partial tree8 --set switching=off-line --set settings-port=true --set schedule-cycles=3 \
	--set concentrator=partial
network xgft xgft6 --set up-routing=random --set broadcast-every=2 --set fault-registers=true
network cm-5 cm5 --set leaves=16 --set broadcast-every=4 --set 'groups=[[0,1],[3]]'
network hypertree hypertree15 --set nodes=6 --set fault-registers=true
network sorter sorter8 --set probe=true --board icebreaker

# In every template with a declaration that has no value, this declaration goes to the end of its module: each must be
# found.
mkdir late
awk '
	function close_file() {
		if (now != before)
			printf "%s", now >out
		close(out)
		late = before = now = ""
	}
	FNR == 1 { close_file(); out = "late/" FILENAME; sub(/late\/.*\//, "late/", out) }
	{ before = before $0 "\n" }
	!late && /^    (wire|reg) [^=]*;/ { late = $0; next }
	/^endmodule/ && late { now = now late "\n"; late = "" }
	{ now = now $0 "\n" }
	END { close_file() }' "$root"/rtl-templates/*/*.v
awk -f "$check" late/*.v | sed 's/:.*//' | sort -u >found
ls late/*.v | sort | comm -23 - found | sed 's/$/: not found/' >said
[ "$(ls late | wc -l)" -gt 30 ] && [ ! -s said ]
report 'late declarations are found'

# Scopes, lists, comments and functions; the names that are used too early are known.
cat >cases.v <<'END'
module cases #(parameter A = B, parameter B = 2) (input wire clk, output wire [B-1:0] out);
    // early_in_a_comment /* early */
    assign out = early; wire [1:0] early, /* also */ later = early;
    initial $display("quoted", later_function(1));
    function integer later_function; input integer x; later_function = x; endfunction
    generate for (i = 0; i < 2; i = i + 1) begin : loop wire inner = clk; end endgenerate
    genvar i;
    generate if (A) begin : other assign inner = 4'hface; wire inner; end endgenerate
    always @(*) begin : block reg x; x = clk; end
    sub #(.B(1)) instance_name (.early(later), .clk(clk));
endmodule
END
awk -f "$check" cases.v | sed 's/.*: //' | tr '\n' ' ' >said
[ "$(cat said)" = 'B early i i i i inner ' ]
report 'names in their scopes'
finish
