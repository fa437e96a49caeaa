#!/bin/sh
# Clang has no warning about ftc and its libraries. It reads each file with the options with which the build compiled it, and
# makes no code: that takes half the time and brings no other warning.
#
#   clang.sh BUILD-DIRECTORY
set -eu
command -v clang >/dev/null || { echo "clang is not installed"; exit 77; }
cd "$1"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# What stands between the compiler, with or without ccache in front of it, and the options of the dependency file.
sed -n 's/^ *"command": "\(.*\)",\{0,1\}$/\1/p' compile_commands.json | sed 's/\\"/"/g; s/\\\\/\\/g' |
	grep -e ' -c \.\./compiler/' -e ' -c \.\./sim/' | sed 's/^\(ccache \)\{0,1\}[^ ]* //; s/ -MD .* -c / /; s/^/clang -fsyntax-only /' >commands-of-clang
[ "$(wc -l <commands-of-clang)" -ge 100 ] || { echo "hardly any files"; exit 1; }
xargs -d '\n' -P 2 -n 1 sh -c <commands-of-clang >"$log" 2>&1 && [ ! -s "$log" ] && exit 0
head -40 "$log"
exit 1
