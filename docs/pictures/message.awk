# Draws the table of docs/reference/protocol.md (the block that begins with ```message) as waveforms:
#
#     awk -f docs/pictures/message.awk docs/reference/protocol.md >docs/pictures/message.svg
#
# A line is: channel, wire, clock of the first bit, bits in groups: M, route, start bit, source, payload. Groups
# that are empty are written as `-`. tests/leaves holds the same table against the RTL.

BEGIN {
	left = 150; top = 84; step = 11; row = 34; high = 16
	colour["M"] = "#c2410c"; colour["route"] = "#b7791f"; colour["start"] = "#15803d"
	colour["source"] = "#1d4ed8"; colour["payload"] = "#52606d"
	split("M route start source payload", field, " ")
}

/^```message$/ { inside = 1; next }
/^```/ { inside = 0 }
!inside || $1 !~ /^(leaf|level)$/ { next }

{
	name = $0
	sub(/  .*/, "", name)
	rest = substr($0, length(name) + 1)
	count = split(rest, word, " ")
	lines++
	channel[lines] = name
	from[lines] = word[2]
	for (i = 3; i <= count; i++)
		group[lines, i - 2] = word[i]
	groups[lines] = count - 2
	bits = 0
	for (i = 3; i <= count; i++)
		if (word[i] != "-")
			bits += length(word[i])
	if (from[lines] + bits > last)
		last = from[lines] + bits
	if (name == "leaf 9 up")
		gap = lines - 1
}

function x_of(t) { return left + t * step }
function y_of(k) { return top + (k - 1) * row + (k > gap ? 22 : 0) }

function text(x, y, class, anchor, words) {
	printf "<text x=\"%g\" y=\"%g\" class=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y, class, anchor, words
}

function draw_group(k, t, bits, kind,    i, n, y, level, d) {
	n = length(bits)
	y = y_of(k)
	printf "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\" fill-opacity=\"0.13\"/>\n",
		x_of(t), y - 3, n * step, high + 6, colour[kind]
	for (i = 1; i <= n; i++) {
		level = substr(bits, i, 1) == "1" ? y : y + high
		d = d (i == 1 ? "M" : "V" level " L") x_of(t + i - 1) " " level " H" x_of(t + i) " "
	}
	printf "<path d=\"%s\" stroke=\"%s\" class=\"wave\"/>\n", d, colour[kind]
	for (i = 1; i <= n; i++)
		text(x_of(t + i - 0.5), y + high / 2 + 3, "bit", "middle", substr(bits, i, 1))
}

function draw_line(k,    i, t) {
	text(left - 12, y_of(k) + high - 3, "name", "end", channel[k])
	printf "<path d=\"M%g %gH%g\" class=\"idle\"/>\n", left, y_of(k) + high, x_of(last)
	t = from[k]
	for (i = 1; i <= groups[k]; i++)
		if (group[k, i] != "-") {
			draw_group(k, t, group[k, i], field[i])
			t += length(group[k, i])
		}
}

END {
	width = x_of(last) + 24
	height = y_of(lines) + row + 10
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height
	print "<title>A message from leaf 3 to leaf 9 and its acknowledgement, on every wire</title>"
	print "<style>"
	print "text { font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif; fill: #1d2733; font-size: 12px }"
	print ".head { font-size: 11px; fill: #6b7785 } .bit { font-size: 7.5px; fill: #4d5b6b } .name { font-size: 12px }"
	print ".wave { fill: none; stroke-width: 1.6 } .idle { stroke: #c6ced8; stroke-width: 1; fill: none }"
	print ".grid { stroke: #e3e8ee; stroke-width: 1 } .page { fill: #ffffff; stroke: #d5dbe2 }"
	print "</style>"
	printf "<rect x=\"0.5\" y=\"0.5\" width=\"%g\" height=\"%g\" rx=\"6\" class=\"page\"/>\n", width - 1, height - 1
	for (t = 0; t <= last; t += 10) {
		printf "<path d=\"M%g %gV%g\" class=\"grid\"/>\n", x_of(t), top - 14, height - 12
		text(x_of(t), top - 20, "head", "middle", t)
	}
	text(left - 12, top - 20, "head", "end", "clock")
	x = left
	for (i = 1; i <= 5; i++) {
		printf "<rect x=\"%g\" y=\"20\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x, colour[field[i]]
		text(x + 18, 30, "name", "start", field[i] (field[i] == "start" ? " bit" : ""))
		x += 100
	}
	for (k = 1; k <= lines; k++)
		draw_line(k)
	print "</svg>"
}
