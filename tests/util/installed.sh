#!/bin/bash
# An installed ftc uses what was installed with it and nothing else, wherever it lies; the one in a build folder uses its own tree.
#
#   installed.sh FTC SOURCE_ROOT BUILD_ROOT			of the installed tree of this build
#   installed.sh FTC SOURCE_ROOT BUILD_ROOT build		builds a copy, installs it, and plants another tree in its old place
set -u
built=$(realpath "$1") source=$2 build=$3 part=${4:-}
. "$(dirname "$0")/../common/tap.sh"
. "$(dirname "$0")/../docs/whole-links.sh"
unset FTC_DATA
export FTC_CACHE=$scratch/cache
example=$source/examples/tree8.yaml

# install_from BUILD FOLDER: sets `installed`, the path of ftc there
install_from() {
	DESTDIR=$2 meson install -C "$1" --no-rebuild --quiet >said 2>&1
	report "meson installs it"
	installed=$(find "$2" -path '*/bin/ftc' -type f)
	data=$(dirname "$(find "$2" -path '*/ftc/rtl-templates' -type d)")
	library=$(find "$2" -name libftc-mpi.so)
}

# mark FTC: the word that stamp() has put into the template from which ftc generates Verilog, or the error
mark() {
	rm -rf out
	"$1" generate "$example" -o out 2>&1 >generated && cat out/rtl/*_selector.v | sed -n 's/^.*marked: //p' | tail -n 1
}

# stamp TREE WORD: changes its template in the way that mark() shows
stamp() {
	echo "// marked: $2" >>"$1/rtl-templates/plan/selector.v"
}

# names_none PATH FILE...: none holds the path, without what is for debuggers
names_none() {
	local path=$1 file bare=0
	shift
	for file; do
		case $(head -c 4 "$file" | tail -c 3) in
		ELF | '<ar') strip -o bare "$file" && ! grep -aqF "$path" bare ;;
		*) ! grep -aqF "$path" "$file" ;;
		esac || { echo "$file" >>said; bare=1; }
	done
	return $bare
}

# in_place: the program of a build folder, `tree`
in_place() {
	mkdir -p tree/build
	cp -r "$source/rtl-templates" "$source/boards" "$source/constraints" "$source/sim" tree
	cp "$built" "$build/ftc-tree" tree/build
	echo "$(id -u) .." >tree/build/ftc-tree
	stamp tree tree
	is "in a build folder: its own tree" "$(mark tree/build/ftc)" tree
	ln -s tree/build/ftc link
	is "through a link" "$(mark ./link)" tree
	mkdir elsewhere
	cp tree/build/ftc elsewhere
	mark elsewhere/ftc >said
	grep -q "^ftc: error: ftc's own files are not in $scratch/elsewhere/../share/ftc$" said && [ ! -e out ]
	report "copied without its tree: none, and not the tree at the place where it was built"
}

# Files that other users have put beside it.
of_others() {
	if [ "$(id -u)" -ne 0 ]; then
		skip "another user's ftc-tree" "only root can give files to other users"
		skip "another user's tree" "the same"
		return
	fi
	cp tree/build/ftc-tree "$(dirname "$installed")"
	chown 65534 "$(dirname "$installed")/ftc-tree"
	is "another user's ftc-tree beside it: not used" "$(mark "$installed")" installed
	rm "$(dirname "$installed")/ftc-tree"
	chown 65534 tree/rtl-templates tree
	mark tree/build/ftc >said
	grep -q "^ftc: error: ftc's own files are not in the tree that it was built from$" said
	report "a tree that is another user's now: not used"
	chown 0 tree/rtl-templates tree
}

# The installed program and an installed tree that lacks something.
damaged() {
	mv "$data/boards" kept
	mkdir "$data/boards"
	"$installed" boards >said 2>&1
	[ $? -eq 1 ] && grep -q "^ftc: error: there is no board description \*.yaml in $data/boards$" said
	report "without boards: an error"
	rmdir "$data/boards"
	mv kept "$data/boards"
	mv "$data" kept
	"$installed" boards >said 2>&1
	[ $? -eq 1 ] && grep -q "^ftc: error: ftc's own files are not in .*/share/ftc$" said
	report "without its files: an error"
	mkdir mine
	cp -r kept/rtl-templates kept/boards kept/constraints kept/sim mine
	stamp mine mine
	is "with FTC_DATA: what the user names" "$(FTC_DATA=$scratch/mine mark "$installed")" mine
	mv kept "$data"
}

