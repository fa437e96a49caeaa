# Trees for routes.txt.
printf 'network: xgft\nchildren: [4, 4]\nparents: [1, 4]\nlanes: auto\n' >four.yaml
printf 'network: xgft\nchildren: [2, 4, 2]\nparents: [1, 1, 4]\nlanes: auto\n' >three.yaml
printf 'network: fat-tree\nleaves: 16\nroot-capacity: 8\nlanes: auto\n' >binary.yaml
