# Draws the floors of compiler/ and who calls whom: docs/pictures/structure.svg. Run by the script `structure` beside it.
#
# A row is a floor, the lowest at the bottom; a dot says that a file of the row calls a function of the column's floor, a ring that it
# only includes a header or reads a table. All marks lie left of the diagonal, else an arrow runs back: those are red.
function floor_of(path) {
	sub("/.*", "", path)
	return path
}

$1 == "floor" {
	name[++count] = $2
	number[$2] = count
	says[count] = $0
	sub(/^floor [^ ]* /, "", says[count])
	next
}

{
	from = floor_of($2)
	to = floor_of($3)
	if (from == "main.c")
		next
	if (from != to && (mark[from, to] == "" || $1 == "calls"))
		mark[from, to] = $1
}

END {
	row = 34
	top = 120
	left = 24
	grid = 470
	column = 29
	height = top + count * row + 30
	width = grid + count * column + 24
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", width, height, width, height
	print "<title>The floors of the compiler, and which floor calls which</title>"
	print "<style>"
	print "text { font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif; fill: #1d2733; font-size: 12px }"
	print ".folder { font-size: 13px; font-weight: bold; fill: #ffffff }"
	print ".says { font-size: 11px; fill: #4d5b6b }"
	print ".page { fill: #ffffff; stroke: #d5dbe2 }"
	print ".floor { fill: #33557c }"
	print ".machines { fill: #8a5a17 }"
	print ".line { stroke: #e3e8ee; stroke-width: 1 }"
	print ".own { fill: #e3e8ee }"
	print ".calls { fill: #33557c }"
	print ".other { fill: none; stroke: #33557c; stroke-width: 1.5 }"
	print ".back { fill: #c62828 }"
	print "</style>"
	printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"6\" class=\"page\"/>\n", width - 1, height - 1
	printf "<text x=\"%d\" y=\"34\" class=\"says\">A floor calls lower floors only.</text>\n", left
	printf "<circle cx=\"%d\" cy=\"56\" r=\"5\" class=\"calls\"/><text x=\"%d\" y=\"60\" class=\"says\">calls a function of that floor</text>\n", left + 6, left + 18
	printf "<circle cx=\"%d\" cy=\"78\" r=\"4.5\" class=\"other\"/><text x=\"%d\" y=\"82\" class=\"says\">only includes a header, or reads a table</text>\n", left + 6, left + 18
	for (i = 1; i <= count; i++) {
		y = top + (count - i) * row
		x = grid + (i - 1) * column
		printf "<rect x=\"%d\" y=\"%d\" width=\"96\" height=\"%d\" rx=\"4\" class=\"%s\"/>", left, y + 3, row - 6, name[i] == "machines" ? "machines" : "floor"
		printf "<text x=\"%d\" y=\"%d\" class=\"folder\" text-anchor=\"middle\">%s</text>", left + 48, y + row / 2 + 5, name[i]
		printf "<text x=\"%d\" y=\"%d\" class=\"says\">%s</text>\n", left + 106, y + row / 2 + 4, says[i]
		printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"line\"/>\n", left + 100, y + row, grid + count * column, y + row
		printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"own\"/>\n", x, y, column, row
		printf "<text transform=\"translate(%d %d) rotate(-60)\" class=\"says\">%s</text>\n", x + column / 2 + 2, top - 6, name[i]
	}
	for (i = 1; i <= count; i++)
		for (k = 1; k <= count; k++) {
			kind = mark[name[i], name[k]]
			if (kind == "")
				continue
			printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" class=\"%s\"/>\n", grid + (k - 0.5) * column, top + (count - i + 0.5) * row,
				kind == "calls" ? "5" : "4.5", (i < k && kind != "uses" ? "back" : kind == "calls" ? "calls" : "other")
		}
	print "</svg>"
}
