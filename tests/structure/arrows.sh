#!/bin/sh
# Prints which file of compiler/ and sim/ calls or includes which, found in the objects and the sources.
#
#   arrows.sh SOURCE-DIRECTORY BUILD-DIRECTORY
#
# Prints a line for each pair of files, sorted: "calls FROM TO FUNCTION" for a function of TO that FROM calls, "uses
# FROM TO NAME" for a table of TO, and "includes FROM TO". Names of files start in compiler/, or with sim/.
set -eu
LC_ALL=C
export LC_ALL
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)

# Meson calls the object of compiler/plan/cost.c `compiler_plan_cost.c.o`; a library of its own keeps the names of its
# files.
{
	(cd "$source/compiler" && find . -name '*.c' | awk '{
		sub("^\\./", "")
		object = $0
		gsub("/", "_", object)
		print "file", "compiler_" object ".o", $0
	}')
	(cd "$source" && find sim -name '*.c' | sed 's:\(sim/\)\(.*\):file sim_\2.o \1\2:')
	(cd "$build/libftc.a.p" && nm -A -g compiler_*.o sim_*.o)
	(cd "$build/ftc.p" && nm -A -g compiler_*.o)
	(cd "$build" && nm -A -g compiler/host/library/*.p/*.o | sed 's:^compiler/\(.*\)/[^/]*\.p/\([^/:]*\)\.o\::\1/\2 :')
} | awk '
	$1 == "file" { name[$2] = $3; next }
	{
		file = $1
		if (sub(/:.*/, "", file))
			file = name[file]
		symbol = $NF
	}
	file == "" { next }
	$(NF - 1) ~ /^[TDRBGSV]$/ { home[symbol] = file; kind[symbol] = $(NF - 1) }
	$(NF - 1) ~ /U$/ { wanted[file " " symbol] }
	END {
		for (pair in wanted) {
			split(pair, part, " ")
			to = home[part[2]]
			if (to != "" && to != part[1])
				print (kind[part[2]] == "T" ? "calls" : "uses"), part[1], to, part[2]
		}
	}' | sort
# A header is named from compiler/ or from sim/, or lies in its includer's folder.
cd "$source"
{
	find compiler sim -type f
	grep -rn --include='*.[ch]' '^#include "' compiler sim
} | awk -F'[:"]' '
	NF == 1 { there[$0]; next }
	{ from[++count] = $1; header[count] = $4 }
	END {
		for (i = 1; i <= count; i++) {
			sub("^compiler/", "", from[i])
			folder = from[i]
			sub("/[^/]*$", "", folder)
			if (("compiler/" header[i]) in there)
				print "includes", from[i], header[i]
			else if (("sim/" header[i]) in there)
				print "includes", from[i], "sim/" header[i]
			else if (("compiler/" folder "/" header[i]) in there)
				print "includes", from[i], folder "/" header[i]
		}
	}' | sort
