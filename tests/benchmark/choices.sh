#!/bin/sh
# Counts what docs/generalized-fat-trees.md says under "Choices" of LUTs and flip-flops (ECP5, Yosys).
#
#   choices.sh FTC DIRECTORY
#
# DIRECTORY keeps what was generated, and all logs.
set -eu
ftc=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
templates=$here/../../rtl-templates
mkdir -p "$2"
cd "$2"

# count NAME TOP PARAMETERS FILE..: "lut4 ff" of a module by itself; PARAMETERS as chparam takes them. A carry cell has two LUTs,
# a LUT-RAM six.
count()
{
	name=$1 top=$2 set=$3
	shift 3
	yosys -q -l "$name.log" -p "read_verilog $*; ${set:+chparam $set $top;} synth_ecp5 ${FLAGS-} -top $top; tee -q -o $name.txt stat"
	awk '
		/^=== / { luts = ffs = 0 }
		$1 == "LUT4" { luts += $2 }
		$1 == "CCU2C" { luts += 2 * $2 }
		$1 == "TRELLIS_DPR16X4" { luts += 6 * $2 }
		$1 == "TRELLIS_FF" { ffs += $2 }
		END { print luts + 0, ffs + 0 }' "$name.txt"
}

# The parameters of a leaf of the generated network, for chparam.
parameters()
{
	sed -n 's/.*_leaf_adapter #(\(.*\)) child_0_leaf (/\1/p' network/rtl/*_subtree_1.v | tr ',' '\n' |
		sed 's/^ *\.\([A-Z_]*\)(\(.*\))$/-set \1 \2/' | tr '\n' ' '
}

# edit FILE SED: no edit may be in vain.
edit()
{
	sed "$2" "without/$1" >edited
	if cmp -s edited "without/$1"; then
		echo "choices.sh: $1 is not what it was: $2" >&2
		exit 1
	fi
	mv edited "without/$1"
}

# The leaf without the parents' digits in the source of a message: an answer takes parents by the leaf's own label ($1 = own) or
# by that of whom it answers.
without_path()
{
	rm -rf without
	mkdir without
	cp "$templates"/*.v without
	edit leaf_adapter.v 's/SOURCE    = PATH_BITS + W/SOURCE    = W/'
	edit leaf_lane.v 's/S = PATH_BITS + LABEL_BITS/S = LABEL_BITS/'
	edit leaf_lane.v 's/\[PATH_BITS+LABEL_BITS+LANE_BITS-1:0\]/[LABEL_BITS+LANE_BITS-1:0]/'
	edit leaf_lane.v 's/answering ? source\[S-1 -: PATH_BITS\] : wish/wish/'
	edit leaf_lane.v '/assign own_label\[S-1 -: PATH_BITS\] = sent_path;/d'
	if [ "$1" = own ]; then
		edit leaf_lane.v 's/\.to(word_to\[L-1:0\])/.to(answering ? address : word_to[L-1:0])/'
	else
		edit leaf_lane.v 's/\.to(word_to\[L-1:0\])/.to(answering ? source[LANE_BITS +: L] : word_to[L-1:0])/'
	fi
}

echo "LUT4 and flip-flops of a leaf, and of a table of sequence bits"
echo "| leaves | as built | by the sender's rule | by a rule of its own | a table |"
echo "| --- | --- | --- | --- | --- |"
for leaves in 64 256; do
	printf 'network: cm-5\nleaves: %s\n' $leaves >cm-$leaves.yaml
	rm -rf network
	"$ftc" generate cm-$leaves.yaml -o network >/dev/null
	set_leaf=$(parameters)
	row="| $leaves | $(count leaf-$leaves leaf_adapter "$set_leaf" "$templates"/leaf_*.v)"
	without_path own
	row="$row | $(count own-$leaves leaf_adapter "$set_leaf" without/leaf_*.v)"
	without_path other
	row="$row | $(count other-$leaves leaf_adapter "$set_leaf" without/leaf_*.v)"
	label=$(echo "$set_leaf" | sed 's/.*-set ADDRESS_BITS \([0-9]*\) .*/\1/')
	echo "$row | $(count table-$leaves sequence_bits "-set LABEL_BITS $label" "$here/sequence_bits.v") |"
done

# The prototypes do what they are to do.
iverilog -g2005 -s self_routing_bench -o bench "$here/self_routing_bench.v" "$here/self_routing.v" "$templates/selector.v"
vvp -n bench | tee bench.txt | grep -qx '0 wrong'

# Wide multiplexers of LUTs save depth, not LUTs, and here LUTs are compared.
FLAGS=-nowidelut
routing="$here/self_routing.v $templates/selector.v"
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
set_path=$(parameters | sed 's/-set ADDRESS_BITS/-set LABEL_BITS/; s/ -set/\n-set/g' |
	grep -w 'HEIGHT\|LABEL_BITS\|PATH_BITS\|CHILD_BITS\|PARENT_BITS\|TURN_DIGIT' | tr '\n' ' ')
echo
echo "LUT4 and flip-flops that write the route, for each wire of a leaf: $(count path leaf_path "$set_path" \
	"$templates/leaf_path.v" "$templates/leaf_any.v")"
