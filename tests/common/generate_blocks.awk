# generate_blocks.awk: names each branch and loop of a generate block, in Verilog files, that is no block with a name of its own.
#
#   awk -f generate_blocks.awk FILE...		prints FILE:LINE: and what stands there; fails if there is any
#
# Verilator warns of them from 5.032 on (GENUNNAMED), and a path into one differs from tool to tool. What stands in always, initial,
# functions and tasks is no generate block.
FNR == 1 { end_of_file(); file = FILENAME; inside = 0 }
{
	line = $0
	gsub(/\\"/, "", line)
	for (;;) {
		if (inside) {
			if (!(at = index(line, "*/")))
				next
			line = substr(line, at + 2)
			inside = 0
		}
		if (match(line, /"[^"]*"|\/\/.*|\/\*/) == 0)
			break
		before = substr(line, 1, RSTART - 1)
		inside = substr(line, RSTART, 2) == "/*"
		line = substr(line, RSTART + RLENGTH)
		tokenize(before)
	}
	tokenize(line)
}
END { end_of_file(); exit found }

function tokenize(text) {
	sub(/`[a-z]+.*/, "", text)		# a directive, or what a macro stands for
	while (match(text, /[A-Za-z_$][A-Za-z0-9_$]*|[^A-Za-z_$ \t\r]/)) {
		token[count] = substr(text, RSTART, RLENGTH)
		place[count++] = FNR
		text = substr(text, RSTART + RLENGTH)
	}
}

function end_of_file() {
	for (next_token = 0; next_token < count;)
		item()
	count = 0
	delete token
}

function now() { return next_token < count ? token[next_token] : "" }

# Behind the next `;` of this depth, or behind `word`.
function skip_to(word) {
	while (next_token < count && now() != word)
		if (now() == "(")
			parentheses()
		else
			next_token++
	next_token++
}

function parentheses(  depth) {
	do {
		depth += now() == "(" ? 1 : now() == ")" ? -1 : 0
		next_token++
	} while (depth > 0 && next_token < count)
}

# From `begin`, `case` or `fork` behind what ends it.
function nested(  depth) {
	do {
		depth += now() ~ /^(begin|case[xz]?|fork)$/ ? 1 : now() ~ /^(end|endcase|join)$/ ? -1 : 0
		next_token++
	} while (depth > 0 && next_token < count)
}

function statement() {
	while (now() ~ /^[@#]$/) {		# @*, @(..), @name, #1, #(..)
		next_token++
		if (now() == "(")
			parentheses()
		else
			do next_token++
			while (token[next_token - 1] ~ /^[0-9]$/ && now() ~ /^[0-9]$/)
	}
	if (now() ~ /^(begin|case[xz]?|fork)$/) {
		nested()
	} else if (now() ~ /^(if|for|while|repeat|wait)$/) {
		next_token++
		parentheses()
		statement()
		if (now() == "else") {
			next_token++
			statement()
		}
	} else if (now() == "forever") {
		next_token++
		statement()
	} else {
		skip_to(";")
	}
}

# What a condition, a loop or a case holds: `begin : name` and items up to its `end`.
function branch(what) {
	if (now() != "begin" || token[next_token + 1] != ":") {
		print file ":" place[next_token] ": a generate block without a name behind `" what "`"
		found = 1
	}
	if (now() != "begin") {
		item()
		return
	}
	next_token += token[next_token + 1] == ":" ? 3 : 1
	while (next_token < count && now() != "end")
		item()
	next_token++
}

function cases() {
	next_token++
	parentheses()
	while (next_token < count && now() != "endcase") {
		while (next_token < count && now() != ":" && now() != "begin")
			next_token++
		if (now() == ":")
			next_token++
		if (now() == ";")
			next_token++
		else
			branch("case")
	}
	next_token++
}

# An item of a module.
function item(  what) {
	what = now()
	if (what ~ /^(always|initial)$/) {
		next_token++
		statement()
	} else if (what == "function" || what == "task") {
		skip_to("end" what)
	} else if (what ~ /^(if|for)$/) {
		next_token++
		parentheses()
		branch(what)
		if (now() == "else") {
			next_token++
			if (now() == "if")
				item()
			else
				branch("else")
		}
	} else if (what == "case") {
		cases()
	} else if (what == "begin") {
		branch("generate")
	} else if (what ~ /^(generate|endgenerate|endmodule|endprimitive|end)$/) {
		next_token++
	} else if (what == "primitive" || what == "specify") {
		skip_to("end" what)
	} else {
		skip_to(";")
	}
}
