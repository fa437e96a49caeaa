# verify-inputs.sh: devices, circuits and images for verify.txt, for lines.sh. $1: the folder of circuits.
cp "$1"/counter.v "$1"/uart.v .
printf 'network: area-universal\nmeshes: 1\nmesh-side: 12\n' >one.yaml
printf 'network: area-universal\nmeshes: 4\nmesh-side: 9\npins: 6\ncapacities: [3, 3]\n' >four.yaml
# The same ports: it counts down, or without `enable`.
sed 's/count + /count - /' counter.v >down.v
sed 's/enable/go/' counter.v >go.v
# A state machine, which Yosys encodes anew.
cat >states.v <<'END'
module states(input clk, input reset, input go, input stop, output reg busy, output reg done);
    reg [2:0] state, next;
    always @* begin
        next = state;
        case (state)
        0: if (go) next = 1;
        1: next = stop ? 4 : 2;
        2: next = 3;
        3: if (go) next = 4;
        4: next = 0;
        endcase
    end
    always @(posedge clk) state <= reset ? 0 : next;
    always @* begin
        busy = state == 1 | state == 2 | state == 3;
        done = state == 4;
    end
endmodule
END
# The same with its own encoding, and flip-flops that are equal, constant, complemented, of a submodule, or of a memory.
sed 's/reg \[2:0\] state/(* fsm_encoding = "none" *) &/' states.v >kept.v
cat >kinds.v <<'END'
module kinds(input clk, input a, input [1:0] at, output y, output z, output [1:0] w, output [0:3] gray);
    reg p = 1, q = 1, one = 1;
    reg [1:0] memory [0:3];
    always @(posedge clk) begin
        p <= a ^ at[0];
        q <= a ^ at[0];
        one <= 1;
        if (a) memory[at] <= {p, at[1]};
    end
    assign y = p & a, z = q & one, w = memory[at];
    part part(.clk(clk), .a(a), .gray(gray));
endmodule
module part(input clk, input a, output reg [0:3] gray);
    initial gray = 4'b1010;
    always @(posedge clk) gray <= {gray[1:3], gray[0] ^ a};
endmodule
END
sed 's/1010/1110/' kinds.v >begins.v
# It leaves outputs and flip-flops open for some inputs.
cat >open.v <<'END'
module open(input clk, input [1:0] a, output reg [1:0] y, output reg [1:0] s);
    always @(posedge clk) case (a) 0: s <= s + 1; 1: s <= 2; default: s <= 2'bx; endcase
    always @* case (s) 0: y = a; 1: y = 3; 2: y = ~a; default: y = 2'bx; endcase
endmodule
END
sed 's/1: y = 3/1: y = 2/; s/s <= 2;/s <= 1;/' open.v >closed.v
cat >wired.blif <<'END'
.model wired
.inputs a[0] a[1] b
.outputs y[0] y[1] z
.names a[0] b n
11 1
.names a[1] q r
10 1
01 1
.latch n q 1
.latch r s
.names q y[0]
1 1
.names s y[1]
0 1
.names z
1
.end
END
yosys -q -p 'read_verilog states.v; synth -flatten; dfflegalize -cell $_DFF_P_ 01; abc -g NAND; opt_clean; write_json states.json'
for circuit in counter.v states.v states.json kept.v kinds.v open.v wired.blif; do
	"$program" compile one.yaml "$circuit" -o "$circuit.image.json" >compiled 2>&1 || cat compiled
done
"$program" compile four.yaml uart.v --meshes 4 -o uart.v.image.json >compiled 2>&1 || cat compiled
"$program" compile one.yaml counter.v --model gates-latched -o latched.image.json >compiled 2>&1 || cat compiled
# edited NAME SED: the counter's image with edited lists and the digest of its new contents
edited() {
	sed "$2" counter.v.image.json >"$1"
	"$program" verify one.yaml --image "$1" --against counter.v >edit 2>&1
	digest=$(sed -n "s/.*the image's digest is \([0-9a-f]*\), that of its contents \([0-9a-f]*\):.*/s|\1|\2|/p" edit)
	sed -i "${digest:-}" "$1"
}
edited no-latches.json '/"latches": \[/,/^  \],/{/"name"/d;}'
edited one-latch.json '/"name": "count\[[123]\]"/d; /"name": "count\[0\]"/s/},/}/'
edited other-latch.json 's/"name": "count\[2\]"/"name": "extra"/'
edited more-latches.json 's/    {"name": "count\[2\]".*/&\n&/; :a; s/\(\n.*\)count\[2\]/\1extra/'
edited twice.json 's/    {"name": "count\[2\]".*/&\n&/'
edited no-outputs.json '/"outputs": \[/,/^  \],/{/"port"/d;}'
edited no-inputs.json '/"inputs": \[/,/^  \],/{/"port"/d;}'
edited port-twice.json 's/"port": "count", "bit": 2/"port": "count", "bit": 1/'
edited no-control.json '/"control": \[/,/^  \],/{/"[0-9a-f ]*"/d;}'
# Clocks depend on placing and routing.
hide() {
	sed -E 's/, [0-9.]+ s$/, # s/; /^image /s/[0-9]+ (clocks|are)/# \1/g; /"(seconds|step_clocks|step_clocks_needed)":/s/[0-9.]+/#/' "$1"
}
