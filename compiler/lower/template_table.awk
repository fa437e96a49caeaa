# template_table.awk: the table of templates in C, made of the files of rtl-templates/. Of each module it has
#
#   ports   name, direction and width, from lines such as `input  wire [WIDTH-1:0] name,` before `);`
#   needs   the other templates that the module instantiates
#   terms   what it costs, from lines `//! cost ..` of its header (docs/contributing/architecture.md, What a template costs), with the
#           coefficients of each table of costs/
#
# A width is a C expression over the parameters of the instance: Verilog and C write such expressions alike, $clog2 apart.
# Files: the tables of costs, FAMILY-YOSYS.tsv, then the templates. Variables: `out` is the file to write, `depfile` lists
# for ninja what it depends on: all files, their folders, which change with every new file, and `folder`, which holds those
# of the templates.

function fail(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
	failed = 1
	exit 1
}

# A Verilog expression over parameters of `module`, in C.
function in_c(expression,    done, word) {
	while (match(expression, /[$A-Za-z_][A-Za-z0-9_]*/)) {
		done = done substr(expression, 1, RSTART - 1)
		word = substr(expression, RSTART, RLENGTH)
		expression = substr(expression, RSTART + RLENGTH)
		if (word == "$clog2")
			done = done "clog2"
		else if ((module, word) in let)
			done = done "(" in_c(let[module, word]) ")"
		else if (word == "COUNT" && costing)
			done = done "count"
		else if (word == "ENABLES" && costing)
			done = done "family->free_enables"
		else if ((module, word) in value)
			done = done "parameter_value(i, \"" word "\", " in_c(value[module, word]) ")"
		else
			fail("the " (costing ? "cost of " module : "width of a port") " is made of `" word \
				"`, which is no parameter that is a number")
	}
	return done expression
}

