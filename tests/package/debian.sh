#!/bin/bash
# Debian's packages: they build from a copy of the sources, lintian has nothing to say, and what they install does the demo's main job.
#
#   debian.sh SOURCE-DIRECTORY VERSION
#
# As root, with mmdebstrap and an archive, they are installed by apt in a bare system. Otherwise they are unpacked in a folder: ftc finds
# its files by its own place. FTC_PACKAGES=FOLDER keeps the packages.
set -u
source=$1
version=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/tap.sh"
. "$here/copy.sh"
. "$here/../docs/whole-links.sh"

is 'the package has the version of the project' "$(sed -n '1s/^ftc (\(.*\)) .*/\1/p' "$source/debian/changelog")" "$version"
if ! command -v dpkg-buildpackage >/dev/null || ! dpkg-checkbuilddeps "$source/debian/control" 2>said; then
	skip 'the packages' "debhelper and others are wanted: $(tr '\n' ' ' <said 2>/dev/null)"
	finish
fi
copy_source "$source" ftc
# What was compiled before, in another folder, is taken from there: dh gives the build a HOME of its own (two-folders takes nothing).
! command -v ccache >/dev/null || export CCACHE_NOHASHDIR=1 CCACHE_DIR="$(ccache -k cache_dir)"
(cd ftc && dpkg-buildpackage -us -uc -b -j2) >said 2>&1
report 'they build'
[ -z "${FTC_PACKAGES:-}" ] || cp ./*.deb ./*.changes "$FTC_PACKAGES"
is 'their names' "$(basename -a ./*.deb | sed 's/_.*//' | grep -v dbgsym | LC_ALL=C sort | paste -sd ' ')" \
	'ftc ftc-doc libftc-host-dev libftc-host1 python3-ftc'
if command -v lintian >/dev/null; then
	lintian --allow-root --fail-on error,warning ./*.changes >said 2>&1 && [ ! -s said ]
	report 'lintian has nothing to say'
else
	skip 'lintian' 'it is not installed'
fi
mkdir unpacked
for deb in ./*.deb; do
	dpkg-deb -x "$deb" unpacked
done
PATH=$PWD/unpacked/usr/bin:$PATH sh ftc/debian/tests/demo >said 2>&1
report 'unpacked anywhere: report, Verilog, simulation'
for file in $(cd ftc && find docs examples -type f ! -name meson.build ! -path 'docs/completion/*' ! -path docs/site); do
	cmp "ftc/$file" "unpacked/usr/share/doc/ftc/$file"
done >said 2>&1 && [ ! -s said ]
report 'all pages and examples are there, as they are'
whole_links unpacked/usr/share/doc/ftc
report 'their links hold, but for those into sources and tests'
# in_bare SCRIPT: a shell there. Its /proc goes with it: ftc finds its own place there.
in_bare() {
	unshare -m sh -c 'mount -t proc proc bare/proc && exec chroot bare sh -c "$0"' "$1" >said 2>&1
}
if [ "$(id -u)" -eq 0 ] && command -v mmdebstrap >/dev/null; then
	. /etc/os-release
	# How this machine reaches its archives (proxies and the like) counts there, too.
	apt-config dump | grep '^Acquire::' >apt.conf || :
	mmdebstrap --variant=apt --aptopt='APT::Sandbox::User "root"' --aptopt="$PWD/apt.conf" "$VERSION_CODENAME" bare >said 2>&1
	report 'a bare system'
	cp /etc/resolv.conf /etc/hosts bare/etc
	cp ./*.deb ftc/debian/tests/demo bare/tmp
	in_bare 'apt-get update && apt-get install -y --no-install-recommends /tmp/ftc_*.deb && sh /tmp/demo'
	report 'installed there: report, Verilog, simulation'
	in_bare '! which gcc verilator yosys make'
	report 'without compilers and tools'
else
	skip 'a bare system' 'mmdebstrap and root are wanted'
fi
finish
