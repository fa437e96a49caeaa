#!/bin/sh
# Results that are no plain files, names with odd characters, tools and devices that do what they should not.
#
#   odd.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$2
. "$(dirname "$0")/../common/tap.sh"

# says NAME STATUS MESSAGE WORD...: the words end with STATUS and print MESSAGE on standard error
says() {
	name=$1 status=$2 message=$3
	shift 3
	got=$("$@" 2>&1 >said </dev/null)
	is "$name" "status $?: $got" "status $status: $message"
}

# ---- results ----------------------------------------------------------------------------------------------------------
cp "$root/examples/offline16.yaml" own.yaml
says "a result does not replace its own parameters" 2 "ftc: error: own.yaml is what this command reads: the result does \
not replace it
try: another name for the result" "$ftc" schedule own.yaml --from stencil -o own.yaml
echo '0 1' >set.txt
says "nor its own messages" 2 "ftc: error: ./set.txt is what this command reads: the result does not replace it
try: another name for the result" "$ftc" schedule own.yaml set.txt --write-messages ./set.txt
says "two results do not share a place" 2 "ftc: error: ./both.txt is another result of this command already: the second \
does not replace the first
try: another name for one of them" "$ftc" schedule own.yaml --from stencil --write-messages both.txt -o ./both.txt
"$ftc" schedule own.yaml --from stencil --write-messages only.txt >said && cmp both.txt only.txt >said
report "the first is whole"
cmp -s own.yaml "$root/examples/offline16.yaml" && [ "$(cat set.txt)" = '0 1' ]
report "both are as they were" own.yaml set.txt
"$ftc" schedule own.yaml --from stencil -o plain.json >before && "$ftc" schedule own.yaml --from stencil -o /dev/stdout >all
cat plain.json before | cmp -s - all
report "standard output gets the result, then the report" all
mkfifo pipe
cat pipe >through &
"$ftc" schedule own.yaml --from stencil -o pipe >said 2>&1 && wait $! && [ -p pipe ] && cmp -s plain.json through
report "a pipe gets the result" said through

# ---- names ------------------------------------------------------------------------------------------------------------
cp own.yaml "it's;.yaml"
says "a command to copy is quoted" 2 "ftc: error: ftc schedule is given no messages: expected a file of messages, \
--from-matrix FILE or --from PATTERN
try: ftc schedule 'it'\\''s;.yaml' --from stencil" "$ftc" schedule "it's;.yaml"

bad=$(printf 'm\377.mtx')
cp "$root/examples/matrices/karate.mtx" "$bad" 2>/dev/null || printf '%%%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n' >"$bad"
"$ftc" schedule own.yaml --from-matrix "$bad" --json >said 2>&1
[ $? -eq 2 ] && grep -q 'not in UTF-8' said
report "a name that JSON cannot hold is refused"
"$ftc" schedule own.yaml --from-matrix "$bad" -o named.json >said 2>&1
[ $? -eq 2 ] && [ ! -e named.json ]
report "also where JSON goes into a file"
"$ftc" schedule own.yaml --from-matrix "$bad" >said 2>&1
report "without JSON it is kept"
"$ftc" generate "$root/examples/sorter8.yaml" -o "$(printf 'out\377')" >said 2>&1 && [ -d "$(printf 'out\377')" ]
report "a directory may have it"

# ---- tools ------------------------------------------------------------------------------------------------------------
# What a tool says reaches the terminal without its control characters.
mkdir tools
cat >tools/yosys <<'END'
#!/bin/sh
case $1 in -V*) echo 'Yosys 0.23'; exit ;; esac
printf 'ERROR: \033[2J\033]0;title\007 end\n'
exit 1
END
cp tools/yosys tools/verilator
sed -i 's/-V\*) echo .Yosys 0.23./--version) echo "Verilator 5.006 2023-01-22"/' tools/verilator
chmod +x tools/*
for command in "build $root/examples/tree8.yaml --board icebreaker -o made" "simulate $root/examples/tree8.yaml --engine rtl"; do
	# shellcheck disable=SC2086
	PATH=$scratch/tools:$PATH FTC_CACHE= "$ftc" $command >said 2>&1
	[ $? -eq 1 ] && grep -q 'ERROR: ?\[2J?\]0;title? end' said && ! LC_ALL=C grep -q "[$(printf '\033\007')]" said
	report "no escape sequence of a tool: ftc ${command%% *}"
done

mkdir none
FTC_TOOLS=none PATH=$scratch/none "$ftc" verify "$root/examples/sorter8.yaml" -o proved >said 2>&1
[ $? -eq 1 ] && grep -q 'yosys is not installed' said && [ ! -e proved ]
report "a result with a good place, but no tool"

# make would split this path, and a shell would run what is in it.
odd="$scratch/tm p;touch pwned;"
mkdir "$odd"
TMPDIR=$odd PATH=$scratch/tools:$PATH FTC_CACHE= "$ftc" simulate "$root/examples/tree8.yaml" --engine rtl >said 2>&1
grep -q "warning: TMPDIR is '.*tm p;touch pwned;', in which make and yosys cannot work: /tmp takes its place" said
report "a TMPDIR that tools cannot use"
cat >tools/verilator <<'END'
#!/bin/sh
case $1 in --version) echo 'Verilator 5.006 2023-01-22'; exit ;; esac
echo "compiles by '${OBJCACHE-nothing}'"
exit 1
END
mkdir "$odd/bin"
printf '#!/bin/sh\n' >"$odd/bin/ccache"
chmod +x "$odd/bin/ccache"
(unset OBJCACHE; PATH=$odd/bin:$scratch/tools:$PATH FTC_CACHE= "$ftc" simulate "$root/examples/tree8.yaml" --engine rtl) >said 2>&1
grep -q "compiles by 'nothing'" said
report "a ccache whose path a shell would split"

finish