function add_port(    direction, top, width) {
	direction = $1 == "input" ? "PORT_INPUT" : "PORT_OUTPUT"
	width = "NULL"
	if (match($0, /\[.*:0\]/)) {
		top = substr($0, RSTART + 1, RLENGTH - 4)
		$0 = substr($0, RSTART + RLENGTH)
		width = module "_" $1
		sub(/,/, "", width)
		functions = functions "static unsigned long " width "(const struct instance *i)\n{\n" \
			(top ~ /[A-Z]/ ? "" : "\t(void)i;\n") "\treturn " in_c(top) " + 1;\n}\n\n"
	} else if (/\[/) {
		fail("the range of a port does not end with `:0]`")
	}
	sub(/,/, "")
	ports[module] = ports[module] "\t{ \"" $NF "\", " direction ", " width " },\n"
}

# A line of a header, behind `//! cost `: `let NAME = EXPRESSION`, or the terms of a kind.
function read_cost(text,    kind, name) {
	if (sub(/^let +/, "", text)) {
		name = text
		sub(/ *=.*/, "", name)
		sub(/^[^=]*= */, "", text)
		let[template, name] = text
		return
	}
	kind = text
	sub(/:.*/, "", kind)
	if (kind !~ /^(once )?(lut4|ff|lone|ram_bits)$/)
		fail("expected `let NAME = ..`, or `lut4:`, `ff:`, `lone:` or `ram_bits:`, with or without `once` in front")
	sub(/^[^:]*: */, "", text)
	cost_lines[template] = cost_lines[template] (cost_lines[template] == "" ? "" : ",") kind ":" text
}

# The rows of a module's terms. Where a table has no coefficient it is 1.
function terms_of(module,    list, count, k, t, kind, basis, row, all) {
	count = split(cost_lines[module], list, / *, */)
	costing = 1
	for (k = 1; k <= count; k++) {
		if (match(list[k], /^[a-z0-9_ ]*:/)) {
			kind = substr(list[k], 1, RLENGTH - 1)
			list[k] = substr(list[k], RLENGTH + 1)
		}
		basis = list[k]
		functions = functions "static unsigned long " module "_cost_" k \
			"(const struct instance *i, unsigned long count, const struct family *family)\n" \
			"{\n\t(void)i;\n\t(void)count;\n\t(void)family;\n\treturn (unsigned long)(" in_c(basis) ");\n}\n\n"
		row = "COST_" toupper(kind)
		sub(/ONCE /, "", row)
		row = "\t{ " row ", " (kind ~ /^once/ ? "true" : "false") ", \"" basis "\", " module "_cost_" k ", { "
		sub(/^once /, "", kind)
		for (t = 1; t <= tables; t++)
			row = row ((t, module, kind, basis) in fitted ? fitted[t, module, kind, basis] : "1") ", "
		all = all row "} },\n"
	}
	costing = 0
	return all
}

function for_ninja(path) {
	gsub(/ /, "\\\\ ", path)
	return path
}

function print_template(module,    word, count, w) {
	printf "static const struct template_port %s_ports[] = {\n%s\t{ NULL, PORT_NONE, NULL }\n};\n", module, ports[module] >out
	printf "static const char *const %s_needs[] = { ", module >out
	count = split(inside[module], word, " ")
	for (w = 1; w <= count; w++)
		if (word[w] in ports && word[w] != module)
			printf "\"%s\", ", word[w] >out
	print "NULL };\n" >out
	print "static const struct template_term " module "_terms[] = {\n" terms[module] "\t{ 0, false, NULL, NULL, { 0 } }\n};" >out
}

FNR == 1 {
	depends = depends " " for_ninja(FILENAME)
	place = FILENAME
	sub(/\/[^\/]*$/, "", place)
	if (!(place in places))
		depends = depends " " for_ninja(place)
	places[place] = 1
	template = FILENAME
	sub(/.*\//, "", template)
	if (sub(/\.tsv$/, "", template)) {
		table[++tables] = template
	} else {
		sub(/\.v$/, "", template)
	}
}
FILENAME ~ /\.tsv$/ {
	if (!/^#/)
		fitted[tables, $1, $2, $3] = $4
	next
}
sub(/^\/\/! cost /, "") { read_cost($0); next }
{ sub(/\/\/.*/, "") }
/^module / { module = $2; sub(/;/, "", module); name[++modules] = module; ports[module] = ""; head = !/;/; next }
/^\);/ { head = 0 }
head && $1 == "parameter" && !/\[/ {
	text = $0
	sub(/[^=]*= */, "", text)
	sub(/,? *$/, "", text)
	value[module, $2] = text
}
head && ($1 == "input" || $1 == "output") { add_port() }
!head && /^ *[a-z][a-z0-9_]* +(#\(|[a-z][a-z0-9_]* *(\[.*\] *)?\()/ && !seen[module, $1]++ { inside[module] = inside[module] " " $1 }

END {
	if (failed)
		exit 1
	for (k = 1; k <= modules; k++) {
		module = name[k]
		terms[module] = terms_of(module)
	}
	if (failed)
		exit 1
	print "/* Made of the files of rtl-templates/ by template_table.awk. */\n\n" functions >out
	for (k = 1; k <= modules; k++)
		print_template(name[k])
	print "static const struct template templates[] = {" >out
	for (k = 1; k <= modules; k++)
		printf "\t{ \"%s\", %s_ports, %s_needs, %s_terms },\n", name[k], name[k], name[k], name[k] >out
	print "};\n\nconst struct cost_table cost_tables[] = {" >out
	for (t = 1; t <= tables; t++) {
		split(table[t], part, "-")
		printf "\t{ \"%s\", \"%s\" },\n", part[1], part[2] >out
	}
	print "\t{ NULL, NULL }\n};\n_Static_assert(" tables " <= MOST_COST_TABLES, \"more tables of costs\");" >out
	print for_ninja(out) ": " for_ninja(folder) depends >depfile
}
