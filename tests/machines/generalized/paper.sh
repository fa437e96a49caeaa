#!/bin/sh
# paper.sh FTC: what `ftc report --paper gft` counts, counted anew in graphs that are built by the paper's recursion. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
"$ftc" report --paper gft --json >json 2>said && "$ftc" report --paper gft -o out >text 2>>said
unmade json >plain && unmade out/report.json | cmp - plain
report 'the paper is found by its name, and -o writes its numbers'

cat >graphs.py <<'PYTHON'
import itertools, json, math, re, sys
from collections import Counter, deque
from fractions import Fraction
paper = json.load(open("json"))
def numbers(name):
    return [list(map(int, part.split(","))) for part in re.fullmatch(r"XGFT\(\d+; ([\d,]+); ([\d,]+)\)", name).groups()]
class Tree:
    """XGFT by Definition 2. A node is (level, digits); digits[i] is digit i + 1."""
    def __init__(self, m, w):
        self.m, self.w, self.h = m, w, len(m)
        label, size, up, tops = {(0, 0): ()}, [1], [], 1
        for h, (copies, parents) in enumerate(zip(m, w)):
            new = {(l, i + j * size[l]): d + (j,) for (l, i), d in label.items() for j in range(copies)}
            up = [((l, a + j * size[l]), (l + 1, b + j * size[l + 1])) for (l, a), (_, b) in up for j in range(copies)]
            for b in range(tops * parents):
                new[h + 1, b] = label[h, b // parents] + (b % parents,)
                up += [((h, a), (h + 1, b)) for a in range(copies * tops) if a % tops == b // parents]
            label, size, tops = new, [copies * n for n in size] + [tops * parents], tops * parents
        self.up = {((a[0], label[a]), (b[0], label[b])) for a, b in up}
        self.nodes = {(l, d) for (l, i), d in label.items()}
        self.index = {(l, d): i for (l, i), d in label.items()}
        self.leaves = [(0, d) for (l, i), d in sorted(label.items()) if l == 0]
        self.links = {x: set() for x in self.nodes}
        for a, b in self.up:
            self.links[a].add(b)
            self.links[b].add(a)
        assert len(self.nodes) == len(label) and len(self.up) == len(up)
    def way(self, a, top, betas):
        way = [a]
        for l in range(top):
            _, d = way[-1]
            way.append((l + 1, d[:l] + (betas[l],) + d[l + 1:]))
            assert (way[-2], way[-1]) in self.up
        return way
trees = [(row, Tree(*numbers(row["tree"]))) for row in paper["trees"]]
assert len(trees) == 12
def far(links, x):
    seen, edge = {x: 0}, deque([x])
    while edge:
        y = edge.popleft()
        for z in links[y]:
            if z not in seen:
                seen[z] = seen[y] + 1
                edge.append(z)
    return seen
PYTHON

# oracle NAME: the program is standard input
oracle() {
	{ cat graphs.py; cat; } >oracle.py
	python3 oracle.py >said 2>&1
	report "$1"
}

oracle 'shifts of the alphas are automorphisms; the printed map is one where it is said to be' <<'PYTHON'
for row, t in trees:
    found = {"alphas": 0, "printed": 0}
    for _, d in t.leaves:
        k = max([i + 1 for i in range(t.h) if d[i]], default=0)
        for name in found:
            move = {(l, c): (l, tuple((x + d[i]) % t.m[i] if i < k and (i >= l or name == "printed") else x
                                      for i, x in enumerate(c))) for l, c in t.nodes}
            found[name] += set(move.values()) == t.nodes and {(move[a], move[b]) for a, b in t.up} == t.up
    s = row["symmetry"]
    assert found == {name: s[name] for name in found}, (row["tree"], found, s)
    assert s["shifts"] == s["alphas"] == len(t.leaves)
    assert (s["failure"] is None) == (s["printed"] == s["shifts"]) == (t.w == t.m)
    if s["failure"] is None: continue
    # The counterexample is one.
    said = [(int(l), tuple(map(int, d.split()))[::-1]) for l, d in re.findall(r"\((\d+); ([\d ]+)\)", s["failure"])]
    d = t.leaves[int(re.match(r"leaf 0 to (\d+):", s["failure"]).group(1))][1]
    k = max(i + 1 for i in range(t.h) if d[i])
    moved = lambda x: (x[0], tuple((c + d[i]) % t.m[i] if i < k else c for i, c in enumerate(x[1])))
    *from_, to = said
    assert all(x in t.nodes and moved(x) == to for x in from_) and len(set(from_)) == len(from_)
    assert len(from_) == 2 if "both" in s["failure"] else to not in t.nodes
PYTHON

oracle 'routes load links as messages do that go hop by hop' <<'PYTHON'
for row, t in trees:
    r, mean = row["routes"], 0
    load = {rule: Counter() for rule in ("root", "zeros", "destination", "both")}
    for (_, a), (_, b) in itertools.permutations(t.leaves, 2):
        low = max(i + 1 for i in range(t.h) if a[i] != b[i])
        mean += 2 * low
        for rule, count in load.items():
            top = t.h if rule == "root" else low
            betas = [0] * top
            if rule == "destination": betas = [x % w for x, w in zip(b, t.w)]
            if rule == "both": betas = [(b[i] + a[max(i - 1, 0)]) % w for i, w in enumerate(t.w)]
            up, down = t.way((0, a), top, betas), t.way((0, b), top, betas)
            assert up[-1] == down[-1]
            way = up + down[-2::-1]
            count.update(zip(way, way[1:]))
    n = len(t.leaves)
    assert r["links_by_root"] == 2 * t.h and abs(r["mean_links"] - mean / n / (n - 1)) < 1e-8	# printed with 9 digits
    for rule, count in load.items():
        assert max(count.values()) == r[rule], (row["tree"], rule, max(count.values()))
    shares = []
    for l in range(t.h):
        out = sum(x[0] == l and x[1][l:] == t.leaves[0][1][l:] for x, _ in t.up)
        inside = sum(d[l:] == t.leaves[0][1][l:] for _, d in t.leaves)
        shares.append(-(-inside * (n - inside) // out))
    assert r["least"] == max(shares)
    # Where w_i divides m_i, betas of both labels are as good as any.
    assert (r["both"] == r["least"]) == all(m % w == 0 for m, w in zip(t.m, t.w)), row["tree"]
PYTHON

oracle "Lemma 1: its paths, with the betas of the print and with others" <<'PYTHON'
for row, t in trees:
    said, n, W = row["lemma_1"], len(t.leaves), math.prod(t.w)
    found = {"printed": Counter(), "modulo": Counter(), "evenly": Counter()}
    for (_, a), j in itertools.product(t.leaves, range(t.w[0])):
        betas = {"printed": [j] + [x // w for x, w in zip(a, t.w[1:])], "modulo": [j] + [x % w for x, w in zip(a, t.w[1:])]}
        # x in [0, 1), whose digits in the base of the w are the betas.
        x, unit, betas["evenly"] = Fraction(j, t.w[0]), Fraction(1, t.w[0]), []
        for m, digit in zip(t.m, a):
            unit /= m
            x += digit * unit
        for w in t.w:
            betas["evenly"].append(int(x * w))
            x = x * w % 1
        for name, b in betas.items():
            if found[name] is not None and all(y < w for y, w in zip(b, t.w)):
                way = t.way((0, a), t.h, b)
                found[name].update(zip(way, way[1:]))
            else:
                found[name] = None
    for name, count in found.items():
        assert said[name] == (max(count.values()) if count is not None else None), (row["tree"], name)
    least = max(-(-math.prod(t.m[:l]) * t.w[0] // math.prod(t.w[:l + 1])) for l in range(t.h))
    gft = len(set(t.m)) == len(set(t.w)) == 1
    assert said["claimed"] == (math.ceil(Fraction(t.m[0], t.w[0])) ** (t.h - 1) if gft else None)
    assert said["least"] == said["evenly"] == least, row["tree"]
    assert not gft or said["modulo"] == said["claimed"]
PYTHON

oracle 'the spanning trees of Theorem 3' <<'PYTHON'
for row, t in trees:
    said, used, nodes = row["broadcast"], Counter(), Counter()
    for tree in range(t.w[0]):
        edge, links, leaves = [(t.h, (tree,) + (0,) * (t.h - 1))], 0, set()
        for x in edge:
            below = [y for y in t.links[x] if y[0] < x[0]]
            edge += below
            links += len(below)
            used.update((x, y) for y in below)
            nodes.update([x] if x[0] else [])
            leaves |= {x} if not x[0] else set()
        assert links == len(set(edge)) - 1 == said["links"] and len(leaves) == said["leaves"] == len(t.leaves)
        if row["tree"] == "XGFT(3; 2,2,2; 2,2,2)":
            for l in range(1, t.h + 1):
                listed, = [f["nodes"] for f in paper["figure_4_b"] if (f["tree"], f["level"]) == (tree, l)]
                assert listed == sorted(t.index[x] for x in edge if x[0] == l)
    assert said["shared_links"] == sum(n > 1 for n in used.values()) == 0
    assert said["shared_nodes"] == sum(n > 1 for n in nodes.values()) == 0
    assert said["trees"] == t.w[0] and said["height"] == 2 * t.h
PYTHON

oracle 'the picture of figure 4 b has both trees' <<'PYTHON'
svg, drawn = open("out/figure-4-b.svg").read(), []
for tree in 0, 1:
    lines = re.findall(r'<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" class="path%d"' % tree, svg)
    drawn.append({line for line in lines if line[1] != line[3]})    # the legend's is level
    # From the leaves up, each link once.
    rows = sorted(Counter(float(low) for _, low, _, _ in drawn[-1]).items(), reverse=True)
    assert [count for _, count in rows] == [8, 4, 2], rows
    assert len({link[:2] for link in drawn[-1]}) == 14
assert not drawn[0] & drawn[1]
PYTHON

# Degrees and diameters in the graphs; bisections of up to 20 nodes by all halves; the print by its formulas.
oracle 'Table 1' <<'PYTHON'
def product(sides, near):
    nodes = list(itertools.product(*map(range, sides)))
    return {x: {x[:i] + (y,) + x[i + 1:] for i, n in enumerate(sides) for y in range(n) if near(x[i], y, n)} for x in nodes}
def bisection(links):
    nodes = list(links)
    bit = {x: 1 << i for i, x in enumerate(nodes)}
    mask = [sum(bit[y] for y in links[x]) for x in nodes]
    return min(sum(bin(mask[i] & ~half).count("1") for i in part)
               for part in itertools.combinations(range(len(nodes)), len(nodes) // 2)
               for half in [sum(1 << i for i in part)])
by_halves = 0
for row in paper["table_1"]:
    name, printed = row["network"], row["print"]
    if name.startswith("XGFT"):
        m, w = numbers(name)
        links, ends = Tree(m, w).links, Tree(m, w).leaves
        degree, diameter, cut = w[0], 2 * len(m), Fraction(m[-1] * math.prod(w), 2)
    elif name.startswith("torus"):
        sides = list(map(int, name[6:].split(" x ")))
        links = product(sides, lambda x, y, n: (x - y) % n in (1, n - 1))
        degree, diameter, cut = 2 * len(sides), sum(sides) - len(sides), math.prod(sides) // max(sides)
    else:
        base, h = map(int, re.search(r"(\d+)\^(\d+)", name.replace("Q(", "2^")).groups())
        links = product([base] * h, lambda x, y, n: x != y)
        degree, diameter, cut = (base - 1) * h, h, Fraction(base ** (h + 1), 4)
    ends = ends if name.startswith("XGFT") else list(links)
    distance = [d for x in ends for y, d in far(links, x).items() if y in set(ends)] if len(ends) < 70 else \
        [d for y, d in far(links, ends[0]).items() if y in set(ends)]
    assert (row["nodes"], row["degree"], row["diameter"]) == (len(ends), min(len(links[x]) for x in ends), max(distance)), name
    assert row["cost"] == row["degree"] * row["diameter"]
    assert (printed["degree"], printed["diameter"], printed["cost"]) == (degree, diameter, degree * diameter), name
    assert printed["edge_bisection"] == float(cut), name
    assert row["exact"] == (row["edge_bisection"] == row["edge_bisection_at_least"])
    if len(links) <= 20:
        assert row["edge_bisection_at_least"] == row["edge_bisection"] == bisection(links), (name, bisection(links))
        by_halves += 1
assert len(paper["table_1"]) == 27 and by_halves >= 5, by_halves
PYTHON
finish
