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
# Each line: "own" or "taken", the command, an option. Taken are those that the man page describes once: "Takes --set, -o and
# --json." The page of a run is an option of its own. Rows of all commands are made and compared at once, which takes a tenth of the processes.
sed 's/^/help-/' commands | xargs awk '
	BEGIN { split("--set --fault --output --drawings --html --limit --tool-timeout --tool-memory --json --help", common); for (i in common) of[common[i]] }
	match($0, /^  --[a-z-]*/) {
		option = substr($0, 3, RLENGTH - 2)
		if (option != "--help")
			print (option in of && substr(FILENAME, 6) option != "simulate--html" ? "taken" : "own"), substr(FILENAME, 6), option
	}' | sort >of-help
awk '
	/^\.S[sh] / { command = $1 == ".Ss" ? $2 : ""; begins = 1; sentence = 0; next }
	/^\.[SB][shl] / { begins = 0 }
	command && match($0, /^\.It Fl -[a-z-]*/) { print "own", command, "-" substr($0, 8, RLENGTH - 7) }
	begins && sentence && match($0, /^\.Fl [a-z-]*/) {
		option = "-" substr($0, 5, RLENGTH - 4)
		print "taken", command, option == "-o" ? "--output" : option
	}
	begins && sentence && /\.$/ { sentence = 0; next }
	begins && /^Takes/ { sentence = 1 }' "$man" | sort >of-man
if ! cmp -s of-help of-man; then
	while read -r command; do
		for kind in own taken; do
			sed -n "s/^$kind $command //p" of-help >"$kind-help"
			sed -n "s/^$kind $command //p" of-man >"$kind-man"
		done
		same own-help own-man "help and man page have different options of ftc $command"
		same taken-help taken-man "help and man page differ on what ftc $command takes"
	done <commands
	fail "help and man page differ"
fi

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
completes() { (set +eu; _ftc_offers "$@" | sort); }
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
sed -n '/^  --pattern NAME/,/^  --matrix/p' help-simulate | sed '/^  --matrix/d; s/--pattern NAME//; s/(default)//' |
	tr -d '\n ' | sed 's/;.*//; s/,/\n/g; s/$/\n/' | sort >patterns
same patterns offered "the completion offers other patterns"
[ "$(completes ftc rep)" = report ] || fail "a beginning is not completed"
touch tree.yaml
[ "$(completes ftc report tr)" = tree.yaml ] || fail "a file is not completed"
[ "$(completes ftc simulate t.yaml --engine '' | paste -sd ' ')" = 'auto model rtl' ] || fail "simulate's engines are others"
"$ftc" report --paper '' 2>&1 | sed -n 's/.*: expected //p' | sed 's/,* or /, /; s/, /\n/g' >papers
completes ftc report --paper '' >offered
[ ! -s papers ] || same papers offered "the completion offers other papers"
completes ftc boards '' | grep -vxF -f <(ls) >offered
same boards offered "after 'boards' it offers other boards"
completes ftc help '' | grep -qx lanes || fail "a key is not completed after 'help'"

# Names that a shell would take apart, or run.
touch 'run$(touch${IFS}ran).yaml' 'run`touch${IFS}ran`' 'with blank.yaml'
mkdir 'with folder'
LC_ALL=C ls -d run* | sort >files
for before in boards 'report --set lanes=2'; do
	read -ra words <<<"$before"
	completes ftc "${words[@]}" run >offered
	same files offered "after '$before' names like commands are not completed"
	[ "$(completes ftc "${words[@]}" with | paste -sd /)" = 'with blank.yaml/with folder' ] ||
		fail "after '$before' a name with a blank is not completed"
done
[ "$(completes ftc report t.yaml -o wi)" = 'with folder' ] || fail "a folder with a blank is not completed"

# The other shells offer the same: zsh hands it to compadd, fish prints it.
cat >ask.zsh <<'END'
fpath=($1 $fpath)
autoload -U _ftc
compadd() { while [[ $1 != -- ]]; do shift; done; shift; (( ! $# )) || print -rl -- "$@" }
words=("${@:2}") CURRENT=$(($# - 1))
_ftc
END
printf 'source $argv[1]/ftc.fish\ncomplete -C "$argv[2..]"\n' >ask.fish
for line in 'ftc rep' 'ftc simulate t.yaml --engine ' 'ftc build t.yaml --board ice' 'ftc report tree.yaml --set lan' 'ftc report tr' \
		'ftc boards run' 'ftc report with'; do
	IFS=' ' read -ra words <<<"$line"
	[ "${line% }" = "$line" ] || words+=('')
	completes "${words[@]}" >offered
	[ -s offered ] || fail "nothing is offered for: $line"
	if command -v zsh >/dev/null; then
		zsh -f ask.zsh "$root/docs/completion" "${words[@]}" | sort >zsh
		same offered zsh "zsh offers something else for: $line"
	fi
	if command -v fish >/dev/null; then
		HOME=$PWD fish --no-config ask.fish "$root/docs/completion" "$line" | sed 's/\t.*//' | sort >fish
		same offered fish "fish offers something else for: $line"
	fi
done
[ ! -e ran ] || fail "a file's name was run as a command"
