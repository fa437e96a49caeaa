# catalogue.awk: the catalogue of proofs in C, made of the lines `//! WORD ...` in the headers of monitors. docs/explanation/proofs.md
# says what each word means. All templates are read first, since a monitor names their parameters; then all monitors. What a
# line says wrong ends the build, with file and line.
# Variables: `out` is the file to write, `depfile` lists for ninja what it depends on: the files and their folders.

function fail(what) {
	printf "%s:%d: %s\n", file, line, what >"/dev/stderr"
	failed = 1
	exit 1
}

# ---- expressions and texts -------------------------------------------------------------------------------------------

# A value that a monitor may name, in C: of the instance, which may leave it at the template's default, or given.
function value_of(name,    default) {
	if (name in given)
		return "value_given(b, \"" name "\")"
	if (!((template, name) in parameter))
		fail("`" name "` is neither a parameter of " template " nor given")
	default = parameter[template, name]
	return default ~ /^[0-9]+$/ ? "value_or(b, \"" name "\", " default ")" : "value_given(b, \"" name "\")"
}

# An expression over such values, in which C and Verilog agree, in C. It may choose between 'texts'.
function in_c(expression,    done, word, plain) {
	plain = expression
	gsub(/'[^']*'/, "", plain)
	if (expression == "" || plain ~ /[^-A-Za-z0-9_$ ()+*\/%<>=!&|?:]/)
		fail("expected an expression of numbers and parameters, not `" expression "`")
	while (match(expression, /'[^']*'|[$A-Za-z_][A-Za-z0-9_]*/)) {
		done = done substr(expression, 1, RSTART - 1)
		word = substr(expression, RSTART, RLENGTH)
		expression = substr(expression, RSTART + RLENGTH)
		if (word ~ /^'/)
			done = done "\"" substr(word, 2, length(word) - 2) "\""
		else
			done = done (word == "$clog2" ? "digit_bits" : value_of(word))
	}
	return done expression
}

# Adds a function that returns the expression; returns its name.
function function_of(type, expression,    name) {
	name = monitor "_" ++functions
	code = code "static " type name "(const struct bound *b)\n{\n" (expression ~ /\(b, / ? "" : "\t(void)b;\n") \
		"\treturn " expression ";\n}\n\n"
	return name
}

function number_of(expression) { return function_of("unsigned long ", in_c(expression)) }

# A function that makes a text with {EXPRESSION}s: a number, hexadecimal if `in hex` follows, or one of two 'texts'.
function text_of(text,    format, list, inner) {
	while (match(text, /\{[^}]*\}/)) {
		inner = substr(text, RSTART + 1, RLENGTH - 2)
		format = format substr(text, 1, RSTART - 1) (inner ~ /'/ ? "%s" : sub(/ in hex$/, "", inner) ? "%lx" : "%lu")
		text = substr(text, RSTART + RLENGTH)
		list = list ", " (inner ~ /'/ ? in_c(inner) : "(unsigned long)(" in_c(inner) ")")
	}
	format = "\"" format text "\""
	return function_of("char *", list == "" ? "copy_string(" format ")" : "format_string(" format list ")")
}

function unquoted(text) {
	if (text !~ /^"[^"\\%]+"$/)
		fail("expected a text in quotes, not `" text "`")
	return substr(text, 2, length(text) - 2)
}

# ---- lines -----------------------------------------------------------------------------------------------------------

# The function of what follows ` when `, or NULL.
function condition_of(text,    at) {
	at = index(text, " when ")
	return at ? number_of(substr(text, at + 6)) : "NULL"
}

# Takes ` when EXPRESSION` off `rest`; returns its function, or NULL.
function condition(    when) {
	when = condition_of(rest)
	sub(/ when .*/, "", rest)
	return when
}

# Adds a row to a list of this proof, or, in front of all proofs, of each.
function add(list, row) { rows[proof, list] = rows[proof, list] "\t" row ",\n" }

# Modules that there must be, all under one condition.
function add_modules(list, is_there,    when, word, count, k) {
	when = condition()
	count = split(rest, word, " ")
	for (k = 1; k <= count; k++) {
		if (!(word[k] in is_there))
			fail("there is no `" word[k] "` in rtl-templates/")
		add(list, "{ \"" word[k] "\", " when " }")
	}
}

function add_expose(    when) {
	when = condition()
	gsub(/\\/, "\\\\", rest)
	if (++exposed[proof] > 31)
		fail("at most 31 patterns are exposed")
	add("expose", "{ \"" rest "\", " when " }")
}

function add_bind(    name) {
	name = rest
	sub(/ *=.*/, "", name)
	sub(/^[^=]*= */, "", rest)
	if (!(("proof/" monitor, name) in parameter))
		fail("monitor " monitor " has no parameter `" name "`")
	bound[proof, name] = number_of(rest)
}

function add_show(    name) {
	name = rest
	sub(/ .*/, "", name)
	sub(/^[^ ]* /, "", rest)
	if (!(("proof/" monitor, name) in port))
		fail("monitor " monitor " has no port `" name "`")
	if (++shows[proof] > 4)
		fail("at most 4 ports are shown")
	add("show", "{ \"" name "\", \"" unquoted(rest) "\" }")
}

function add_proof(    at) {
	if (!(at = index(rest, " as ")))
		fail("expected `proves TEMPLATE as PROPERTY`")
	proof = ++proofs
	field[proof, "when"] = condition()
	field[proof, "property"] = text_of(substr(rest, at + 4))
}

# ---- a monitor -------------------------------------------------------------------------------------------------------

# The template comes first, since all lines name its parameters; so do the values that are given.
function find_template(    k, name, word, count, w) {
	template = ""
	split("", given)
	for (k = 1; k <= lines; k++) {
		line = number[k]
		name = text[k]
		if (sub(/^proves /, "", name)) {
			sub(/ as .*/, "", name)
			if (template != "" && template != name)
				fail("a monitor is about one template: `" template "`")
			if (!(name in templates))
				fail("there is no template `" name "` in rtl-templates/")
			template = name
		} else if (sub(/^given /, "", name)) {
			count = split(name, word, " ")
			for (w = 1; w <= count; w++)
				given[word[w]] = 1
		}
	}
	if (template == "")
		fail("no line `//! proves TEMPLATE as PROPERTY`")
}

function read_line(word) {
	if (word == "proves")
		add_proof()
	else if (word ~ /^(steps|skip|cells)$/)
		field[proof, word] = number_of(rest)
	else if (word ~ /^(subject|what)$/)
		field[proof, word] = text_of(unquoted(rest))
	else if (word == "claim" && rest ~ /[{}]/)
		fail("a claim has no values: " rest)
	else if (word == "claim")
		field[proof, word] = "\"" unquoted(rest) "\""
	else if (word == "resets")
		field[proof, word] = rest == "" ? number_of("1") : condition_of("resets " rest)
	else if (word ~ /^(induction|any-state|around|clocks)$/ && rest == "")
		field[proof, word] = "true"
	else if (word == "within" && rest in templates)
		field[proof, word] = "\"" rest "\""
	else if (word ~ /^(reads|cuts|uses)$/)
		add_modules(word, templates)
	else if (word == "watches")
		add_modules(word, monitors)
	else if (word == "expose")
		add_expose()
	else if (word == "bind")
		add_bind()
	else if (word == "show")
		add_show()
	else if (word == "fixed" && ("proof/" monitor, rest) in parameter)
		fixed[rest] = 1
	else if (word != "given")
		fail("`//! " word "` is not understood")
}

# The field of this proof, or of all.
function field_of(proof, word, otherwise) {
	return (proof, word) in field ? field[proof, word] : (0, word) in field ? field[0, word] : otherwise
}

# What an instance has that does not set the parameter, unless the monitor has the same.
function default_of(name,    default) {
	default = parameter[template, name]
	return default ~ /^[0-9]+$/ && default != parameter["proof/" monitor, name] ? "\"" default "\"" : "NULL"
}

# Every parameter with a number as default gets a value: bound, or that of the same name. Others follow from these.
function binds_of(proof,    k, name, list) {
	for (k = 1; k <= count_of["proof/" monitor]; k++) {
		name = name_of["proof/" monitor, k]
		if ((proof, name) in bound)
			list = list "\t{ \"" name "\", " bound[proof, name] ", NULL },\n"
		else if ((0, name) in bound)
			list = list "\t{ \"" name "\", " bound[0, name] ", NULL },\n"
		else if (name in given || (template, name) in parameter)
			list = list "\t{ \"" name "\", NULL, " default_of(name) " },\n"
		else if (parameter["proof/" monitor, name] ~ /^[0-9]+$/ && !(name in fixed))
			fail("parameter `" name "` of monitor " monitor " is neither bound, given, fixed, nor a parameter of " template)
	}
	return list
}

function list_of(proof, word, kind,    name) {
	name = monitor "_" proof "_" word
	code = code "static const struct " kind " " name "[] = {\n" (word == "bind" ? binds_of(proof) : rows[0, word] rows[proof, word]) \
		"\t{ NULL, NULL" (word == "bind" ? ", NULL" : "") " }\n};\n\n"
	return name
}

function finish_proof(proof,    k, word, count, words, kind) {
	count = split("claim steps what cells", words, " ")
	for (k = 1; k <= count; k++)
		if (field_of(proof, words[k], "") == "")
			fail("no line `//! " words[k] "` for monitor " monitor)
	count = split("property when subject what claim steps skip cells induction any-state clocks resets around within", words, " ")
	row = "\t{\n\t\t.monitor = \"" monitor "\", .template = \"" template "\", .own = " template "_own, .plain = " template "_plain,\n"
	for (k = 1; k <= count; k++) {
		word = words[k]
		if (field_of(proof, word, "") == "")
			continue
		gsub(/-/, "_", word)
		row = row "\t\t." word " = " field_of(proof, words[k]) ",\n"
	}
	count = split("reads:condition cuts:condition watches:condition uses:condition expose:condition bind:binding show:shown", words, " ")
	for (k = 1; k <= count; k++) {
		split(words[k], kind, ":")
		row = row "\t\t." kind[1] " = " list_of(proof, kind[1], kind[2]) ",\n"
	}
	table = table row "\t},\n"
}

function finish_monitor(    k, name, first) {
	if (lines == 0)
		return
	find_template()
	if (!(template in owned))
		own[++owns] = template
	owned[template] = 1
	split("", bound)
	split("", fixed)
	split("", rows)
	split("", shows)
	split("", exposed)
	split("", field)
	proof = 0
	first = proofs + 1
	for (k = 1; k <= lines; k++) {
		line = number[k]
		name = rest = text[k]
		sub(/ .*/, "", name)
		if (!sub(/^[^ ]+ +/, "", rest))
			rest = ""
		read_line(name)
	}
	for (k = first; k <= proofs; k++)
		finish_proof(k)
	lines = 0
}

# ---- files -----------------------------------------------------------------------------------------------------------

function for_ninja(path) {
	gsub(/ /, "\\\\ ", path)
	return path
}

BEGIN {
	for (k = 1; k < ARGC; k++)
		if (match(ARGV[k], /\/proof\/[^\/]*\.v$/))
			monitors[substr(ARGV[k], RSTART + 7, RLENGTH - 9)] = 1
}

FNR == 1 {
	finish_monitor()
	file = FILENAME
	depends = depends " " for_ninja(file)
	folder = file
	sub(/\/[^\/]*$/, "", folder)
	if (!(folder in folders))
		depends = depends " " for_ninja(folder)
	folders[folder] = 1
	is_monitor = folder ~ /\/proof$/
	monitor = file
	sub(/.*\//, "", monitor)
	sub(/\.v$/, "", monitor)
}

is_monitor && /^\/\/! / {
	text[++lines] = substr($0, 5)
	sub(/ +$/, "", text[lines])
	number[lines] = FNR
	next
}

{ sub(/\/\/.*/, "") }

/^module / {
	module = $2
	sub(/;/, "", module)
	head = 1
	if (is_monitor)
		module = "proof/" module	# a template may have the same name
	else
		templates[module] = 1
}

/^\);/ { head = 0 }

head && $1 == "parameter" {
	value = $0
	sub(/[^=]*= */, "", value)
	sub(/,? *$/, "", value)
	sub(/\[[^\]]*\]/, "")
	parameter[module, $2] = value
	name_of[module, ++count_of[module]] = $2
}

head && ($1 == "input" || $1 == "output") {
	sub(/,? *$/, "")
	sub(/^.*\]/, "port ")
	for (k = 2; k <= NF; k++) {
		sub(/,/, "", $k)
		port[module, $k] = 1
	}
}

END {
	if (failed)
		exit 1
	finish_monitor()
	if (failed)
		exit 1
	print "/* Made of the headers of rtl-templates/FOLDER/proof/ by catalogue.awk. */\n" >out
	for (t = 1; t <= owns; t++) {
		printf "static const char *const %s_own[] = { ", own[t] >out
		for (k = 1; k <= count_of[own[t]]; k++)
			printf "\"%s\", ", name_of[own[t], k] >out
		print "NULL };" >out
		# Not computed from others.
		printf "static const char *const %s_plain[] = { ", own[t] >out
		for (k = 1; k <= count_of[own[t]]; k++)
			if (parameter[own[t], name_of[own[t], k]] ~ /^[0-9]+$/)
				printf "\"%s\", ", name_of[own[t], k] >out
		print "NULL };" >out
	}
	print "\n" code "static const struct entry catalogue[] = {\n" table "};" >out
	print for_ninja(out) ":" depends >depfile
}
