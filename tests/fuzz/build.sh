#!/bin/sh
# Builds the fuzz targets with clang's libFuzzer and its address and undefined behaviour sanitizers.
#
#     build.sh SOURCE FOLDER      or: meson compile -C build fuzz
set -eu
[ $# -eq 2 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }

clang=${CLANG:-clang}
if ! command -v "$clang" >/dev/null; then
	echo "fuzz: error: $clang is not installed: expected clang 14 or later (Debian package: clang)" >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'int LLVMFuzzerTestOneInput(const char *bytes, long size);\nint LLVMFuzzerTestOneInput(const char *bytes, long size)\n{\n\treturn size > 0 && bytes[0] == 1;\n}\n' >"$work/probe.c"
if ! "$clang" -fsanitize=fuzzer,address,undefined "$work/probe.c" -o "$work/probe" 2>"$work/said"; then
	version=$("$clang" -dumpversion | sed 's/\..*//')
	sed 's/^/  clang: /' "$work/said" >&2
	echo "fuzz: error: clang cannot link libFuzzer and its sanitizers (Debian package: libclang-rt-$version-dev)" >&2
	exit 1
fi

[ -e "$2/build.ninja" ] || CC=$clang meson setup "$2" "$1" -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
	-Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=all -fno-omit-frame-pointer'
exec meson compile -C "$2" fuzz-targets
