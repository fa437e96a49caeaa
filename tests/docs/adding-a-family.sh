#!/bin/sh
# Follows docs/contributing/adding-a-family.md word for word in a copy of the source. Then every command takes the family, only the
# files that the page names have changed, and nothing prints a figure that was fitted to another family.
#
#   adding-a-family.sh SOURCE-DIRECTORY
set -eu
source=$(readlink -f "$1")
page=$source/docs/contributing/adding-a-family.md
. "$(dirname "$0")/follow.sh"
figures='"(estimate[a-z_]*|lut4|ff|cells|filled|mhz)":'

# ftc ARGUMENT..: it must succeed; what it says is in $scratch/said.
ftc() {
	"$copy/build/ftc" "$@" >"$scratch/said" 2>"$scratch/wrong" || { cat "$scratch/wrong" >&2; fail "ftc $* fails"; }
}

# no_figure WHAT: neither in JSON nor in text, but for the table of an ECP5 by which levels are merged.
no_figure() {
	if sed '/ of an ECP5:$/,/^$/d' "$scratch/said" | grep -E "$figures|LUT4|LUTs|flip-flops| FF\b|~MHz"; then
		fail "$1 prints figures of a family that was not measured"
	fi
}

count_files() {
	list_touched
	printf './compiler/parse/family.c\n./docs/reference/parameters.md\n' >"$scratch/promised"
	sort "$scratch/touched" | diff "$scratch/promised" - || fail "other files have changed than $page says"
	[ -z "$(ls -A "$scratch/new")" ] || fail "the page makes files"
}

# All kinds of network. The same questions about the first family have figures.
ask_reports() {
	for file in "$copy"/examples/*.yaml "$copy"/tests/prove/*.yaml; do
		name=$(basename "$file")
		ftc report "$file" --set family=gw1n
		grep -qE 'unknown, as no estimates are fitted to GW1N|^  kind .* clocks$' "$scratch/said" ||
			fail "$name: the report does not say so"
		no_figure "report $name"
		ftc report "$file" --set family=gw1n --json
		jq 'del(.hardware.boards?, .merges)' "$scratch/said" >"$scratch/json"
		mv "$scratch/json" "$scratch/said"
		no_figure "report $name --json"
		ftc report "$file" --set family=ecp5 --json
		grep -qE "$figures" "$scratch/said" || fail "$name: no figures of an ECP5: the test looks for the wrong ones"
	done
}

ask_others() {
	ftc explore --leaves 16 --set family=gw1n --json
	jq -e '[.. | objects | select(has("measured")) | .measured] | length > 0' "$scratch/said" >/dev/null ||
		fail "explore knows nothing"
	jq -e '[.. | objects | .lut4?, .ff?, .cells?, .mhz? | values] == []' "$scratch/said" >/dev/null ||
		fail "explore has figures of a family that was not measured"
	for family in ecp5 gw1n; do
		ftc generate "$copy/examples/tree16.yaml" --set family=$family -o "$scratch/$family"
		grep -l 'about [0-9]* LUT4' "$scratch/$family"/rtl/*.v >"$scratch/$family.sized" || :
		grep -h 'arch: ' "$scratch/$family"/*.core >"$scratch/$family.arch"
	done
	[ -s "$scratch/ecp5.sized" ] || fail "no header of a module has a figure of an ECP5"
	[ ! -s "$scratch/gw1n.sized" ] || fail "headers of modules have figures of a family that was not measured"
	grep -q 'arch: gowin' "$scratch/gw1n.arch" || fail "FuseSoC does not synthesise for the family"
}

copy_source
split_page
follow_page
count_files
ask_reports
ask_others
