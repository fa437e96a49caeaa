#!/bin/sh
# ftc_generator.sh FILE: what FuseSoC calls (ftc.core).
program=${FTC:-ftc}
command -v "$program" >/dev/null || {
	echo "ftc_generator.sh: there is no $program in PATH: install ftc, or set FTC to where it is" >&2
	exit 1
}
exec "$program" fusesoc "$@"
