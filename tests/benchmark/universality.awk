# Rows of the tables of docs/papers/area-universality.md from the text of `ftc universality --loss`, whose networks all have as many
# leaves.
#
#   awk -v part=networks|sets -f universality.awk TEXT
#
# Names of networks are their words with '_' for ' ', as universality.sh gives them.

# "fat_tree_w_7": "fat-tree, w = 7"
function told(name)
{
	gsub(/_/, " ", name)
	sub(/^fat tree w/, "fat-tree, w =", name)
	sub(/^pruned butterfly /, "pruned butterfly, ", name)
	sub(/^cm 5$/, "CM-5", name)
	return name
}

function cell(value)
{
	row = row " " value " |"
}

$3 == "of" && $5 == "leaves" {
	name[++networks] = substr($1, 1, length($1) - 1)
	leaves = $4
	part_of = ""
}
$1 == "depth" || $1 == "messages" {
	part_of = $1 == "depth" ? "channels" : $2 == "number" ? "loads" : "clocks"
	next
}
$1 == "gamma" || $1 == "delivered" { part_of = "" }
$1 == "gamma" { gamma[networks] = $2 ~ /^[0-9]/ ? $2 : "?" }
$1 == "disjoint" && gamma[networks] == "?" { gamma[networks] = $7 " (measured)" }
$1 == "area" {
	area[networks] = $10 + 0
	ratio[networks] = $NF
	part_of = ""
}
$1 == "r," {
	r[networks] = $6 + 0
	by_lg[networks] = $11
	part_of = ""
}
$1 == "sqrt(A/N)" {
	for (i = 1; i < NF; i++)
		if ($i == "at" && $(i + 1) == "the")
			loss[networks] = $(i - 1)
}
part_of == "channels" { channels[networks] = channels[networks] (channels[networks] == "" ? "" : " ") $5 }
part_of == "loads" && NF == 8 {
	if (networks == 1)
		set[++sets] = $1
	eta[$1] = $8
	lambda[networks, $1] = $4
}
part_of == "clocks" && NF == 6 { clocks[networks, $1] = $3 }

END {
	if (part == "networks")
		for (n = 1; n <= networks; n++) {
			row = "|"
			cell(leaves)
			cell(told(name[n]))
			cell(channels[n])
			cell(gamma[n])
			cell(area[n])
			cell(ratio[n])
			cell(sprintf("%.3f", r[n]))
			cell(by_lg[n])
			cell(loss[n])
			print row
		}
	if (part == "sets") {
		row = "|"
		cell(leaves " leaves")
		cell("eta")
		for (n = 1; n <= networks; n++)
			cell(told(name[n]))
		print row
		gsub(/[^|]+/, " --- ", row)
		print row
		for (s = 1; s <= sets; s++) {
			row = "|"
			cell(set[s])
			cell(eta[set[s]])
			for (n = 1; n <= networks; n++)
				cell(lambda[n, set[s]] ", " clocks[n, set[s]])
			print row
		}
	}
}
