#!/bin/bash
# catalogue.sh SOURCE-DIRECTORY: a wrong line `//! WORD ..` of a monitor ends the build, with its file and line. TAP.
set -u
root=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
cp -r "$root/rtl-templates" original

make_catalogue() {
	awk -f "$root/compiler/prove/catalogue.awk" -v out=table.h -v depfile=table.d rtl-templates/*/*.v rtl-templates/*/proof/*.v >said 2>&1
}
monitor=rtl-templates/lanes/proof/lane_grants.v

# wrong NAME LINE MESSAGE SED: after the change, line LINE of the monitor (0: its last) is refused with the message
wrong() {
	local line=$2
	rm -rf rtl-templates
	cp -r original rtl-templates
	sed -i "$4" $monitor
	! cmp -s $monitor original/lanes/proof/lane_grants.v && ! make_catalogue && grep -qxF "$monitor:$line: $3" said && [ "$(wc -l <said)" -eq 1 ]
	report "$1"
}

cp -r original rtl-templates
make_catalogue && grep -q lane_grants table.h
report 'the monitors of the templates are understood'
first=$(grep -n -m 1 '^//! proves' $monitor | cut -d: -f1)
last=$(grep -n '^//!' $monitor | tail -1 | cut -d: -f1)
at() {
	grep -n -m 1 "^//! $1" original/lanes/proof/lane_grants.v | cut -d: -f1
}
wrong 'a template that is not there' "$first" 'there is no template `lane_arbitre` in rtl-templates/' 's/proves lane_arbiter/proves lane_arbitre/'
wrong 'no property' "$first" 'expected `proves TEMPLATE as PROPERTY`' 's/^\(\/\/! proves lane_arbiter\) as grants/\1/'
wrong 'an unknown word' "$(at steps)" '`//! stages` is not understood' 's/^\/\/! steps/\/\/! stages/'
wrong 'a parameter that is not there' "$(at cells)" '`INPUT` is neither a parameter of lane_arbiter nor given' \
	's/^\/\/! cells.*/\/\/! cells 2 * INPUT/'
wrong 'no expression' "$(at steps)" 'expected an expression of numbers and parameters, not `1;`' 's/^\/\/! steps 1/&;/'
wrong 'a text without quotes' "$(at claim)" 'expected a text in quotes, not `granted`' 's/^\/\/! claim .*/\/\/! claim granted/'
wrong 'a value in a claim' "$(at claim)" 'a claim has no values: "of {SLOTS} slots"' 's/^\/\/! claim .*/\/\/! claim "of {SLOTS} slots"/'
wrong 'a monitor that is not there' "$(at watches)" 'there is no `lane_looser` in rtl-templates/' 's/^\/\/! watches.*/\/\/! watches lane_looser/'
wrong 'a port that is not there' "$(at show)" 'monitor lane_grants has no port `part`' '0,/^\/\/! show parts/s//\/\/! show part/'
wrong 'a template around that is not there' "$(at within)" '`//! within` is not understood' 's/^\/\/! within.*/\/\/! within lane_swich/'
wrong 'another template in the same monitor' "$((first + 1))" 'a monitor is about one template: `lane_arbiter`' \
	"${first}a //! proves lane_pick as picks"
wrong 'a binding of no parameter' "$((first + 1))" 'monitor lane_grants has no parameter `WIDE`' "${first}a //! bind WIDE = 1"
wrong 'a line that is missing' "$((last - 1))" 'no line `//! cells` for monitor lane_grants' '/^\/\/! cells/d'
wrong 'a parameter without a value' "$last" 'parameter `FREE` of monitor lane_grants is neither bound, given, fixed, nor a parameter of lane_arbiter' \
	's/^    parameter BITS   = 2/    parameter BITS   = 2,\n    parameter FREE   = 3/'
finish
