#!/bin/bash
# memo.sh MEMO SUBJECT LINKS: a tool's run is repeated only if nothing that it has read differs. TAP.
set -u
memo=$(realpath "$1") subject=$(realpath "$2") links=$(realpath "$3")
. "$(dirname "$0")/../common/tap.sh"
unset LD_PRELOAD MEMO_TRACE MEMO_WHY
export MEMO_CACHE=$scratch/cache MEMO_TALLY=$scratch/tally
mkdir bin work
cp "$subject" bin/tool
PATH=$scratch/bin:$PATH sh "$links" "$memo" links tool missing-tool >found
export PATH=$scratch/$(<found):$scratch/bin:$PATH
[ -x "$(<found)/tool" ] && [ ! -e "$(<found)/missing-tool" ]
report 'there is a link for a tool that is there, and for no other'
telling='out err'

# once HOW STATUS ARGUMENT..: the tool ends with this status, and has `ran` or was `repeated`
once() {
	local how=$1 status=$2
	shift 2
	: >tally
	(cd work && tool "$@" >../out 2>../err <"${input:-/dev/null}")
	[ $? -eq "$status" ] && [ "$(<tally)" = "$how tool" ]
}
# The second call repeats the first, or never does.
twice() {
	local status=$1
	shift
	once ran "$status" "$@" && cp out out.first && cp err err.first && once repeated "$status" "$@" && cmp out out.first && cmp err err.first
}
never() {
	local status=$1
	shift
	once ran "$status" "$@" && once ran "$status" "$@"
}

echo one >work/a
twice 0 read a say words warn trouble && [ "$(<out)" = $'one\nwords' ] && [ "$(<err)" = trouble ]
report 'both outputs are repeated'
twice 7 read a exit 7
report 'and the exit status'
input=$scratch/work/a
echo contents >work/a
once ran 0 make new write new/b say done && [ "$(<work/new/b)" = contents ] && rm -r work/new \
	&& once repeated 0 make new write new/b say done && [ "$(<work/new/b)" = contents ] && [ "$(<out)" = done ]
report 'and files in new folders'
echo others >work/a
rm -r work/new
once ran 0 make new write new/b say done && [ "$(<work/new/b)" = others ]
report 'another standard input is not'
input=

# Inputs that differ.
echo one >work/a
once repeated 7 read a exit 7
report 'the first content again: repeated'
echo two >work/a
once ran 7 read a exit 7 && [ "$(<out)" = two ]
report 'another content: run'
once ran 7 read a exit 07
report 'other arguments: run'
twice 0 maybe extra read a && echo more >work/extra && twice 0 maybe extra read a && [ "$(<out)" = $'more\ntwo' ]
report 'a file appears where there was none: run'
rm work/extra
once repeated 0 maybe extra read a
report 'it is gone again: repeated'
twice 0 look extra && echo >work/extra && twice 0 look extra && [ "$(<out)" = there ]
report 'a file that is only looked at appears: run'
rm work/extra
once repeated 0 look extra && [ "$(<out)" = none ]
report 'it is gone again: what was so then is repeated'
mkdir work/names
touch work/names/x
twice 0 list names && touch work/names/y && twice 0 list names && grep -q y out && rm work/names/x && twice 0 list names && ! grep -q x out
report 'another list of a folder: run'
unset WORD
twice 0 env WORD && export WORD=1 && twice 0 env WORD && WORD=2 && once ran 0 env WORD && [ "$(<out)" = 2 ]
report 'another variable: run'
twice 0 copy a:c && rm work/c && once repeated 0 copy a:c && cmp work/a work/c && echo three >work/a && once ran 0 copy a:c && cmp work/a work/c
report 'what a program that the tool starts has read: run'
ln -s a work/link
twice 0 read link && echo four >work/a && once ran 0 read link && [ "$(<out)" = four ]
report 'the content behind a link: run'
twice 0 say same && printf x >>bin/tool && once ran 0 say same
report 'another program of the same name: run'
once ran 0 say 0123456789abcdef && once repeated 0 say fedcba9876543210 && [ "$(<out)" = fedcba9876543210 ]
report 'a mark in the arguments is that of this call'
once ran 0 say 0123456789abcdef0 && once ran 0 say fedcba98765432100
report 'a longer number is none'
mv work work.AbCdEfGh && ln -s work.AbCdEfGh work && once ran 0 say "$scratch/work.AbCdEfGh" && rm work && mv work.AbCdEfGh work.IjKlMnOp \
	&& ln -s work.IjKlMnOp work && once repeated 0 say "$scratch/work.IjKlMnOp" && [ "$(<out)" = "$scratch/work.IjKlMnOp" ]
report 'nor does the name of a temporary folder matter'

# What is never repeated.
never 137 read a die 9
report 'never: a run that a signal ended'
never 0 read a run 'kill -9 $$'
report 'never: one of whose programs a signal ended'
never 0 say 'Interrupted: TIMEOUT'
report 'never: one that met a limit'
never 0 read a append a
report 'never: one that changed what it had read'
touch work/b
never 0 append b
report 'never: one that adds to a file'
once ran 0 remove b && touch work/b && once ran 0 remove b
report 'never: one that removed a file'
touch work/b
once ran 0 move b:d && touch work/b && once ran 0 move b:d
report 'never: one that moved a file of others'
: >tally
(cd work && printf x | tool say piped >../out) && [ ! -s tally ]
report 'never: one that reads from a pipe'
mv bin/tool bin/program
printf '#!/bin/sh\nexec program "$@"\n' >bin/tool
chmod +x bin/tool
: >tally
(cd work && tool say script >../out </dev/null) && [ "$(<out)" = script ] && [ ! -s tally ]
report 'never: a script in the place of the tool'
mv bin/program bin/tool

cp -rl "$(dirname "$(command -v tool)")" other-links
once ran 0 read a say moved && (PATH=$scratch/other-links:${PATH#*:} && once repeated 0 read a say moved)
report 'memo lies in another folder: repeated'

# A tool before it that calls it.
mkdir before
printf '#!/bin/sh\necho before\nexec "%s" "$@"\n' "$(command -v tool)" >before/tool
chmod +x before/tool
(PATH=$scratch/before:$PATH && cd work && ulimit -t 5 && tool say behind >../out </dev/null) && [ "$(<out)" = $'before\nbehind' ]
report 'a script before it in PATH that calls it'
# What runs below a tool has PATH without memo, and finds the script first.
(PATH=$scratch/before:$PATH && cd work && ulimit -t 5 && "$(sed -n 's/^exec "\(.*\)" .*/\1/p' ../before/tool)" run 'tool say below' >../out </dev/null) \
	&& [ "$(<out)" = $'before\nbelow' ]
report 'the same, called below the tool'

# Entries that are damaged, or of others.
each() {
	for entry in cache/runs/*; do
		"$@" "$entry"
	done
}
cut_short() { truncate -s -9 "$1"; }
empty() { : >"$1"; }
edited() { sed -i 's/say/SAY/' "$1"; }
for damage in cut_short empty edited; do
	rm -rf cache
	once ran 0 say say && once repeated 0 say say && each $damage && once ran 0 say say && [ "$(<out)" = say ]
	report "entries are not believed: $damage"
done
: >tally
(unset MEMO_CACHE && cd work && tool say alone >../out </dev/null) && [ "$(<out)" = alone ] && [ ! -s tally ]
report 'without MEMO_CACHE the tool runs'
finish
