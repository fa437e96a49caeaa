#!/bin/bash
# A test with the Verilog tools of another system: of the one that lies in the folder $FTC_CHROOT. ftc itself is this one's.
#
#   FTC_CHROOT=FOLDER in_chroot.sh TEST ARGUMENT...		for tests that run the tools in their own temporary folder
set -u
case ${FTC_CHROOT:-} in
/*) ;;
*) echo '1..0 # SKIP FTC_CHROOT is no absolute path of a system with verilator, iverilog and yosys'; exit 0 ;;
esac
export FTC_CHROOT TMPDIR=$FTC_CHROOT/tmp
# A script of this system.
unset OBJCACHE
tools=$(mktemp -d) || exit 99
trap 'rm -rf "$tools"' EXIT
for tool in verilator iverilog vvp yosys; do
	cat >"$tools/$tool" <<'END'
#!/bin/bash
# Paths of the temporary folder are those of that system, too, without what leads to it.
exec chroot "$FTC_CHROOT" /usr/bin/env -C "${PWD#"$FTC_CHROOT"}" PATH=/usr/bin:/bin TMPDIR=/tmp "$(basename "$0")" "${@//"$FTC_CHROOT"/}"
END
	chmod +x "$tools/$tool"
done
PATH=$tools:$PATH
(cd "$TMPDIR" && verilator --version && yosys -V) | sed 's:^:# :'
[ "${PIPESTATUS[0]}" -eq 0 ] || exit 99
"$@"
