# Networks for lines.txt.
printf 'network: hypertree-1\nnodes: 31\n' >one.yaml
printf 'network: hypertree-2\nheight: 3\n' >two.yaml
printf 'network: full-ring\nheight: 3\npayload-bits: 32\n' >full.yaml
printf 'network: half-ring\nheight: 4\n' >half.yaml
printf 'network: binary-tree\nnodes: 6\n' >binary.yaml
file() { name=$1; shift; printf '%s\n' "$@" >"$name.yaml"; }
file none 'network: hypertree-1'
file both 'network: hypertree-1' 'height: 3' 'nodes: 15'
file ring-faults 'network: full-ring' 'nodes: 15' 'faults: [node:3]'
file words 'network: hypertree-1' 'nodes: 15' 'faults:' '  - node:3' '  - nod:4'
file numbers 'network: hypertree-1' 'nodes: 15' 'faults: [node:3:4]'
file outside 'network: hypertree-1' 'nodes: 15' 'faults: [node:3, node:16]'
file no-link 'network: hypertree-1' 'nodes: 15' 'faults: [link:8:9]'
file all-dead 'network: hypertree-1' 'nodes: 3' 'faults: [node:3, link:2:1, node:1]'
file cut 'network: hypertree-1' 'nodes: 15' 'faults:' '  - link:4:8' '  # the last way' '  - link:8:10'
file no-answers 'network: hypertree-1' 'nodes: 15' 'fault-registers: true' 'acknowledge: false'
file no-outstanding 'network: hypertree-2' 'nodes: 15' 'outstanding: 2'
file outstanding 'network: hypertree-1' 'nodes: 15' 'acknowledge: true' 'outstanding: 4'
file ring-registers 'network: full-ring' 'nodes: 15' 'fault-registers: true'
file deaf 'network: hypertree-1' 'nodes: 7' 'acknowledge: true' 'faults: [node:7]'
