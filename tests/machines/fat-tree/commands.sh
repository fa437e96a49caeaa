# commands.sh: a tree whose root joins another chip, one with adapters at its root, one with wires, and one with lanes; hide() leaves what
# commands say of chips, the root, and these networks among others.
tree() { name=$1; shift; { printf 'network: fat-tree\nname: %s\nleaves: 4\nexternal: true\n' "$name"; printf '%s\n' "$@"; } >"$name.yaml"; }
tree pair 'root-interface: link' 'pins: 4'
tree pairlanes 'root-interface: link' 'pins: 4' 'lanes: 2'
tree streams 'root-interface: axi-stream'
tree wires 'root-interface: wires'
echo 0 3 >inside
echo 0 4 >across
hide() { grep -E -- 'chip|link|[Rr]oot|yours|networks of|^error|"(leaves|chips|outside|accepted)"|cycle' "$1" | cut -c 1-200; }
