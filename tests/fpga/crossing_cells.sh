#!/bin/sh
# crossing_cells.sh FTC: the flip-flops of synchronisers survive synthesis for an iCE40 and an ECP5, each by itself, and nothing but the
# second flip-flop sees the first. Planted faults: one flip-flop only, and logic between the two. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
command -v yosys >/dev/null || { echo '1..0 # SKIP no yosys'; exit 0; }

printf 'network: fat-tree\nname: two\nleaves: 2\npayload-bits: 2\nasync-leaves: all\n' >two.yaml
cat >top.v <<'END'
module top (input wire clk, input wire rst, input wire [1:0] own, input wire [3:0] d, input wire [1:0] to, input wire [1:0] v, output wire [1:0] r,
    output wire [1:0] held, output wire [3:0] q, output wire [1:0] from, output wire [1:0] qv, input wire [1:0] qr);
    two_async network (.clk(clk), .rst(rst), .leaf_clocks(own), .leaf_resets(held), .s_axis_tdata(d), .s_axis_tdest(to), .s_axis_tvalid(v),
        .s_axis_tready(r), .m_axis_tdata(q), .m_axis_tuser(from), .m_axis_tvalid(qv), .m_axis_tready(qr));
endmodule
END
# synthesise FAMILY [EDIT]: counts flip-flops, those of `first` and of `second`, what reads the former, and those of resets. EDIT is one
# of the network's Verilog, for sed.
synthesise() {
	rm -rf net counts
	"$ftc" generate two.yaml --set family="$1" -o net >said 2>&1 || return 1
	cat net/rtl/*.v | sed "${2-}" >net.v
	yosys -q -p "read_verilog net.v top.v; synth_$1 -top top
		select -set first w:*.to_*.first %ci1:+[Q] w:* %d; select -set second w:*.to_*.second %ci1:+[Q] w:* %d
		select -set low w:*.resets.low w:*.resets.low_early w:*.resets.held_early w:*.resets.held_late %u %u %u %ci1:+[Q] w:* %d
		select -set seen w:*.to_*.first %co1 w:* %d
		tee -q -o first select -count @first; tee -q -o second select -count @second; tee -q -o low select -count @low
		tee -q -o others select -count @seen @second %d; tee -q -o seen select -count @seen" >said 2>&1 || return 1
	cat first second low seen others | sed 's/ .*//' | tr '\n' ' ' >counts
}
for family in ice40:3 ecp5:4; do
	bits=${family#*:} family=${family%:*}
	# Two FIFOs at each of two leaves, two counts in each; four flip-flops in each reset.
	all=$((8 * bits))
	synthesise "$family"
	is "$family: two flip-flops for each of $all bits, and those of resets; the second alone sees the first" \
		"$(cat counts)" "$all $all 8 $all 0 "
	synthesise "$family" 's/assign out = second;/assign out = first;/'
	[ -s counts ] && [ "$(cat counts)" != "$all $all 8 $all 0 " ]
	report "$family: a count that is seen too early is found" counts
	synthesise "$family" 's/second <= first;/second <= first ^ (first >> 1);/'
	[ -s counts ] && [ "$(sed 's/.* \([0-9]*\) $/\1/' counts)" -gt 0 ]
	report "$family: logic between the two is found" counts
done
finish
