#!/bin/sh
# Results that are no plain files, names with odd characters, tools and devices that do what they should not.
#
#   odd.sh FTC SOURCE_ROOT
set -u
ftc=$(realpath "$1")
root=$2
. "$(dirname "$0")/../common/tap.sh"

# is NAME GOT EXPECTED: equal texts
is() {
	[ "$2" = "$3" ]
	report "$1" - <<END
got: $2
expected: $3
END
}

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
try: another name for the result" "$ftc" schedule own.yaml set.txt --messages ./set.txt
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

finish
