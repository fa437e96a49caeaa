# tap.sh: sourced by tests in shell that write TAP: a folder of their own, in which they run from there on, and their
# results.
#
#   . "$(dirname "$0")/../common/tap.sh"		when their arguments are absolute paths
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
number=0
failed=0
# The files that say more when a result is bad.
telling=said

# result STATUS NAME [FILE...]: what to show instead of $telling
result() {
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
		return
	fi
	failed=1
	echo "not ok $number - $2"
	shift 2
	# shellcheck disable=SC2086
	[ $# -gt 0 ] || set -- $telling
	sed 's/^/# /' "$@" 2>/dev/null | head -40
}

# report NAME [FILE...]: likewise, as the last command ended
report() {
	result $? "$@"
}

# is NAME GOT EXPECTED: equal texts. Makes no file, as tests look at what is in the folder.
is() {
	[ "$2" = "$3" ]
	report "$1" - <<END
got: $2
expected: $3
END
}

# skip NAME WHY
skip() {
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

# field KEY: the first number behind "KEY" in the JSON of the first of $telling
field() {
	sed -n "s/^ *\"$1\": \([-0-9.e+]*\),*\$/\1/p" "${telling%% *}" | head -1
}

# takes K: of the cases that ask, the first and each K-th behind it; `./check nightly` takes all.
asked=0
takes() {
	asked=$((asked + 1))
	[ "${FTC_EVERY_CASE:-}" ] || [ $(((asked - 1) % $1)) -eq 0 ]
}

# All results are reported.
finish() {
	echo "1..$number"
	exit $failed
}

# unmade [FILE]: JSON of ftc without how it was made: the command line, which differs where all else must be equal
unmade() {
	grep -v '^  "made": ' "$@"
}
