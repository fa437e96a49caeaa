#!/bin/sh
# What `ftc embed` says of guests on fat-trees, and what it refuses.
#
#   says.sh FTC EXPECTED INPUTS [--update]
#
# EXPECTED holds, for each case, a line "$ WORDS", then what ftc prints for them (standard output, then standard error) and
# "= STATUS". INPUTS are the files that are named. What METIS found, whose
# versions differ, is shown as #.
set -u
ftc=$(realpath "$1")
expected=$(realpath "$2")
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cp "$3"/* "$scratch"
cd "$scratch" || exit 99

printf 'network: fat-tree\nleaves: 8\nroot-capacity: 4\n' >tree.yaml
printf 'network: fat-tree\nleaves: 5\nconnections: 2\n' >five.yaml
printf 'network: gft\nheight: 3\nchildren: 2\nparents: 2\n' >gft.yaml
printf 'network: sorter\nwires: 8\n' >sorter.yaml
# In the table with eleven columns the ninth, in the other one its row, and in JSON the numbers behind the name. And what the best
# schedule is: schedules have tests of their own.
hide() {
	sed -E 's/^(( +[0-9-]+){8})( +)[0-9]+(( +[0-9]+){2})$/\1\3#\4/; s/^( *metis) .*/\1 #/; s/("metis": )[0-9]+/\1#/
		s/"METIS [0-9.]*"/"METIS #"/; /"name": "metis"/,/}$/{ /"name"/!s/: [0-9"][^,]*/: #/ }
		s/^(  [a-z]+( +[0-9/]+){3}) .*/\1  #/; s/("(method|clocks)": )[^,]*/\1#/; /"theorem_1_cycles"/{ n; s/: .*/: #,/ }' "$1"
}

grep '^[#$]' "$expected" | while IFS= read -r line; do
	echo "$line"
	case $line in
	'$'*)
		eval "set -- ${line#?}"
		if [ "$1" = show ]; then
			# Not to be taken for a comment of EXPECTED.
			sed 's/^/| /' "$2"
			continue
		fi
		"$ftc" "$@" >out 2>err </dev/null
		status=$?
		hide out
		cat err
		echo "= $status"
		;;
	esac
done >got
[ "${4:-}" != --update ] || cp got "$expected"
diff -u "$expected" got
