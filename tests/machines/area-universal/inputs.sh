# inputs.sh: devices for says.txt, for lines.sh.
printf 'network: area-universal\narea: 16\nexpansion: 3\n' >one.yaml
printf 'network: area-universal\narea: 256\nexpansion: 3\npins: 8\n' >four.yaml
printf 'network: area-universal\nmeshes: 2\nmesh-side: 4\n' >two.yaml
printf 'network: area-universal\narea: 65536\nexpansion: 1.5\n' >large.yaml
printf 'network: area-universal\narea: 4294967296\nexpansion: 1\n' >largest.yaml
printf 'network: area-universal\nmeshes: 32\nmesh-side: 32\nname: huge\n' >huge.yaml
printf 'network: fat-tree\nleaves: 4\n' >tree.yaml
printf '0 1\n' >message
