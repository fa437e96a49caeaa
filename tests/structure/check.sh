#!/bin/sh
# No file calls a higher floor or reads its tables, no files call in a circle, no machine asks another one, and only
# machines and leaves test the kind of network. Prose keeps to its columns, and templates to one form of header.
#
#   check.sh SOURCE-DIRECTORY BUILD-DIRECTORY
#
# The floors are the lines of compiler/meson.build, the lowest first; sim/ stands on util/. TAP; violations are named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$1
build=$2
. "$here/../common/tap.sh"
telling=wrong
sed -n "s/^subdir('\([^']*\)').*/\1/p" "$source/compiler/meson.build" |
	awk '{ print } $1 == "util" { print "sim" }' >floors
sh "$here/arrows.sh" "$source" "$build" >arrows
grep -q '^calls commands/' arrows || { echo "1..0 # SKIP no objects in $build"; exit 0; }

# verdict NAME: good when the file `wrong` is empty.
verdict() {
	[ ! -s wrong ] || { result 1 "$1"; return 0; }
	result 0 "$1"
}

back() {
	awk -v kinds="$1" '
		FILENAME == "floors" { floor[$1] = FNR; next }
		{ from = $2; to = $3; sub("/.*", "", from); sub("/.*", "", to) }
		index(kinds, $1) && from in floor && to in floor && floor[to] > floor[from] { print }' floors arrows
}
back calls >wrong
verdict 'no call from a lower floor to a higher one'
back includes >wrong
verdict 'no header of a higher floor is included'
# parse/ declares the table of kinds, network/ that of the machines, and machines.c fills them.
back uses | grep -vE '^uses (parse/[a-z]*\.c machines/machines\.c network_kinds|network/machine\.c machines/machines\.c network_machines)$' \
	>wrong || :
verdict 'no table of a higher floor is read but those of the kinds and the machines'

# A machine is a folder, and machines.c the table. What several machines share lies beside the folders.
awk '
	function folder(file) { return file ~ "^machines/[^/]*/" ? substr(file, 1, index(substr(file, 10), "/") + 9) : "" }
	folder($3) != "" && folder($3) != folder($2)' arrows >reaches
: >wrong
[ "$(grep -c '^includes machines/machines\.c ' reaches)" -ge 5 ] || echo "machines.c names hardly any machines" >>wrong
grep -v '^[a-z]* machines/machines\.c ' reaches >>wrong || :
verdict 'nothing but the table of machines calls, reads or includes what is in the folder of a machine'

# constants DIRECTORY TYPE...: those that the headers below it declare.
constants() {
	directory=$1
	shift
	for type; do
		grep -rhE --include='*.h' "^extern const struct $type [^*]*;" "$source/compiler/$directory" |
			sed "s/^extern const struct $type //; s/;.*//; s/\\[[^]]*\\]//g; s/,/ /g" | tr -s ' ' '\n'
	done
}

# Each call whose callee calls, over however many files, its caller; and the same of tables. By the constants of these types
# others are called: a file that names one may be called back.
constants . machine kind leaf application shell self_test simulator verilog_bench node_model >entries
printf '%s\n' network_kinds network_machines >>entries
awk '
	FILENAME == "entries" { entry[$1]; next }
	$1 == "includes" || $1 == "uses" && $4 in entry { next }
	!(($2, $3) in seen) { seen[$2, $3] = 1; callee[$2, ++count[$2]] = $3; files[$2] }
	END {
		for (file in files) {
			split("", reached)
			top = 0
			stack[++top] = file
			while (top > 0) {
				at = stack[top--]
				for (i = 1; i <= count[at]; i++) {
					to = callee[at, i]
					if (to == file)
						print file, "is called by", at
					if (!(to in reached)) {
						reached[to]
						stack[++top] = to
					}
				}
			}
		}
	}' entries arrows | sort -u >wrong
verdict 'no files call each other, or read each other'\''s tables, in a circle'

# What a network is, asked for outside the machines.
names=$({ constants machines machine kind; constants . leaf; } | sort -u | tr '\n' '|')
(cd "$source/compiler" && grep -rnE --include='*.[ch]' \
	'\bSWITCHING_[A-Z]|\bLEAF_(AXI_STREAM|WIRES)\b|\bspec_is_[a-z]+|spec(->|\.)(network|kind|machine|leaf) [!=]= |(->|\.)(switching|leaf_interface|routers)\b|\bheight ([=!]=|>) 0|\bnet->sorter\b|\b('"${names%|}"')\b' .) |
	sed 's:^\./::' | grep -vE '^(machines|leaves)/|^parse/spec\.h:' >wrong || :
verdict 'nothing but machines and leaves asks what network it has'

# A family is a row of facts. Devices and measured clocks name it; what compares it has a third one's facts wrong.
(cd "$source" && grep -rnE --include='*.[ch]' '\bFAMILY_[A-Z]|family_find\("|strcmp\([^;"]*family|famil(y|ies) [!=]= ' compiler sim) |
	grep -vE '^compiler/(parse/family\.[ch]|network/clock\.c):' >wrong || :
verdict 'nothing asks which family of FPGAs it has'

# A shell is a row, too. Its name is that of its constant without _shell. That of the bus is a word of its own, and the keys of
# the bus (compiler/parse/bus*) say what masters and slaves speak.
words=$(constants shells shell | sed 's/_shell$//' | grep -vx bus | tr '\n' '|')
[ -n "${words%|}" ]
(cd "$source" && grep -rniE --include='*.[ch]' \
	"${words%|}|\\bno_shell\\b.*[=!]=|[=!]= *&[a-z]*_shell\\b|shell_find\\(\"|(->|\\.)shell [!=]= " compiler sim) |
	grep -vE '^compiler/(shells/|parse/bus)' >wrong || :
