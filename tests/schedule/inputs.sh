# Trees, messages and matrices for says.txt; $1: the folder of more matrices.
matrices=$1
ln -s "$matrices" matrices
mkdir directory
printf 'network: fat-tree\nleaves: 8\nroot-capacity: 4\n' >tree.yaml
printf 'network: fat-tree\nleaves: 11\ncapacities: [3, 3, 2, 1]\n' >odd.yaml
printf 'network: fat-tree\nleaves: 8\ncapacities: [9, 7, 5]\nconnections: 5\n' >wide.yaml
printf 'network: cm-5\nleaves: 16\n' >cm-5.yaml
printf 'network: gft\nheight: 2\nchildren: 2\nparents: 2\n' >gft.yaml
printf 'network: sorter\nwires: 8\n' >sorter.yaml
printf '# a ring\nphases 1 XGFT(2;2,2;2,2) slots 1 messages 1\n0 0 1 1\n' >phases.txt
printf '# a set\n0 7\n1 6 0xff\n\n2 2\n3 2 # back\r\n' >messages.txt
printf '5 5\n1 1\n' >local.txt
printf '0 1\n8 1\n' >source.txt
printf '0 1\n  1 88\n' >destination.txt
printf '0 1\n1\n' >half.txt
printf '# nothing\n' >empty.txt
mtx() { file=$1; shift; printf '%s\n' "$@" >"$file.mtx"; }
mtx fortran '%MatrixMarket matrix coordinate real general' '4 4 3' '1	2	1.0D+00' '3 4 -.2E-3' '4 1 0.5-100'
mtx fortran-zero '%%MatrixMarket matrix array real general' '2 2' '0.0d0' '1.D-1' '0.0D+00' '1d'
mtx none; : >none.mtx
mtx words 'a matrix'
mtx object '%%MatrixMarket vector coordinate real general' '1 1'
mtx format '%%MatrixMarket matrix sparse real general' '1 1 0'
mtx field '%%MatrixMarket matrix coordinate double general' '1 1 0'
mtx symmetry '%%MatrixMarket matrix coordinate real symmetrical' '1 1 0'
mtx header '%%MatrixMarket matrix coordinate real'
mtx more '%%MatrixMarket matrix coordinate real general x' '1 1 0'
mtx pattern-array '%%MatrixMarket matrix array pattern general' '1 1'
mtx pattern-skew '%%MatrixMarket matrix coordinate pattern skew-symmetric' '2 2 1' '2 1'
mtx real-hermitian '%%MatrixMarket matrix coordinate real hermitian' '2 2 1' '2 1 1'
mtx no-size '%%MatrixMarket matrix coordinate real general' '% a comment' ''
mtx short-size '%%MatrixMarket matrix coordinate real general' '4 4'
mtx zero-size '%%MatrixMarket matrix coordinate real general' '0 4 0'
mtx bad-size '%%MatrixMarket matrix coordinate real general' '4 4x 3'
mtx long-size '%%MatrixMarket matrix array real general' '2 2 4'
mtx oblong '%%MatrixMarket matrix coordinate real symmetric' '4 5 0'
mtx row '%%MatrixMarket matrix coordinate real general' '8 8 2' '1 1 1' '9 1 1'
mtx column '%%MatrixMarket matrix coordinate real general' '8 8 2' '1 1 1' ' 8  0 1'
mtx value '%%MatrixMarket matrix coordinate real general' '8 8 1' '1 1 1,5'
mtx no-value '%%MatrixMarket matrix coordinate complex general' '8 8 1' '1 1 1'
mtx extra '%%MatrixMarket matrix coordinate pattern general' '8 8 1' '1 1 1'
mtx fraction '%%MatrixMarket matrix coordinate integer general' '8 8 1' '1 1 1.5'
mtx truncated '%%MatrixMarket matrix coordinate real general' '8 8 3' '1 1 1' '2 1 1'
mtx truncated-array '%%MatrixMarket matrix array real general' '2 2' '1' '2' '3'
mtx too-many '%%MatrixMarket matrix coordinate real general' '8 8 1' '1 1 1' '' '2 1 1'
printf '%%%%MatrixMarket matrix coordinate real general\n8 8 1\n1 \0001 1\n' >zero-byte.mtx
ln -s /dev/zero zeros.mtx
{ printf '%%%%MatrixMarket matrix coordinate real general\n8 8 1\n%%'; head -c 70000 /dev/zero | tr '\0' c; printf '\n1 1 1\n'; } >long-line.mtx
