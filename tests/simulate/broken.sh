#!/bin/sh
# Simulations that the surroundings break: a disk that is full while a waveform is written, a compiler whose library is
# cut off, names with odd characters. A message, exit status 1, nothing left.
#
#   broken.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
tree=$2/examples/tree8.yaml
. "$(dirname "$0")/../common/tap.sh"

# ---- waveforms --------------------------------------------------------------------------------------------------------
mkdir disk
cat >traced.sh <<'END'
mount -t tmpfs -o size="$1" none disk || exit 77
[ ! -e full ] || cat /dev/zero >disk/filling 2>/dev/null
"$2" simulate "$3" --trace disk/w.fst --frames "${4:-40}" 2>&1 >/dev/null
status=$?
rm -f disk/filling
echo "status $status: $(ls -A disk)"
END
# traced SIZE [FRAMES]: on a disk of that size, which is full where there is a file `full`
traced() {
	if [ "$(id -u)" -eq 0 ]; then
		unshare --mount sh traced.sh "$1" "$ftc" "$tree" "${2:-}" 2>&1
	else
		unshare --mount --map-root-user sh traced.sh "$1" "$ftc" "$tree" "${2:-}" 2>&1
	fi
}
with_room=$(traced 8m)
if [ $? -eq 77 ] || ! unshare --mount true 2>/dev/null; then
	skip "a full disk" "no file system can be mounted here"
else
	is "a waveform with room" "$with_room" "status 0: w.fst
w.gtkw"
	is "a disk too small for mapped files" "$(traced 32k)" "ftc: error: disk/w.fst cannot be written: No space left on device
status 1: "
	is "a disk too small for the waveform" "$(traced 300k)" "ftc: error: disk/w.fst cannot be written: No space left on device
status 1: "
	# Of so many frames, a year's work, there is an end as soon as a write fails.
	touch full
	is "a full disk" "$(traced 300k 100000000)" "ftc: error: disk/w.fst cannot be written: No space left on device
status 1: "
fi
mkdir real && ln -s real/w.fst w.fst && echo old >real/w.fst && chmod 640 real/w.fst
"$ftc" simulate "$tree" --trace w.fst --frames 40 >said 2>&1
is "a waveform through a link" "$(ls -A real) $(stat -c %a real/w.fst) $(readlink w.fst)" "w.fst 640 real/w.fst"

# ---- tools ------------------------------------------------------------------------------------------------------------
# A g++ that links, and cuts the library off.
mkdir tools
cat >tools/g++ <<END
#!/bin/sh
$(command -v g++) "\$@" || exit
[ ! -e model.so ] || truncate -s 20000 model.so
END
chmod +x tools/g++
mkdir tmp
said=$(PATH=$scratch/tools:$PATH TMPDIR=$scratch/tmp FTC_CACHE=$scratch/cache "$ftc" simulate "$tree" --engine rtl 2>&1 >/dev/null)
is "a library that is cut off" "status $?: $said$(ls -A tmp) $(ls cache/models 2>/dev/null)" \
	"status 1: ftc: error: g++ has made no whole library "
finish
