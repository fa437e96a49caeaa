#!/bin/sh
# Follows docs/contributing/adding-a-shell.md word for word in a copy of the source. Then only the files that the page names have
# changed, and the shell works on every machine whose leaves send messages: the generated bench passes through it.
#
#   adding-a-shell.sh SOURCE-DIRECTORY
set -eu
source=$(readlink -f "$1")
page=$source/docs/contributing/adding-a-shell.md
. "$(dirname "$0")/follow.sh"

# ftc ARGUMENT..: it must succeed; what it says is in $scratch/said.
ftc() {
	"$copy/build/ftc" "$@" >"$scratch/said" 2>"$scratch/wrong" || { cat "$scratch/wrong" >&2; fail "ftc $* fails"; }
}

# refuses TEXT ARGUMENT..: with this error.
refuses() {
	text=$1
	shift
	status=0
	"$copy/build/ftc" "$@" >"$scratch/said" 2>"$scratch/wrong" || status=$?
	[ "$status" -eq 2 ] && grep -qF -- "$text" "$scratch/wrong" || { cat "$scratch/wrong" >&2; fail "ftc $* does not say: $text"; }
}

count_files() {
	list_touched
	printf './compiler/shells/%s\n' meson.build shells.c shells.h >"$scratch/promised"
	sort "$scratch/touched" | diff "$scratch/promised" - || fail "other files have changed than $page says"
	(cd "$scratch/new" && find . -type f) | sort >"$scratch/made"
	printf './%s\n' compiler/shells/mailbox.c rtl-templates/shells/mailbox_driver.v rtl-templates/shells/mailbox_leaf.v |
		diff - "$scratch/made" || fail "the page makes other files"
}

bench() {
	(cd "$scratch/$1" && iverilog -g2005 -o bench.vvp -c ./*.f bench/*.v && vvp -n bench.vvp) >"$scratch/said" 2>&1
}

# Every machine of the examples: its leaves send messages, and the bench passes, or the shell is refused.
ask_machines() {
	passed=0
	for file in "$copy"/examples/*.yaml; do
		name=$(basename "$file" .yaml)
		bits='--set payload-bits=16'
		! grep -q '^network: area-universal' "$file" || bits=		# it has no such key
		"$copy/build/ftc" generate "$file" $bits --mailbox -o "$scratch/$name" >"$scratch/said" 2>&1 || {
			grep -q 'a mailbox needs leaves that send messages' "$scratch/said" || { cat "$scratch/said" >&2; fail "$name"; }
			continue
		}
		grep -q "; top module [a-z0-9_]*_mailbox$" "$scratch/said" || fail "$name: the top is not the shell"
		bench "$name" && grep -q '^passed: ' "$scratch/said" || { cat "$scratch/said" >&2; fail "$name: the bench fails"; }
		ftc report "$file" $bits --mailbox --json
		passed=$((passed + 1))
	done
	[ "$passed" -ge 6 ] || fail "only $passed of the examples have mailboxes"
}

# The bench drives the mailboxes: it notices one that is wrong.
break_it() {
	sed -i 's/put_word\[16+:TO_BITS\]/~put_word[16+:TO_BITS]/' "$scratch/tree8/rtl"/*_mailbox_leaf.v
	if bench tree8; then fail "the bench does not notice wrong destinations"; fi
}

ask_others() {
	tree=$copy/examples/tree8.yaml
	ftc boards "$tree" --set payload-bits=16 --mailbox
	grep -q '^Estimated, with mailboxes and the self test' "$scratch/said" || fail "ftc boards does not name the shell"
	ftc generate "$tree" --set payload-bits=16 --mailbox --board ulx3s-85f -o "$scratch/board"
	(cd "$scratch/board" && verilator --lint-only -Wall --top-module fat_tree_mailbox -f ./*.f) || fail "Verilator warns"
	ftc simulate "$copy/examples/lanes16.yaml" --set payload-bits=16 --mailbox --frames 20
	grep -q 'leaves with mailboxes, ' "$scratch/said" || fail "ftc simulate does not name the shell"
	refuses 'a mailbox has 16 of each' generate "$tree" --set payload-bits=17 --mailbox -o "$scratch/none"
	refuses '--mailbox and --wishbone are given' report "$tree" --mailbox --wishbone
	refuses 'mailboxes are simulated as one' simulate "$tree" --set payload-bits=16 --mailbox --pieces 1
	printf "gapi: '1.0'\nfiles_root: %s\nvlnv: user:soc:network:1.0\nparameters: {file: tree8.yaml, payload-bits: 16, mailbox: %s}\n" \
		"$copy/examples" true >"$scratch/input.yml"
	mkdir "$scratch/core"
	(cd "$scratch/core" && ftc fusesoc ../input.yml && grep -q '^    toplevel: fat_tree_mailbox$' ./*.core) || fail "fusesoc"
	sed 's/mailbox: true/mailbox: true, wishbone: true/' "$scratch/input.yml" >"$scratch/both.yml"
	refuses 'are given: expected one of them' fusesoc "$scratch/both.yml"
}

copy_source
split_page
follow_page
count_files
ask_machines
break_it
ask_others
