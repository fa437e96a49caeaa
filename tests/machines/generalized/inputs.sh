# Trees for routes.txt and tests/embed/embeds.txt.
printf 'network: gft\nheight: 3\nchildren: 2\nparents: 2\n' >gft.yaml
printf 'network: xgft\nchildren: [4, 4]\nparents: [4, 2]\n' >xgft.yaml
printf 'network: cm-5\nleaves: 256\n' >cm-5.yaml
printf 'network: pruned-butterfly\nleaves: 16\n' >butterfly.yaml
printf 'network: gft\nheight: 3\nchildren: 4\nparents: 4\n' >four.yaml
printf 'network: gft\nheight: 2\nchildren: 3\nparents: 2\n' >three.yaml
