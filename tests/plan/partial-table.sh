#!/bin/sh
# The table of partial concentrators is what ftc makes from its seed.
#
#   partial-table.sh TEST-PARTIAL TABLE [--update]
set -u
scratch=$(mktemp) || exit 99
trap 'rm -f "$scratch"' EXIT
"$1" table >"$scratch" || exit 1
if [ "${3:-}" = --update ]; then
	cp "$scratch" "$2"
fi
echo 1..1
if diff -u "$2" "$scratch" >&2; then echo 'ok 1 - table'; else echo 'not ok 1 - table'; exit 1; fi
