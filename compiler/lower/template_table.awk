# template_table.awk: the table of templates in C, made of the files of rtl-templates/. Of each module it has
#
#   ports   name, direction and width, from lines such as `input  wire [WIDTH-1:0] name,` before `);`
#   needs   the other templates that the module instantiates
#
# A width is a C expression over the parameters of the instance: Verilog and C write such expressions alike, $clog2 apart.
# Variables: `out` is the file to write, `depfile` lists for ninja what it depends on: the templates, and `folder`, which
# changes with every new template.

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
		else if ((module, word) in value)
			done = done "parameter_value(i, \"" word "\", " in_c(value[module, word]) ")"
		else
			fail("the width of a port is made of `" word "`, which is no parameter that is a number")
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
}

FNR == 1 { depends = depends " " for_ninja(FILENAME) }
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
	print "/* Made of the files of rtl-templates/ by template_table.awk. */\n\n" functions >out
	for (k = 1; k <= modules; k++)
		print_template(name[k])
	print "static const struct template templates[] = {" >out
	for (k = 1; k <= modules; k++)
		printf "\t{ \"%s\", %s_ports, %s_needs },\n", name[k], name[k], name[k] >out
	print "};" >out
	print for_ninja(out) ": " for_ninja(folder) depends >depfile
}