# Without MPI's library. One that lies beside an installed ftc is not for it.
libraries() {
	if [ -z "$library" ] || ! command -v mpirun >/dev/null; then
		skip "the library for several processes" "ftc was built without MPI"
		return
	fi
	"$installed" simulate "$example" --engine model --processes 2 --frames 20 >said 2>&1
	report "the installed library for several processes"
	cp "$library" "$(dirname "$installed")"
	mv "$library" kept
	"$installed" simulate "$example" --engine model --processes 2 --frames 20 >said 2>&1
	[ $? -ne 0 ] && grep -q '^ftc: error: ftc was built without MPI: .*/lib.*/ftc/libftc-mpi.so is missing$' said
	report "one beside the installed program is not taken"
	mv kept "$library"
	rm "$(dirname "$installed")/libftc-mpi.so"
}

# This tree lies where the program was built, and can be read.
installed_tree() {
	install_from "$build" "$scratch/moved"
	stamp "$data" installed
	is "installed: the installed templates" "$(mark "$installed")" installed
	is "all boards" "$("$installed" boards | tail -n +2 | cut -d ' ' -f 1)" \
		"$(basename -a -s .yaml "$source"/boards/*.yaml | LC_ALL=C sort)"
	"$installed" simulate "$example" --frames 20 >said 2>&1
	report "a simulation"
	: >said
	mapfile -d '' files < <(find moved -type f -print0)
	names_none "$source" "${files[@]}"
	report "no installed file holds the path of the sources"
	if [ -d "$(dirname "$data")/doc/ftc/docs" ]; then
		whole_links "$(dirname "$data")/doc/ftc"
		report "links of installed pages hold, but for those into sources and tests"
	else
		skip "links of installed pages" "-Ddocs=false"
	fi
	[ "${#files[@]}" -gt 100 ]
	report "many files are installed"
}

# A whole build: the sources move away, and somebody else's take their place.
hidden_sources() {
	mkdir old
	(cd "$source" && tar -c --exclude ./build --exclude ./.git .) | tar -x -C old
	(cd old && meson setup build && meson introspect --installed build | tr ',' '\n' |
		sed -n "s|^[{ ]*\"$scratch/old/build/\([^\"]*\)\":.*|\1|p" | grep -E '(^ftc|\.a|\.so[0-9.]*)$' |
		xargs ninja -C build) >said 2>&1
	report "a copy is built"
	old/build/ftc boards >said 2>&1
	report "it runs in its place"
	cp -r "$source/rtl-templates" "$source/boards" "$source/constraints" "$source/sim" "$scratch" && stamp . hostile
	install_from old/build "$scratch/there"
	stamp "$data" installed
	mv old hidden
	mkdir -p old/build
	mv rtl-templates boards constraints sim old
	cp hidden/build/ftc-tree old/build
	printf '\n__attribute__((constructor)) static void hostile(void) { system("touch %s"); }\n' "$scratch/ran" >>old/sim/model_shim.c
	is "the installed templates are used" "$(mark "$installed")" installed
	is "all boards" "$("$installed" boards | tail -n +2 | wc -l)" "$(find "$source/boards" -name '*.yaml' | wc -l)"
	"$installed" simulate "$example" --engine rtl --frames 20 >said 2>&1
	report "the network's Verilog is simulated"
	[ ! -e ran ]
	report "nothing of the old place ran"
	rm -r old
	mkdir -p old/rtl-templates old/boards
	is "empty folders in the old place: all boards" "$("$installed" boards | tail -n +2 | wc -l)" \
		"$(find "$source/boards" -name '*.yaml' | wc -l)"
	: >said
	mapfile -d '' files < <(find there -type f -print0)
	names_none "$scratch/old" "${files[@]}"
	report "no installed file holds the path of the sources"
}

if [ "$part" = build ]; then
	hidden_sources
else
	installed_tree
	in_place
	of_others
	damaged
	libraries
fi
finish