verdict 'nothing asks which shell stands at the leaves'

# A function that prints figures beside one that makes JSON of the same.
grep -rlE --include='*.c' '^#include "util/figures\.h"' "$source/compiler" | xargs awk '
	FNR == 1 { split("", prints); split("", makes) }
	/^[a-z].*\(/ && !/;$/ {
		name = $0
		sub(/\(.*/, "", name)
		sub(/.*[ *]/, "", name)
		figures = name
		if (sub(/^print_/, "", figures))
			prints[figures]
		else if (sub(/^json_/, "", figures) || sub(/_json$/, "", figures))
			makes[figures]
		if (figures in prints && figures in makes)
			print FILENAME ": print_" figures " and JSON of the same"
	}' >wrong
verdict 'text that is made of JSON has no figures of its own'
# Verilog is printed by emit/, of designs, or stands in a template. Two files write what is neither: the shell of a model for
# Verilator, and a network without its inside, by which Yosys reads a user's top.
(cd "$source" && find compiler sim -name '*.[ch]' | sort | xargs awk '
	{
		line = $0
		gsub(/\\./, "", line)
		count = split(line, field, "\"")
		for (k = 2; k <= count; k += 2)
			if (field[k] ~ /`default_nettype|endmodule|always @|(^| )(assign|wire|reg|localparam) [^:]*[;=]|(^| )module [a-z_%]+ *[(#;]|#\(\.|\(\.[a-z_]+ ?\(/)
				print FILENAME ":" FNR ": " $0
	}') | grep -vE '^compiler/(emit/verilog|simulate/verilate|fpga/own_top_read|parse/reserved)\.c:' \
	>wrong || :
verdict 'no string has Verilog but those that emit/ prints'

# Elsewhere, too. Twins that are planted are found, and text that is made of JSON, or has no JSON beside it, is not.
cat >planted.c <<'END'
static void print_levels(const struct levels *l)
{
	printf("%u", l->count);
}
static json_t *json_levels(const struct levels *l)
{
	return json_integer(l->count);
}
void curves_text(const struct levels *l, struct text *out)
{
	text_print(out, "%u", l->count);
}
void curves_json(const struct levels *l, struct text *out)
{
	json_print(json_levels(l), out);
}
static void text(const struct levels *l, struct text *out)
{
	text_print(out, "%u", l->count);
}
static void json(const struct levels *l, json_t *object)
{
	json_add_number(object, "levels", l->count);
}
static void add_said(const json_t *object, struct text *out)
{
	figures_say(object, "{levels}", out);
}
static json_t *said_json(void)
{
	return json_object();
}
static void print_title(const char *title)
{
	printf("%s", title);
}
END
printf 'planted.c: %s\n' curves_text print_levels text >expected
awk -f "$here/twins.awk" planted.c | sort | diff expected - >wrong || :
verdict 'planted twins are found'
(cd "$source/compiler" && find . -name '*.c' | sed 's:^\./::' | xargs awk -f "$here/twins.awk") >wrong
verdict 'no function prints what another makes JSON of'

# Columns are characters: of UTF-8 the first byte of each counts. Tables, fenced and indented blocks and roff's requests
# keep their lines.
(cd "$source" && LC_ALL=C awk -v most=120 '
	FNR == 1 { code = 0 }
	/^ *```/ || /^\.(Bd|Ed)/ { code = !code; next }
	code || /^[|.]/ || /^    / { next }
	{ shown = $0; gsub(/[\200-\277]/, "", shown) }
	length(shown) > most { print FILENAME ":" FNR ": " length(shown) " columns" }' README.md docs/*.md docs/*/*.md docs/man/ftc.1) >wrong
verdict 'prose has at most 120 columns'
for page in $(cd "$source" && grep -lE '^```sh( fails| slow| long| python)?$' docs/*/*.md); do
	grep -rqF "${page#docs/}" "$source/tests" --include=meson.build --include='adding-*.sh' || echo "$page"
done >wrong
verdict 'a test runs the commands of each page'

find "$source/rtl-templates" -name '*.v' | xargs awk '
	FNR == 1 { first[FILENAME] = $0 }
	END {
		for (i = 1; i < ARGC; i++) {
			name = ARGV[i]
			gsub(/.*\/|\.v$/, "", name)
			if (index(first[ARGV[i]], "// " name ":") != 1)
				print ARGV[i] ": expected // " name ": .. in its first line"
		}
	}' >wrong
verdict "a template's header begins with its name"
# Monitors may be longer, and what a build checks itself by.
find "$source/rtl-templates" -name '*.v' ! -path '*/proof/*' ! -path '*/check/*' | xargs wc -l |
	awk -v most=250 '$2 != "total" && $1 > most { print $2 ": " $1 " lines" }' >wrong
verdict 'a template has at most 250 lines'

# A loaded machine takes a hundred times as long. What hangs is ended by meson (tests/meson.build).
(cd "$source/tests" && grep -rnE --include='*.sh' --exclude-dir=benchmark \
	'(^|[^-a-z])timeout (-[^ ]+ )*[0-9]{1,3} ' . ; grep -rnE --include='*.[ch]' '\<(alarm|setitimer) *\(' .) >wrong || :
grep -q 'timeout_multiplier: 20' "$source/tests/meson.build" || echo 'tests/meson.build: no timeout_multiplier' >>wrong
verdict 'no test ends by the clock'
finish
