#!/bin/sh
# Puts the inputs that tests, examples and docs have already into a folder, as seeds of a fuzz target.
#
#     seeds.sh FTC ROOT TARGET FOLDER
set -eu
[ $# -eq 4 ] || { sed -n '4s/^# *//p' "$0" >&2; exit 2; }
ftc=$(realpath "$1")
root=$(realpath "$2")
target=$3
folder=$(realpath "$4")
most=4096
end='\036'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# seed FILE: a small file as it stands
seed() {
	[ -f "$1" ] && [ "$(wc -c <"$1")" -le $most ] && cp "$1" "$folder/seed-$(printf %s "$1" | cksum | tr ' ' -)" || true
}

# text NAME: standard input
text() {
	cat >"$folder/seed-$1"
}

# inputs FOLDER [ARGUMENT]: what the tests of that folder make for themselves, in $scratch
inputs() {
	(cd "$scratch" && . "$root/tests/$1/inputs.sh" "${2:-}") >/dev/null 2>&1 || true
}

case $target in
analyses)
	printf '\1\0\1\2\0\0\6\20\0\0\0' | text report
	;;
circuit)
	for file in "$root"/tests/overlay/inputs/*.blif "$root"/tests/overlay/inputs/*.json; do
		seed "$file"
	done
	;;
parameters | network)
	for file in "$root"/tests/parse/accepted/*.yaml "$root"/tests/parse/refused/*.yaml "$root"/examples/*.yaml; do
		if [ "$target" = parameters ] && [ -e "${file%.yaml}.set" ]; then
			{ cat "$file"; printf "$end"; cat "${file%.yaml}.set"; } >"$scratch/$(basename "$file")"
			seed "$scratch/$(basename "$file")"
		else
			seed "$file"
		fi
	done
	[ "$target" = network ] || printf "$end$end"'gapi: "1.0"\nfiles_root: .\nvlnv: user:soc:network:1.0\nmore: [1]\nparameters: {network: sorter, wires: 8}\n' | text generator
	[ "$target" = network ] || printf "$end$end"'run: [report, simulate]\nfile: a.yaml\nset: {leaves: [2, [4, 2]], name: a}\npoints:\n  - {seed: 1}\n  - {load: [1]}\n' | text sweep
	;;
schedule)
	seed "$root/examples/offline16.json"
	printf 'network: fat-tree\nleaves: 6\nroot-capacity: 4\n' >"$scratch/tree.yaml"
	for from in all-to-all stencil; do
		"$ftc" schedule "$scratch/tree.yaml" --from $from -o "$scratch/$from.json" >/dev/null
		seed "$scratch/$from.json"
	done
	printf '\1\6\2\2\1\1\3\0\1\0\2\3\1\4\5\2\1\1\377' | text made
	;;
matrix)
	inputs schedule "$root/examples/matrices"
	for file in "$scratch"/*.mtx "$root"/examples/matrices/*.mtx; do
		seed "$file"
	done
	for format in 'coordinate integer skew-symmetric\n3 3 2\n2 1 -5\n3 1 0' 'array complex hermitian\n2 2\n1 0\n2 1e3\n3 0' 'array real general\n2 3\n1\n0\n.5\n0\n0\n6'; do
		printf "%%%%MatrixMarket matrix $format\n" | text "$(printf %s "$format" | cksum | tr ' ' -)"
	done
	;;
guest)
	cp "$root"/tests/universal/inputs/* "$scratch"
	for file in "$scratch"/* "$root"/tests/universal/graphs/*; do
		seed "$file"
	done
	for places in path path-3 short long; do
		{ cat "$scratch/path.graph"; printf "$end"; cat "$scratch/$places.places"; } | text $places
	done
	printf '3 2 111 2\n1 2 3 2 7\n1 2 3 1 7 3 1\n%% last\n9 9 9 2 1\n' | text weights
	;;
messages)
	inputs schedule "$root/examples/matrices"
	for file in "$scratch"/*.txt; do
		seed "$file"
	done
	printf '# 6\n3 10\n3 10 0xdeadbeef\n3 *\n3 @2\n@1200 3 1\n@12s 3 1 99\n@+5 after 4 1 3\n@+5s after 1 0 3 # end\na: @9 after 1,2 3 1 words 4\n@+5 after a,1 0 3\n' | text times
	;;
board)
	for file in "$root"/boards/*.yaml; do
		name=$(sed -n 's/^constraints: *//p' "$file")
		for constraints in "$root/constraints/${name:-$(basename "$file" .yaml)}".[pl][cp]f; do
			{ sed '/^#/d; /^constraints:/d; /^note:/d' "$file"; printf "$end"; sed '/^#/d' "$constraints"; } | text "$(basename "$file")"
		done
	done
	;;
names)
	for kind in 0 2 4 5 7 10 12 15 17; do
		printf "\\$kind\\5names of files" | text $kind
	done
	;;
netlist)
	cat <<-END | text ice40
		module chip (input clk_pin, output led_passed, output uart_tx);
		wire n1;
		SB_PLL40_PAD #(.FEEDBACK_PATH("SIMPLE"), .PLLOUT_SELECT("GENCLK"), .DIVR(4'b0000), .DIVF(7'b0111111), .DIVQ(3'b100)
		) pll (.PACKAGEPIN(pad), .RESETB(1'b1));
		endmodule
	END
	cat <<-END | text ecp5
		module chip(clk_pin, led);
		  input clk_pin;
		  output [3:0] led;
		  output \\a ;
		  TRELLIS_IO #(
		    .DIR("OUTPUT")
		  ) led_0 (
		    .I(n1)
		  );
		  TRELLIS_COMB c (
		    .A(n1), .FXA(n2)
		  );
		  TRELLIS_FF f (
		  );
		  EHXPLLL #(.CLKI_DIV(32'd2), .CLKFB_DIV(7), .FEEDBK_PATH("CLKOP")) p (
		    .CLKI(clk_pin)
		  );
		endmodule
	END
	;;
serial)
	printf 'send 0 3\nsend 3 0 0xff # a\n\nrun\nsend 9 9\nclear\nrun\nsend 1 1 5\nsend 1 2\nrun\nquit\n' | text lines
	printf 'send 0 3\nsend 3 0\nrun\n'"$end"'\0\0\0\3\14\5\0\4\3\1\2\3\0\5\2\300\333' | text mischief
	printf "$end"'\0\43\12\20\13\0' | text identity
	;;
*)
	echo "seeds.sh: error: no target is called $target" >&2
	exit 2
	;;
esac
