#!/bin/sh
# verilate.sh NAME OUTPUT_DIRECTORY SOURCES...: makes libNAME.a and NAME.h, the C library of the model NAME with the
# ports clk, in and out. Verilator decides the order of arguments: NAME.h is copied from its output.
set -eu
name=$1 out=$2
shift 2
verilator --cc --lib-create "$name" --top-module "$name" --Mdir "$out/$name.obj" --build -j 1 \
	-MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" -Wno-fatal -Wno-lint "$@" >"$out/$name.log" 2>&1 ||
	{ cat "$out/$name.log"; exit 1; }
cp "$out/$name.obj/lib$name.a" "$out/"
awk -v n="$name" '
	!on && $0 ~ "^ *(long long|void\\*|void) " n "_protectlib_[a-z_]*\\(" { on = 1; text = "" }
	on {
		line = $0; sub(/^ +/, "", line)
		last = line ~ /\)( \{)?$/; sub(/ \{$/, "", line)
		text = text line (last ? ";" : " ")
		if (last) { on = 0; print text; if (text ~ /_seq_update/) update = text }
	}
	END {
		print "static inline void " n "_eval(void *h, svBit clk, const svBitVecVal *in, svBitVecVal *out)\n{"
		if (update ~ /vhandlep__V , svBit clk , const svBitVecVal\* in , svBitVecVal\* out \)/)
			print "\t" n "_protectlib_seq_update(h, clk, in, out);"
		else if (update ~ /vhandlep__V , svBit clk , svBitVecVal\* out \)/)
			print "\t" n "_protectlib_combo_update(h, in, out);\n\t" n "_protectlib_seq_update(h, clk, out);"
		else
			print "#error \"unexpected arguments of seq_update\""
		print "}"
	}
	BEGIN { print "#include \"svdpi.h\"" }' "$out/$name.obj/$name.cpp" >"$out/$name.h"
