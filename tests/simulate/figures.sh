#!/bin/sh
# figures.sh FTC: every key of results, and every column of their CSV, is in the table of `ftc help figures`. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
. "$(dirname "$0")/../common/tap.sh"
cat >known.py <<'END'
import csv, itertools, json, re, sys

keys = set()
for line in open("figures.txt"):
    found = re.match(r"  (?! )(\S+)", line)
    if found:
        parts = [p[1:-1].split(",") if p.startswith("{") else [p] for p in re.findall(r"\{[^}]*\}|[^{]+", found[1])]
        keys |= {"".join(p) for p in itertools.product(*parts)}


def paths(value, path):
    if isinstance(value, dict) and value:
        for key, member in value.items():
            yield from paths(member, path + ("." if path else "") + key)
    elif isinstance(value, list) and path not in ("points", "networks", "curves", "loads"):
        for member in value:
            yield from paths(member, path + "[]")
    elif isinstance(value, list):
        for member in value:
            yield from paths(member, "")
    else:
        yield path


def known(path, column):
    if column and path in {k.replace(".", "_") for k in keys}:
        return True
    path = re.sub(r"^(made\.networks\[\]\.)?parameters\..*", r"\1parameters.*", path)
    interval = re.sub(r"(\.|_)(mean|half95)$", "", path)
    # A member that is null, or an empty list, says nothing of its own members.
    return path in keys or interval in keys or any(k.startswith(path + ".") or k.startswith(path + "[]") for k in keys)


def results(name):
    if name.endswith(".csv"):
        return set(next(csv.reader(open(name))))
    return set(paths(json.load(open(name)), ""))


missing = sorted({p for name in sys.argv[1:] for p in results(name) if not known(p, name.endswith(".csv"))})
print(*missing)
sys.exit(bool(missing) or len(keys) < 100)
END
"$ftc" help figures >figures.txt
known() { # NAME FILE...
	name=$1
	shift
	python3 known.py "$@" >said 2>&1
	report "$name"
}
# prints NAME OPTIONS...
prints() {
	name=$1
	shift
	"$ftc" simulate "$@" --json >result.json 2>said || : >result.json
	known "$name" result.json
}
prints 'a pattern' "$examples/tree16.yaml" --frames 50
prints 'bursts, rates, packets' "$examples/lanes16.yaml" --set packet=true --packet-words 1:3,9:1 --injection on-off --rates 0:2 --frames 90
prints 'a closed loop' "$examples/tree16.yaml" --outstanding 2 --frames 50
prints 'batches, refusals, a full load' "$examples/tree16.yaml" --batch 20
prints 'a workload' "$examples/tree16.yaml" --workload all-reduce --words 8
prints 'all leaves always send' "$examples/tree16.yaml" --load 1 --frames 100 --back-pressure 0.2
prints 'the outside' "$examples/tree16.yaml" --set external=true --set root-interface=axi-stream --to-outside 0.2 --frames 50
prints 'processes' "$examples/tree16.yaml" --frames 50 --processes 2 --engine model
prints 'faults' "$examples/hypertree15.yaml" --set fault-registers=true --strike 1000:link:1:2 --frames 100
prints 'rounds' "$examples/batched16.yaml" --frames 50
printf 'network: sorting-fat-tree\nleaves: 8\n' >sorting.yaml
prints 'rounds of sorters' sorting.yaml --frames 30
prints 'a sorter' "$examples/sorter8.yaml" --frames 50
printf 'network: flexible-sorter\nlines: 4\nwords: 16\n' >flexible.yaml
prints 'a flexible sorter' flexible.yaml --frames 20
prints 'a schedule' "$examples/offline16.yaml"
"$ftc" simulate "$examples/tree16.yaml" --sweep --loads 0.2,0.9 --frames 50 -o sweep >/dev/null 2>said
known 'a sweep' sweep/sweep.json sweep/sweep.csv
printf 'network: fat-tree\nleaves: 8\n' >tree.yaml
"$ftc" compare tree.yaml --loads 0.2 --most-slots 256 -o curves >/dev/null 2>said
known 'curves' curves/compare.json curves/compare.csv
"$ftc" compare tree.yaml --paired --slots 50 -o pairs >/dev/null 2>said
known 'pairs' pairs/compare.json pairs/compare.csv
"$ftc" compare tree.yaml --batch 5 -o batches >/dev/null 2>said
known 'pairs of batches' batches/compare.json batches/compare.csv
printf 'network: fat-tree\nleaves: 8\nlanes: auto\nbus: wishbone\n' >bus.yaml
prints 'accesses over a bus' bus.yaml --bus --accesses 200 --hot 2
"$ftc" compare bus.yaml --bus --accesses 200 -o accesses >/dev/null 2>said
known 'accesses over buses' accesses/compare.json accesses/compare.csv
"$ftc" explore bus.yaml -o explored >/dev/null 2>said
known 'networks of a board' explored/points.json explored/points.csv
printf 'network: area-universal\nmeshes: 4\nmesh-side: 8\npins: 8\ncapacities: [8, 8]\n' >device.yaml
"$ftc" compile device.yaml "$examples/circuits/counter.v" --meshes 4 -o counter.json --json >compiled.json 2>said
known 'a compiled circuit' compiled.json
prints 'an image' device.yaml --image counter.json --against "$examples/circuits/counter.v" --steps 40
"$ftc" simulate "$examples/tree16.yaml" --workload all-reduce --words 8 --json >result.json
sed 's/"unsent"/"unsaid"/' result.json >wrong.json && sed -i 's/"passed"/"unsaid"/' wrong.json
! python3 known.py wrong.json >said && grep -qx unsaid said
report 'a key that is not in the table is seen'
finish
