#!/bin/sh
# bare.sh ROOT: each template has bugs beside it, but for those of the list `bare`, which only gets shorter. TAP.
set -u
root=$1
here=$(realpath "$(dirname "$0")")
. "$here/../common/tap.sh"

# bare_of ROOT: the templates without bugs, below rtl-templates
bare_of() {
	(cd "$1/rtl-templates" && find . -name '*.v' ! -path '*/proof/*') | sed 's|^\./||' | LC_ALL=C sort | while read -r template; do
		[ -s "$1/rtl-templates/${template%.v}.bugs" ] || echo "$template"
	done
}

mkdir -p tree/rtl-templates/plan/proof
for template in plan/with plan/without plan/empty plan/proof/monitor; do
	touch "tree/rtl-templates/$template.v"
done
echo 'a -> b | - | bench | a row' >tree/rtl-templates/plan/with.bugs
touch tree/rtl-templates/plan/empty.bugs
bare_of tree >said
printf 'plan/empty.v\nplan/without.v\n' | cmp -s - said
report 'a template without bugs is found'

grep -v '^#' "$here/bare" >listed
bare_of "$root" >found
LC_ALL=C comm -13 listed found >said
[ -s found ] && [ ! -s said ]
report 'each template that is not listed has bugs'
LC_ALL=C comm -23 listed found >said
[ ! -s said ]
report 'each template that is listed has none'
finish
