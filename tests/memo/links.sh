#!/bin/sh
# links.sh MEMO FOLDER TOOL..: makes hard links to MEMO for those tools that are there, and prints the folder they are in, below
# FOLDER. Its name is that of these tools, as ftc knows a tool by its path: another version gets another folder.
set -eu
memo=$1 folder=$2
shift 2
found=''
for tool; do
	! path=$(command -v "$tool") || found="$found $path"
done
# shellcheck disable=SC2086
folder=$folder/$( (realpath $found && stat -L -c '%n %s %y %i' $found) 2>/dev/null | cksum | tr ' ' -)
mkdir -p "$folder"
for path in $found; do
	ln -f "$memo" "$folder/${path##*/}"
done
echo "$folder"
