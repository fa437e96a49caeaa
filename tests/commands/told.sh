#!/bin/bash
# ftc's help, the man page and the shell completion agree.
#
#   told.sh FTC SOURCE_ROOT
set -eu
ftc=$(realpath "$1")
root=$2
man=$root/docs/man/ftc.1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "$*"; exit 1; }
same() { diff "$1" "$2" || fail "$3"; }

# Help goes to standard output, with status 0, in lines that a terminal shows whole.
"$ftc" --help >help 2>said || fail "ftc --help fails"
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' help >commands
[ "$(wc -l <commands)" -ge 5 ] || fail "ftc --help lists only: $(cat commands)"
while read -r command; do
	"$ftc" "$command" --help >"help-$command" 2>>said || fail "ftc $command --help fails"
done <commands
[ ! -s said ] || fail "help says on standard error: $(cat said)"
! grep -n '.\{101\}' help help-* || fail "a line is too long"
grep -q "{--port DEVICE | --simulated}$" help-run || fail "the usage of ftc run breaks its alternatives, or has none"

# The man page has the same commands, and each the same options.
sed -n 's/^\.Ss //p' "$man" | sort >man-commands
sort commands >sorted
same sorted man-commands "help and man page have different commands"
sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.Cm \([a-z]*\)$/\1/p' "$man" | grep -vx help | sort >synopsis
same sorted synopsis "help and the man page's synopsis have different commands"
while read -r command; do
	sed -n 's/^  \(--[a-z-]*\).*/\1/p' "help-$command" | sort >all
	grep -vx -e --set -e --fault -e --output -e --limit -e --tool-timeout -e --tool-memory -e --json -e --help all >of-help || true
	sed -n "/^\.Ss $command\$/,/^\.S[sh] /s/^\.It Fl \(-[a-z-]*\).*/-\1/p" "$man" | sort >of-man
	same of-help of-man "help and man page have different options of ftc $command"
	# "Takes --set, -o and --json."
	sed -n "/^\.Ss $command\$/,/^\.[SB][shl] /p" "$man" | sed -n '/^Takes/,/\.$/s/^\.Fl \([a-z-]*\).*/-\1/p' |
		sed 's/^-o$/--output/' | sort >of-man
	grep -x -e --set -e --fault -e --output -e --limit -e --tool-timeout -e --tool-memory -e --json all >of-help || true
	same of-help of-man "help and man page differ on what ftc $command takes"
done <commands

# Parameters.
"$ftc" help keys >help-keys || fail "ftc help keys fails"
! grep -n '.\{101\}' help-keys || fail "a line is too long"
sed -n 's/^  \([a-z-]*\) .*/\1/p' help-keys | sed '/^$/d' | sort -u >keys
[ "$(wc -l <keys)" -ge 30 ] || fail "ftc help keys lists only: $(cat keys)"
grep -q '^\.Dl ftc help keys$' "$man" || fail "the man page does not say where the keys are listed"
! command -v mandoc >/dev/null || mandoc -Tlint -W warning "$man" || fail "mandoc finds fault with the man page"

# The completion, as bash would ask it.
PATH=$(dirname "$ftc"):$PATH
. "$root/docs/completion/ftc.bash"
completes() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_ftc ftc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null || true
	printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sort
}
completes ftc '' | grep -v -e '^--' -e '^help$' >offered
same sorted offered "the completion offers other commands"
completes ftc simulate t.yaml -- >offered
sed -n 's/^  \(--[a-z-]*\).*/\1/p' help-simulate | sort >all
same all offered "the completion offers other options"
completes ftc simulate t.yaml --set '' | tr -d = | sort >offered
same keys offered "the completion offers other parameters"
completes ftc build t.yaml --board '' >offered
ls "$root"/boards/*.yaml | sed 's,.*/,,; s/\.yaml$//' | sort >boards
same boards offered "the completion offers other boards"
completes ftc simulate t.yaml --pattern '' >offered
sed -n '/^  --pattern NAME/,/^  --load/p' help-simulate | sed '/^  --load/d; s/--pattern NAME//; s/(default)//' |
	tr -d '\n ' | sed 's/,/\n/g; s/$/\n/' | sort >patterns
same patterns offered "the completion offers other patterns"
[ "$(completes ftc rep)" = report ] || fail "a beginning is not completed"
touch tree.yaml
[ "$(completes ftc report tr)" = tree.yaml ] || fail "a file is not completed"
