# Trees for mistakes.txt.
tree() { file=$1; shift; printf 'network: xgft\nchildren: [4, 4]\nparents: [2, 2]\n' >"$file.yaml"; printf '%s\n' "$@" >>"$file.yaml"; }
tree lines 'faults:' '  - node:1:0	# one of two parents of leaves 0-3' '  - link:0:6:0' '  - node:1:1	# the other' '  - node:0:9'
tree one-line '# Twice the same, and at the end one that cuts off.' 'faults: [node:1:0, node:1:0, link:0:6:0, link:0:6:1]'
tree two-lines 'faults: [node:1:0, link:0:6:0,' '         link:0:2:1, "link:0:6:1"]'
tree harmless 'faults: [node:1:0, link:0:6:0]'
tree pair 'faults: [link:0:0:0, link:0:4:1, link:1:1:0, link:1:1:1]'
