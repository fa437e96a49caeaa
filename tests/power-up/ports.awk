# outputs.awk: the ports of a Verilog module, one for each line: direction, width, name.
/^module /, /^\);/ {
	if ($1 != "input" && $1 != "output")
		next
	width = 1
	if (match($0, /\[[0-9]+:0\]/))
		width = substr($0, RSTART + 1, RLENGTH - 4) + 1
	sub(/,$/, "", $NF)
	print $1, width, $NF
}
