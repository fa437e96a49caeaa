# declared.awk: prints each name in Verilog files that is used before it is declared: FILE:LINE: NAME.
#
# Nets, variables, parameters and genvars, in scopes: modules, functions and begin .. end. A function may be called before
# it is declared. A name that is declared nowhere is left to other tools: `default_nettype none makes it an error.
function is_word(token) { return token ~ /^[A-Za-z_]/ }

BEGIN {
	split("input output inout wire reg integer genvar parameter localparam real time signed", list, " ")
	for (i in list)
		declares[list[i]]
}

FNR == 1 {
	check_file()
	file = FILENAME
}

# The tokens of a line, without comments, strings, attributes, numbers, directives, and names behind a point.
{
	line = $0
	if (line ~ /^[ \t]*`/)
		line = ""
	gsub(/\\[^ \t]+/, "", line)
	gsub(/"([^"\\]|\\.)*"/, "", line)
	sub(/\/\/.*/, "", line)
	while (1) {
		if (inside && (at = index(line, "*/")) > 0)
			line = substr(line, at + 2)
		else if (inside)
			line = ""
		inside = 0
		if ((at = index(line, "/*")) == 0)
			break
		end = index(substr(line, at + 2), "*/")
		if (end == 0) {
			line = substr(line, 1, at - 1)
			inside = 1
			break
		}
		line = substr(line, 1, at - 1) " " substr(line, at + end + 3)
	}
	gsub(/@ *\( *\* *\)/, "", line)
	gsub(/\(\*[^)]*\*\)/, " ", line)
	gsub(/[0-9]*'[sS]?[bodhBODH][0-9a-fA-FxXzZ_?]+/, " 0 ", line)
	gsub(/\$[a-z0-9_]+/, " ", line)
	while (match(line, /\.? *[A-Za-z_][A-Za-z0-9_$]*|[0-9]+|[^ \t]/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (word ~ /^\. *[A-Za-z_]/)
			continue
		gsub(/ /, "", word)
		token[++count] = word
		where[count] = FNR
	}
}

# Numbers the scopes alike in both passes; finds declarations in the first, and early uses in the second.
function enter() {
	parent[++scopes] = scope
	scope = scopes
}

function visit(pass,    i, word, depth, declaring, name, from, later) {
	scopes = scope = 0
	for (i = 1; i <= count; i++) {
		word = token[i]
		if (word == "module" || word == "function" || word == "begin" || word == "task")
			enter()
		else if (word == "endmodule" || word == "endfunction" || word == "end" || word == "endtask")
			scope = parent[scope]
		else if (word in declares) {
			declaring = 1
			name = 1			# the next name outside brackets is declared
			depth = 0
		} else if (word ~ /^[[({]$/) {
			depth++
		} else if (word ~ /^[])}]$/) {
			if (--depth < 0)
				declaring = name = 0
		} else if (word == ";") {
			declaring = name = 0
		} else if (word == "," && declaring && depth == 0) {
			name = 1
		} else if (is_word(word) && name && depth == 0) {
			name = 0
			if (pass == 1 && !((scope, word) in place))
				place[scope, word] = i
		} else if (is_word(word) && pass == 2) {
			later = 0
			for (from = scope; from; from = parent[from])
				if ((from, word) in place) {
					later = place[from, word] > i
					if (!later)
						break
				}
			if (later) {
				print file ":" where[i] ": " word
				found = 1
			}
		}
	}
}

function check_file() {
	visit(1)
	visit(2)
	split("", place)
	count = inside = 0
}

END {
	check_file()
	exit found
}
