#!/bin/sh
# Oversized, deeply nested and unreadable parameter files: each gives one message and exit status 2, at once.
#
#   inputs.sh UNDERSTOOD
#
# Files too large for a repository are made here.
set -u
understood=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

# same NAME: what was got is what was expected
same() {
	diff -u expected got >said
	report "$1"
}

# refused NAME MESSAGE WORD...: the words, run within two seconds of processor time and $MEMORY kB (100 MB),
# print MESSAGE and end with status 2
refused() {
	name=$1
	message=$2
	shift 2
	printf '%s\n= 2\n' "$message" >expected
	(ulimit -t 2; ulimit -v ${MEMORY:-100000}; "$@") >got 2>&1
	echo "= $?" >>got
	same "$name"
}

many() {
	head -c "$1" /dev/zero | tr '\0' "$2"
}

{ echo 'network: fat-tree'; many 10000000 '#'; } >large.yaml
{ printf 'network: fat-tree\nleaves: 16\n'; many 65508 '#'; echo; } >just-too-large.yaml
{ printf 'network: fat-tree\nleaves: 16\n'; many 65506 '#'; echo; } >just-small-enough.yaml
{ printf 'network: fat-tree\ncapacities: '; many 60000 '['; } >deep-lists.yaml
{ printf 'network: fat-tree\ncapacities: '; many 60000 '{'; } >deep-mappings.yaml
awk 'BEGIN { for (i = 0; i < 300; i++) printf "%*s%s:\n", i, "", "a" }' >deep-blocks.yaml
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "key%d: %d\n", i, i }' >many-keys.yaml
awk 'BEGIN { printf "network: fat-tree\nleaves: 16\ncapacities: [1";
	for (i = 1; i < 30000; i++) printf ",1"; print "]" }' >many-capacities.yaml
awk 'BEGIN { print "a0: &a0 [x, x]"; for (i = 1; i < 40; i++)
	printf "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1, i - 1 }' >bomb.yaml
mkdir folder.yaml
mkfifo pipe.yaml
echo 'network: fat-tree' >closed.yaml
chmod 0 closed.yaml

# Lines and keys must not cost the square of their number: that took seconds.
awk 'BEGIN { for (i = 0; i < 20000; i++) print ""; print "x: 1" }' >many-lines.yaml

limit='65536 bytes, the most that is read from such a file'
refused "10 MB" "ftc: error: large.yaml is larger than $limit" "$understood" large.yaml
refused "one byte above the limit" "ftc: error: just-too-large.yaml is larger than $limit" \
	"$understood" just-too-large.yaml
refused "without an end" "ftc: error: /dev/zero is larger than $limit" "$understood" /dev/zero
refused "60000 lists in each other" \
	"deep-lists.yaml:2:14: error: the list capacities holds a list: expected a flat list of numbers
  2 | capacities: $(many 88 '[')
    |              ^" "$understood" deep-lists.yaml
refused "60000 mappings in each other" \
	"deep-mappings.yaml:2:13: error: capacities is a mapping: expected one value or a flat list
  2 | capacities: $(many 88 '{')
    |             ^" "$understood" deep-mappings.yaml
refused "300 indented mappings" "deep-blocks.yaml:2:2: error: a is a mapping: expected one value or a flat list
  2 |  a:
    |  ^" "$understood" deep-blocks.yaml
refused "3000 keys" "many-keys.yaml:257:1: error: key 257: expected at most 256
257 | key256: 256
    | ^" "$understood" many-keys.yaml
refused "20000 empty lines" "many-lines.yaml:20001:1: error: unknown key x: expected one that \`ftc help keys\` lists
20001 | x: 1
      | ^" "$understood" many-lines.yaml
refused "30000 capacities" \
	"many-capacities.yaml:3:13: error: capacities has 30000 numbers: expected 4, for levels 1 to 4 of a tree of 16 leaves, or 5 with level 0 first
  3 | capacities: [1$(awk 'BEGIN { for (i = 0; i < 43; i++) printf ",1" }')
    |             ^
try: capacities: [8, 4, 2, 1]" "$understood" many-capacities.yaml
refused "a bomb of aliases" \
	"bomb.yaml:1:5: error: anchor '&a0': expected a plain value, a parameter file has no anchors
  1 | a0: &a0 [x, x]
    |     ^" "$understood" bomb.yaml
refused "no such file" "ftc: error: missing.yaml cannot be read: No such file or directory" "$understood" missing.yaml
mkdir beside
touch beside/tree8.yaml beside/tree16.yml beside/tree8.v beside/tree4.json
mkdir beside/tree64.yaml
beside() { # NAME MEANT
	refused "$1 is not there" "ftc: error: $1 cannot be read: No such file or directory${2:+
try: $2}" "$understood" "$1"
}
beside beside/tree8.yml beside/tree8.yaml
beside beside/tree8 beside/tree8.yaml
beside beside/tree16.yaml beside/tree16.yml
beside beside/tre8.yaml beside/tree8.yaml
beside beside/tree8.yamll beside/tree8.yaml
beside beside/sorting-network.yaml ''
beside absent/tree8.yaml ''
refused "a folder" "ftc: error: folder.yaml is a directory: expected a file" "$understood" folder.yaml
refused "a folder that is a file" "ftc: error: large.yaml/x cannot be read: Not a directory" "$understood" large.yaml/x
refused "an empty name" "ftc: error:  cannot be read: No such file or directory" "$understood" ''
refused "an empty standard input" \
	"standard input: error: the file holds no parameters: expected at least a network and its size
try: network: fat-tree, and on the next line leaves: 16" sh -c '"$0" - </dev/null' "$understood"
refused "a mistake on standard input" "standard input:2:9: error: leaves is 1: expected a whole number from 2 to 1048576
  2 | leaves: 1
    |         ^
try: leaves: 2" sh -c 'printf "network: fat-tree\nleaves: 1\n" | "$0" -' "$understood"

# Somebody who may not read it: root may read everything.
nobody=
[ "$(id -u)" -ne 0 ] || nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
if [ -z "$nobody" ] || $nobody test -x "$understood" 2>/dev/null; then
	refused "not readable" "ftc: error: closed.yaml cannot be read: Permission denied" \
		$nobody "$understood" closed.yaml
else
	skip "not readable" "nobody else can run the program here"
fi

# What is just good, so that the limits above are known to be the reason.
"$understood" just-small-enough.yaml >good 2>&1 && grep -q '^leaves: 16$' good && echo good >got
echo good >expected
same "as large as can be"
rm -f good got
(printf 'network: fat-tree\nleaves: 16\n' >pipe.yaml) &
"$understood" pipe.yaml >good 2>&1 && grep -q '^leaves: 16$' good && echo good >got
same "a named pipe"

finish
