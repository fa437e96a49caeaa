#!/bin/sh
# The messages of y = Ax, against an independent computation in awk, and one matrix in every spelling of the format.
#
#   matrices.sh FTC MATRICES
set -u
ftc=$(realpath "$1")
matrices=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"

# expected FILE LEAVES LAYOUT: the set of "source destination", each as often as columns want it, sorted
expected() {
	awk -v n="$2" -v layout="$3" '
		function owner(i, of) { return layout == "block" ? int(i * n / of) : i % n }
		function need(i, j) { if (owner(i, rows) != owner(j, columns)) wanted[j " " owner(i, rows)] = 1 }
		NR == 1 { symmetric = / symmetric/; next }
		/^%/ { next }
		!rows { rows = $1; columns = $2; next }
		{ need($1 - 1, $2 - 1); if (symmetric) need($2 - 1, $1 - 1) }
		END { for (w in wanted) { split(w, of); print owner(of[1], columns), of[2] } }' "$1" | sort
}

# Messages, and those through the root, counted once by an independent program.
for known in karate:16:107:31 karate:64:156:40 west0067:16:214:71 west0067:64:290:85 jagmesh7:16:500:88 jagmesh7:64:1538:104 \
	olm1000:16:60:4 olm1000:64:252:4; do
	IFS=: read -r name leaves messages root <<END
$known
END
	printf 'network: fat-tree\nleaves: %s\n' "$leaves" >tree.yaml
	for layout in block cyclic; do
		"$ftc" schedule tree.yaml --from-matrix "$matrices/$name.mtx" --rows $layout \
			--write-messages got.txt >said 2>&1
		expected "$matrices/$name.mtx" "$leaves" $layout >wanted
		grep -v '^#' got.txt | sort | cmp - wanted
		report "$name, $leaves leaves, $layout"
		[ $layout = cyclic ] || cp got.txt block.txt
	done
	grep -v '^#' block.txt |
		awk -v n="$leaves" '{ root += ($1 < n / 2) != ($2 < n / 2) } END { print NR, root + 0 }' >got
	[ "$(cat got)" = "$messages $root" ]
	report "$name, $leaves leaves: $messages messages, $root through the root"
done

# The same 4 by 4 matrix (diagonal, and entries below and above) in every spelling.
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml
m='%%MatrixMarket matrix'
spelling() { cat >"$1.mtx"; }
spelling pattern <<END
$m coordinate pattern general
4 4 9
1 1
2 2
3 3
4 4
2 1
1 2
4 1
1 4
3 2
END
spelling real <<END
$m coordinate real general
% comments, blank lines, blanks, and numbers of all kinds; an entry twice; a stored zero counts

  4	4  10

1 1 1
2 2 -1.5
% here, too
3 3 1e-300
4 4 +.5E+3
2 1 0
1 2 0.0
4 1 1
1 4 1.
   3   2   1d0
2 1 7
END
sed -i 's/1d0/1/' real.mtx
sed 's/$/\r/' real.mtx >crlf.mtx
sed 's/real/REAL/; s/matrix/Matrix/; s/Market/MARKET/; s/general/General/' real.mtx >letters.mtx
sed '1s/real/integer/; /^[ 0-9]/s/ [-+0-9.eE]*$/ -3/; s/^  4	4.*/4 4 10/' real.mtx >integer.mtx
sed '1s/real/complex/; /^[ 0-9].*[0-9.]$/s/$/ 0.5/; s/^  4	4.*/4 4 10/' real.mtx >complex.mtx
spelling array <<END
$m array real general
4 4
1
1
0
1
1
1
1
0
0
0
1
0
1
0
0
1
END
"$ftc" schedule tree.yaml --from-matrix pattern.mtx --write-messages pattern.txt >said 2>&1
printf '0 1\n0 3\n1 0\n1 2\n3 0\n' >wanted
grep -v '^#' pattern.txt | cmp - wanted
report 'pattern'
for name in real crlf letters integer complex array; do
	"$ftc" schedule tree.yaml --from-matrix $name.mtx --write-messages $name.txt >said 2>&1 &&
		grep -v '^#' $name.txt | cmp - wanted
	report $name
	sed 's/^/# /' said | grep error
done
spelling symmetric <<END
$m coordinate real symmetric
4 4 3
1 1 1
2 1 1
4 2 1
END
sed 's/symmetric/skew-symmetric/; /^1 1/d; s/^4 4 3/4 4 2/' symmetric.mtx >skew.mtx
sed 's/real symmetric/complex hermitian/; /^[124] [12]/s/$/ 0/' symmetric.mtx >hermitian.mtx
printf '%s\n' "$m array integer symmetric" '4 4' 1 1 0 0 0 0 1 0 0 0 >symmetric-array.mtx
printf '%s\n' "$m array integer skew-symmetric" '4 4' 1 0 0 0 1 0 >skew-array.mtx
printf '0 1\n1 0\n1 3\n3 1\n' >wanted
for name in symmetric skew hermitian symmetric-array skew-array; do
	"$ftc" schedule tree.yaml --from-matrix $name.mtx --write-messages $name.txt >said 2>&1 &&
		grep -v '^#' $name.txt | cmp - wanted
	report $name
	sed 's/^/# /' said | grep error
done
# More columns than rows: x and y are laid out each by its own length.
printf '%s\n' "$m coordinate pattern general" '4 8 2' '1 7' '4 1' | "$ftc" schedule tree.yaml --from-matrix - \
	--write-messages oblong.txt >said 2>&1
printf '0 3\n3 0\n' >wanted
grep -v '^#' oblong.txt | cmp - wanted
report 'more columns than rows, from standard input'
finish
