#!/bin/sh
# malformed.sh BUGS: a row that is none is refused with its place, and a row whose text, circuit or check is not there is found. TAP.
set -u
bugs=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"
mkdir -p tree/compiler tree/rtl-templates/plan tree/tests/bugs
echo 'least	plans	proofs	plan batcher 3 1 whole' >tree/tests/bugs/circuits
printf '# checks\nbench\t\ta bench\n' >tree/tests/bugs/checks
printf 'int a;\nint b;\n' >tree/compiler/part.c

# refused COLUMN WHAT ROW
refused() {
	printf '# rows\n%s\n' "$3" >tree/compiler/part.bugs
	"$bugs" tree rows >/dev/null 2>said
	[ $? -eq 1 ] && grep -q "^compiler/part.bugs:2:$1: .*$2" said
	report "refused: $3"
}

# found WHAT ROW
found() {
	printf '%s\n' "$2" >tree/compiler/part.bugs
	"$bugs" tree rows >said
	[ $? -eq 1 ] && grep -q "^# compiler/part.bugs:1: $1" said
	report "found: $2"
}

refused 1 'no ` -> `' 'int a | - | bench | nothing'
refused 1 'FROM is empty' ' -> int c | - | bench | nothing'
refused 27 'fewer than four' 'int a -> int c | - | bench'
refused 32 'more than four' 'int a -> int c | - | bench | no | thing'
refused 5 'a backslash' 'int \a -> int c | - | bench | nothing'
found 'the file has no such text' 'int c -> int d | - | bench | nothing'
found 'the file has this text more than once' 'int -> long | - | bench | nothing'
found 'there is no such check' 'int a -> int c | - | bank | nothing'
found 'there is no such circuit' 'a -> b | most | _paths | nothing'
found 'no proof has a name' 'a -> b | least:concentrator_3_1 | _ways | nothing'
found 'the circuit has this text more than once' 'in -> out | least:concentrator_3_1 | _paths | nothing'
found 'the circuit has no such text' 'no text -> b | least:concentrator_3_1 | _paths | nothing'
printf 'int a;\\n -> long a;\\n | - | bench | a is longer\nmodule c -> model c | least:concentrator_3_1 | _paths | no module\n' >tree/compiler/part.bugs
"$bugs" tree rows >said && "$bugs" tree edit compiler/part.bugs:1 >edited && printf 'long a;\nint b;\n' | cmp -s - edited
report 'an edit replaces its text'
mv tree/compiler/part.bugs tree/rtl-templates/plan/none.bugs
"$bugs" tree rows 2>said >/dev/null
[ $? -eq 1 ] && grep -q '^rtl-templates/plan/none.bugs:1:1: neither' said
report 'rows beside nothing are refused'
finish
