#!/bin/sh
# Where there is no pseudo-terminal, as in a bare chroot, tests that need one are skipped and say why.
#
#   no_terminal.sh FTC DESK SOURCE_ROOT TEST...
set -u
ftc=$(realpath "$1")
desk=$(realpath "$2")
root=$3
shift 3
for test; do
	set -- "$@" "$(realpath "$test")"
	shift
done
here=$(realpath "$(dirname "$0")")
. "$here/../common/tap.sh"
why='there is no pseudo-terminal'
hide='mount -t tmpfs none /dev/pts && exec "$@"'

# bare COMMAND...: in a place without terminals, as this one may be
if "$desk" silent >/dev/null 2>&1 </dev/null || [ $? -ne 77 ]; then
	user=
	unshare -m sh -c "$hide" sh true 2>/dev/null || user=-r
	unshare -m $user sh -c "$hide" sh true 2>said ||
		{ echo "1..0 # SKIP terminals cannot be hidden: $(head -1 said)"; exit 0; }
	bare() { unshare -m $user sh -c "$hide" sh "$@" >said 2>&1 </dev/null; }
else
	bare() { "$@" >said 2>&1 </dev/null; }
fi

for test; do
	bare "$test" && [ "$(cut -d: -f1 said)" = "1..0 # SKIP $why" ]
	report "${test##*/} is skipped"
done
bare "$desk" silent
[ $? -eq 77 ] && grep -q "^$why: " said
report 'the desk says so'
bare "$here/run.sh" "$ftc" "$desk" "$root" none && grep -q "^ok [0-9]* - boards # SKIP $why: " said
report 'ftc run is tested without boards'
printf '# A page\n\n```sh\necho "%s"; false\n```\n\n```output\nnever\n```\n\n```sh\ntrue\n```\n' "$why" >page.md
bare sh "$here/../docs/pages.sh" "$ftc" "$root" page.md
[ $? -eq 77 ] && grep -q "^page.md, line 4: skipped: $why" said
report 'examples of a page are skipped'
echo 'false' | sed '1i ```sh' | sed '$a ```' >>page.md
bare sh "$here/../docs/pages.sh" "$ftc" "$root" page.md
[ $? -eq 1 ]
report 'but what else fails is reported'
finish
