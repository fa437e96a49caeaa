# many_core_memories.awk: which block RAMs of a bitstream hold which part of a program.
#
#   awk -f many_core_memories.awk PROGRAM.hex DESIGN
#
# DESIGN: by `icepack -u` or `ecpunpack`. Prints a line "part K: N, the first .ram_data X Y" for each part, K from the lowest bits of
# a word on, and "other: N", the block RAMs that hold anything else. The memories are of 1024 words; a block RAM of an iCE40 has 4 bits
# of each, one of an ECP5 has 16.
function value(digit) { return index("0123456789abcdef", digit) - 1 }
function bit(digit, place) { return int(value(digit) / 2 ^ place) % 2 }

# Yosys spreads word 4 a + q over the 16 bits at address a: bit i is bit 4 LANE(i) + PLACE(q), both with their two bits swapped.
function ice40_words(row,   word, at, digits, place, i, nibble, all) {
	for (word = 0; word < 1024; word++) {
		at = int(word / 4)
		digits = substr(row[int(at / 16)], 61 - 4 * (at % 16), 4)
		place = swapped[word % 4]
		nibble = 0
		for (i = 0; i < 4; i++)
			nibble += bit(substr(digits, 4 - swapped[i], 1), place) * 2 ^ i
		all = all substr("0123456789abcdef", nibble + 1, 1)
	}
	return all
}
function found(words,   k) {
	inside = 0
	for (k = 0; k < parts; k++)
		if (words == part[k]) {
			if (!count[k]++)
				first[k] = ", the first " name
			return
		}
	other++
}
function begin_program(   i, k) {
	parts = 8 / digits
	for (k = 0; k < parts; k++)
		for (i = 0; i < 1024; i++)
			part[k] = part[k] substr(program[i], 9 - digits * (k + 1), digits)
}
BEGIN { split("2 1 3", swapped); swapped[0] = 0 }
FNR == NR { program[FNR - 1] = $1; next }
/^\.ram_data / || /^\.bram_init / {
	inside = 1
	rows = 0
	name = $0
	words = ""
	digits = /^\.ram/ ? 1 : 4
	if (!parts)
		begin_program()
	next
}
inside && digits == 1 {
	row[rows++] = $1
	if (rows == 16)
		found(ice40_words(row))
	next
}
# Entries of nine bits, of two bytes the lower one first.
inside {
	for (i = 1; i < NF; i += 2)
		words = words substr($(i + 1), 2) substr($i, 2)
	if (length(words) == 4096)
		found(words)
}
END {
	for (k = 0; k < parts; k++)
		print "part " k ": " count[k] + 0 first[k]
	print "other: " other + 0
}
