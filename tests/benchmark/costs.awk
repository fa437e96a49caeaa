# costs.awk: fits coefficients to what Yosys has counted, and prints a table of compiler/lower/costs/. In: of each
# network a line `network`, LUTs, flip-flops, logic cells (0: not counted), its parameters; then its terms, as
# cost_terms.c prints them.
#
# Coefficients are those of the least squares of the relative errors, and not negative. A term counts what its template
# seems to need, so `pull` draws its coefficient to 1: hardly, where ABC finds what the LUTs are; much where the Verilog
# says which flip-flops there are. Bare numbers are drawn nowhere.
BEGIN {
	FS = OFS = "\t"
	pull["lut4"] = pull["lone"] = 0.02
	pull["ff"] = 1
	count = split("lut4 ff lone", kind, " ")
}
$1 == "network" {
	name[++networks] = $5
	wanted[networks, "lut4"] = $2
	wanted[networks, "ff"] = $3
	wanted[networks, "lone"] = $4 - $2
	whole[networks, "lut4"] = $2
	whole[networks, "ff"] = $3
	whole[networks, "lone"] = $4
	packed += $4
	next
}
$1 == "rest" { rest[networks, $2] = $4; next }
$2 != "ram_bits" {
	term = $1 FS $2 FS $3
	if (!((term, "") in known)) {
		known[term, ""]
		terms[$2, ++of[$2]] = term
	}
	size[networks, term] += $4
}

# From the coefficients that there are, without one network, or without = 0.
function fit(k, without, rounds,    n, t, u, p, weight, row, product, aim, sum, round) {
	n = of[k]
	for (p = 1; p <= networks; p++) {
		if (p == without)
			continue
		weight = 1 / whole[p, k]
		for (t = 1; t <= n; t++) {
			row[t] = size[p, terms[k, t]] * weight
			aim[t] += row[t] * (wanted[p, k] - rest[p, k]) * weight
			for (u = 1; u <= t; u++)
				product[t, u] = product[u, t] += row[t] * row[u]
		}
	}
	for (t = 1; t <= n; t++) {
		if (terms[k, t] ~ /\t[0-9]+$/)
			continue
		aim[t] += pull[k] * product[t, t]
		product[t, t] *= 1 + pull[k]
	}
	for (round = 0; round < rounds; round++)
		for (t = 1; t <= n; t++) {
			if (product[t, t] == 0)
				continue
			sum = aim[t]
			for (u = 1; u <= n; u++)
				if (u != t)
					sum -= product[t, u] * fitted[k, u]
			fitted[k, t] = sum > 0 ? sum / product[t, t] : 0
		}
}

function estimate(p, k,    t, sum) {
	sum = rest[p, k]
	for (t = 1; t <= of[k]; t++)
		sum += size[p, terms[k, t]] * fitted[k, t]
	return sum
}

# In percent.
function error_of(p, k) {
	return 100 * ((estimate(p, k) + (k == "lone" ? estimate(p, "lut4") : 0)) / whole[p, k] - 1)
}

function absolute(x) { return x < 0 ? -x : x }

# The network whose estimate is furthest off: by a fit to all, and by one to all others.
function tell_worst(k,    p, t, off, worst, at, left_out) {
	for (t = 1; t <= of[k]; t++)
		fitted[k, t] = 1
	fit(k, 0, 1000)
	for (t = 1; t <= of[k]; t++)
		best[k, t] = fitted[k, t]
	for (p = 1; p <= networks; p++) {
		fit(k, p, 100)
		others[p] = error_of(p, k)
		if (absolute(others[p]) >= absolute(left_out))
			left_out = others[p]
		for (t = 1; t <= of[k]; t++)
			fitted[k, t] = best[k, t]
	}
	for (p = 1; p <= networks; p++) {
		off = error_of(p, k)
		if (absolute(off) >= absolute(worst)) {
			worst = off
			at = p
		}
		if (verbose)
			printf "%s %+.1f %%, without it %+.1f %% of %d: %s\n", k, off, others[p], whole[p, k], name[p] >"/dev/stderr"
	}
	printf "# %s of %d networks: at most %.1f %% off, %s; at most %.1f %% where the network itself is left out of the fit\n",
		k == "lone" ? "cells" : k, networks, worst, name[at], left_out
}

END {
	count = packed > 0 ? 3 : 2
	for (k = 1; k <= count; k++)
		tell_worst(kind[k])
	for (k = 1; k <= count; k++)
		for (t = 1; t <= of[kind[k]]; t++)
			print terms[kind[k], t], sprintf("%.4g", fitted[kind[k], t])
}
