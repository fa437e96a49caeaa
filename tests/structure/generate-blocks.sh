#!/bin/bash
# Each branch and each loop of a generate block has a name, in the templates and in what ftc emits.
#
#   generate-blocks.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1") source=$2
. "$(dirname "$0")/../common/tap.sh"
unnamed=$source/tests/common/generate_blocks.awk

# named NAME FILE...
named() {
	local name=$1
	shift
	[ $# -gt 0 ] && awk -f "$unnamed" "$@" >said 2>&1
	report "$name"
}

# What has no name is found, and nothing else is.
cat >bad.v <<'END'
module bad #(parameter A = 1) (input wire clk, input wire a, output wire [3:0] b);
    generate if (A == 1) assign b[0] = a; else begin assign b[0] = ~a; end endgenerate      // 2
    genvar i;
    for (i = 0; i < 2; i = i + 1) begin                                                     // 1
        if (i == 0) begin : named assign b[1] = a; end /* if (A) */ else if (A == 2)
            assign b[2] = a;                                                                // 1
    end
    case (A) 1: assign b[3] = a; 2, 3: begin assign b[3] = "if (a) ;"; end default: ; endcase    // 2
endmodule
END
cat >good.v <<'END'
module good #(parameter A = 1) (input wire clk, input wire a, output reg [3:0] b);
    genvar i;
    generate
        if (A == 1) begin : one
            always @(posedge clk) if (a) b[0] <= 1'b1; else if (b[1]) begin b[0] <= 1'b0; end
        end else if (A == 2) begin : two
            initial for (i = 0; i < 2; i = i + 1) #10 begin b[0] = a; end
            always @* case (a) 1'b0: if (a) b[1] = a; default: begin b[1] = b[0]; end endcase
            `include "if (x)"
        end else begin : three
            function f(input x); if (x) f = 1'b0; else f = 1'b1; endfunction
            for (i = 2; i < 4; i = i + 1) begin : each always @(a or b[1]) b[i] = a; end
            case (A) 1: begin : four wire c = a; end default: begin : five end endcase
        end
    endgenerate
endmodule
END
awk -f "$unnamed" bad.v >said
is "blocks without a name are found" "$(cut -d : -f 2 said | tr '\n' ' ')" "2 2 4 6 8 8 "
named "blocks with names are not" good.v

mapfile -d '' files < <(find "$source"/{rtl-templates,sim,tests,examples} -name '*.v' -print0)
named "in the sources" "${files[@]}"
# The parameter files: not the descriptions of sweeps.
for example in "$source"/examples/*.yaml; do
	"$ftc" generate "$example" -o "$(basename "$example")" >>generated 2>&1 || cat generated
done
"$ftc" generate "$source/examples/tree8.yaml" --wishbone -o wishbone >>generated 2>&1
mapfile -d '' files < <(find . -path '*/*/*.v' -print0)
named "in what ftc emits" "${files[@]}"
[ "${#files[@]}" -gt 150 ]
report "that is much: ${#files[@]} files"
finish
