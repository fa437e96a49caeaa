#!/bin/sh
# compile.sh COMPILER OPTION...: what OBJCACHE names, so that the make of a verilated model calls it before each compiler.
#
# Most of the time goes into the headers of Verilator's runtime and into the runtime itself, which are the same for every model.
# So both are compiled once for each set of options, in the folder $MODEL_RUNTIME. GCC passes over precompiled headers that were not
# made with its options. A result appears by rename: any number may run at once.
#
# Each file of a model still has to instantiate templates of those headers. So ftc_model.cpp, which Verilator emits around a model,
# is compiled together with the model if that is one file.
set -eu
# Verilator 5.032 precompiles the headers of a large model itself.
case " $* " in
*__pch.h*) exec "$@" ;;
esac
object='' file='' include='' previous=''
for word; do
	shift
	case "$previous $word" in
	'-o '*) object=$word ;;
	*' -c' | *' -o' | *' -MMD') ;;
	*.cpp) file=$word ;;
	*' -I'*/include) include=${word#-I} && set -- "$@" "$word" ;;
	*) set -- "$@" "$word" ;;
	esac
	previous=$word
done
if [ -z "$file" ]; then
	exec "$@" -o "$object"
fi

if [ -e Vftc_model__ALL.cpp ]; then
	case $file in
	Vftc_model__ALL.cpp)
		printf '#include "%s"\n' "$file" ftc_model.cpp >both.cpp
		file=both.cpp
		;;
	ftc_model.cpp) exec "$@" -c -o "$object" -x c++ /dev/null ;;
	esac
fi

# The options and the runtime name what is kept.
kept=$MODEL_RUNTIME/$({ printf '%s\n' "$@" && cat "$include"/verilated*; } | cksum | tr ' ' -)
mkdir -p "$kept"
case $file in
"$include"/*)
	part=$kept/$(basename "$file").o
	if [ ! -e "$part" ]; then
		"$@" -c -o "$part.$$" "$file"
		mv "$part.$$" "$part"
	fi
	cp "$part" "$object"
	;;
*)
	part=$kept/headers.h
	if [ ! -e "$part.gch" ]; then
		printf '#include <%s>\n' verilated.h verilated_dpi.h svdpi.h cstdio cstdlib >"$part.$$.h"
		"$@" -x c++-header -o "$part.$$.gch" "$part.$$.h"
		mv "$part.$$.h" "$part"
		mv "$part.$$.gch" "$part.gch"
	fi
	exec "$@" -include "$part" -c -o "$object" "$file"
	;;
esac
