#!/bin/sh
# Counts the LUTs and flip-flops of docs/explanation/generalized-fat-trees.md, section "Choices" (ECP5, Yosys).
#
#   choices.sh FTC DIRECTORY
#
# DIRECTORY keeps the generated files and all logs.
set -eu
ftc=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
templates=$here/../../rtl-templates
mkdir -p "$2"
cd "$2"

# count NAME TOP PARAMETERS FILE..: "lut4 ff" of a module by itself; PARAMETERS as chparam takes them. A carry cell has
# two LUTs,
# a LUT-RAM six.
count()
{
	name=$1 top=$2 set=$3
	shift 3
	yosys -q -l "$name.log" -p \
		"read_verilog $*; ${set:+chparam $set $top;} synth_ecp5 ${FLAGS-} -top $top; tee -q -o $name.txt stat"
	awk '
		/^=== / { luts = ffs = 0 }
		$1 == "LUT4" { luts += $2 }
		$1 == "CCU2C" { luts += 2 * $2 }
		$1 == "TRELLIS_DPR16X4" { luts += 6 * $2 }
		$1 == "TRELLIS_FF" { ffs += $2 }
		END { print luts + 0, ffs + 0 }' "$name.txt"
}

# parameter INSTANCE NAME: a parameter of a part of a lane of the generated network.
parameter()
{
	sed -n "/_leaf_$1 #(/,/;/s/.*\.$2(\([^)]*\)).*/\1/p" network/rtl/cm_5_leaf_lane.v
}

# edit SED: no edit may be in vain.
edit()
{
	sed "$1" without/cm_5_leaf_lane.v >edited
	if cmp -s edited without/cm_5_leaf_lane.v; then
		echo "choices.sh: cm_5_leaf_lane.v is not what it was: $1" >&2
		exit 1
	fi
	mv edited without/cm_5_leaf_lane.v
}

# The leaf without the parents' digits in the source of a message: an answer takes parents by the leaf's own label ($1 =
# own) or by that of whom it answers.
without_path()
{
	rm -rf without
	mkdir without
	cp network/rtl/cm_5_leaf_*.v without
	path=$(parameter parents PATH_BITS)
	source=$(parameter store_many SOURCE_BITS)
	rest=$((source - path))
	if [ "$1" = own ]; then
		label=address
	else
		label="source\\[$((rest - 1)):1\\]"
	fi
	edit "s/SOURCE_BITS($source)/SOURCE_BITS($rest)/"
	edit "s/(move_source)/(move_source[$((rest - 1)):0])/"
	edit "s/\.source(source)/.source(source[$((rest - 1)):0])/"
	edit "s/source_top(source\[$((source - 1))\])/source_top(source[$((rest - 1))])/"
	edit "s/from(source\[$((source - 1)):1\])/from({path, source[$((rest - 1)):1]})/"
	edit 's/own_source({sent, /own_source({/'
	edit 's/\.wish(word_to/.wish(aim/'
	edit "s/^    wire accepted;/    assign source[$((source - 1)):$rest] = 0;\n    wire [$((rest - 2)):0] aim = answering ? $label : word_to;\n&/"
}

echo "LUT4 and flip-flops of a leaf, and of a table of sequence bits"
echo "| leaves | as built | by the sender's rule | by a rule of its own | a table |"
echo "| --- | --- | --- | --- | --- |"
for leaves in 64 256; do
	printf 'network: cm-5\nleaves: %s\n' $leaves >cm-$leaves.yaml
	rm -rf network
	"$ftc" generate cm-$leaves.yaml -o network >/dev/null
	row="| $leaves | $(count leaf-$leaves cm_5_leaf_adapter '' network/rtl/cm_5_leaf_*.v)"
	without_path own
	row="$row | $(count own-$leaves cm_5_leaf_adapter '' without/cm_5_leaf_*.v)"
	without_path other
	row="$row | $(count other-$leaves cm_5_leaf_adapter '' without/cm_5_leaf_*.v)"
	echo "$row | $(count table-$leaves sequence_bits "-set LABEL_BITS $(parameter path LABEL_BITS)" "$here/sequence_bits.v") |"
done

# The prototypes do what they are to do.
iverilog -g2005 -s self_routing_bench -o bench "$here/self_routing_bench.v" "$here/self_routing.v" \
	"$templates/plan/selector.v"
vvp -n bench | tee bench.txt | grep -qx '0 wrong'

# Wide multiplexers of LUTs save depth, not LUTs, and here LUTs are compared.
FLAGS=-nowidelut
routing="$here/self_routing.v $templates/plan/selector.v"
echo
echo "LUT4 and flip-flops of a wire in the 64-leaf CM-5"
echo "| part | written | computed, parents by the lowest digits | computed, parents by the digits seen |"
echo "| --- | --- | --- | --- |"
echo "| level 1 up | $(count up-1 written_up "-set DIGIT 1" "$routing")" \
	"| $(count up-1-low computed_up "-set ABOVE 4 -set SEEN 5 -set DIGIT 1" "$routing")" \
	"| $(count up-1-seen computed_up "-set ABOVE 4 -set SEEN 4 -set DIGIT 1" "$routing") |"
echo "| level 2 up | $(count up-2 written_up "-set DIGIT 2" "$routing")" \
	"| $(count up-2-low computed_up "-set ABOVE 2 -set SEEN 4 -set DIGIT 2" "$routing")" \
	"| $(count up-2-seen computed_up "-set ABOVE 2 -set SEEN 2 -set DIGIT 2" "$routing") |"
down=$(count down-computed computed_down "-set DIGIT 2" "$routing")
echo "| down, any level | $(count down-written written_down "-set DIGIT 2" "$routing") | $down | $down |"

rm -rf network
"$ftc" generate cm-64.yaml -o network >/dev/null
set_path=
for name in HEIGHT LABEL_BITS PATH_BITS CHILD_BITS PARENT_BITS TURN_DIGIT; do
	set_path="$set_path -set $name $(parameter path $name)"
done
echo
echo "LUT4 and flip-flops that write the route, for each wire of a leaf: $(count path leaf_path "$set_path" \
	"$templates/leaves/leaf_path.v" "$templates/leaves/leaf_any.v")"
