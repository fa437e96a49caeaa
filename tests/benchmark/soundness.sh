#!/bin/sh
# soundness.sh BUILD: what ftc promises of names, streams, power-up, intervals and generated files, each by the test that would find
# the opposite. One row a promise; `failed` rows end it with status 1. ROWS=names,streams chooses. Hours for all.
set -u
build=$1
status=0

# row NAME WHAT [--benchmark] TEST...
row() {
	name=$1
	what=$2
	shift 2
	case ,${ROWS:-$name}, in
	*,"$name",*) ;;
	*) return ;;
	esac
	began=$(date +%s)
	if meson test -C "$build" --no-rebuild --num-processes 2 "$@" >"$build/soundness-$name.log" 2>&1; then
		verdict=passed
	else
		verdict=failed
		status=1
	fi
	printf '| %s | %s | %s | %s |\n' "$name" "$what" "$verdict" $(($(date +%s) - began))
}

printf '| row | promise | verdict | seconds |\n| --- | --- | --- | --- |\n'
row names '10^5 hostile names through every command: none opens another file, none runs' --benchmark fuzz-names-100000
row names-tools 'the same with the real tools' names
row installed 'an installed ftc takes nothing from the tree that it was built from' --benchmark installed-build
row streams 'AXI4-Stream properties are proved, and planted faults refuted, for every kind of leaf' --benchmark planted-streams-all
row resets 'tvalid is low behind a reset amid traffic' --benchmark streams-resets
row unlawful 'no lawful stream is harmed by an unlawful master, 10^6 words' --benchmark unlawful-all
row block-ram 'self tests pass with block RAMs that are dead for 15 us; all iCE40 boards' power-up-ram power-up-boards boards
row coverage '95 % intervals of ftc compare hold the truth up to 0.95 of saturation' --benchmark compare-coverage
row clocks 'no test ends by a wall clock' structure broken-solvers
row random '2,000 random parameter files through every tool, with sanitizers' --benchmark random-2000
exit $status
