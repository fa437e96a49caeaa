#!/bin/sh
# Adds a board by following docs/how-to/boards.md word for word; and the table there agrees with `ftc boards`.
#
#   new_board.sh FTC SOURCE-DIRECTORY
#
# A block of the page that begins with ```KIND FILE is that file; the section's commands are run in order.
set -u
ftc=$(realpath "$1")
page=$(realpath "$2")/docs/how-to/boards.md
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
failed=0

# What is listed is what the page lists: name, title, device, LUTs, clock, baud.
sed -n '/^| board | | device/,/^$/s/^| `\(.*\)` | \(.*\) | \(.*\) | \(.*\) | \(.*\) | \(.*\) |$/\1;\2;\3;\4;\5;\6/p' "$page" >page
"$ftc" boards --json >listed || exit 1
for key in name title device lut4 clock_mhz uart_baud; do
	sed -n "s/^ *\"$key\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" listed | sed 's/^null$/none/' >"column-$key"
done
sed -i 's/\.0$//' column-clock_mhz
paste -d';' column-name column-title column-device column-lut4 column-clock_mhz column-uart_baud >listed
diff page listed || { echo 'the page lists other boards'; failed=1; }

# The section's files and commands.
awk '
	/^## / { inside = /^## Add a board/ }
	!inside { next }
	/^```$/ { file = ""; next }
	/^```sh$/ { file = "commands"; next }
	/^```text$/ { file = "expected"; next }
	/^```[a-z]* / { file = $2; next }
	file { print >file }
' "$page"
for file in walnut.yaml walnut.pcf tree2.yaml commands expected; do
	[ -s $file ] || { echo "the page has no $file"; exit 1; }
done
# Before any tool is run.
sed 's/led_failed/led_faild/' walnut.pcf >wrong.pcf
cp walnut.yaml wrong.yaml
"$ftc" build tree2.yaml --board ./wrong.yaml -o wrong >said 2>&1
[ $? -eq 2 ] && grep -q "^\./wrong.pcf:3:8: error: 'led_faild' is no port" said || { echo 'a wrong pin is not found'; cat said; failed=1; }
for tool in yosys nextpnr-ice40 icepack; do
	command -v $tool >/dev/null || { echo "$tool is not installed"; [ $failed -ne 0 ] || exit 77; exit 1; }
done
PATH=$(dirname "$ftc"):$PATH sh -eu commands >said 2>&1 || { echo 'the commands fail'; failed=1; }
tail -n "$(wc -l <expected)" said | diff expected - || failed=1
[ -s walnut/fat_tree.bin ] || { echo 'there is no bitstream'; failed=1; }
[ $failed -eq 0 ] || cat said
exit $failed
