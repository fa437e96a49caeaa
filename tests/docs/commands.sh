#!/bin/sh
# Is docs/reference/commands.md what the commands' help says, and does the help name pages that are there?
#
#   commands.sh FTC SOURCE-DIRECTORY
set -eu
made=$(mktemp)
trap 'rm -f "$made"' EXIT
sh "$2/docs/reference/commands" "$1" >"$made"
diff "$2/docs/reference/commands.md" "$made" || { echo 'docs/reference/commands makes it again' >&2; exit 1; }
