#!/bin/sh
# paper.sh FTC: the files and the JSON of ftc report --paper. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../../common/tap.sh"
"$ftc" report --paper hypertree -o out >text 2>said
report 'the paper is found by its name, and files are written'
for figure in 2 3 5 6 8; do
	rsvg-convert out/figure-$figure.svg -o picture.png 2>said && [ -s picture.png ]
	report "figure $figure is a picture"
done
# Column 6 of Figure 5 is Hypertree I, 4 ports, and n = 6 has 64 leaves: 25344 links.
[ "$(sed -n 7p out/figure-5.csv | cut -d, -f6)" = "$(awk 'BEGIN { printf "%.6f", 4 * 25344 / 64 / 64 }')" ]
report 'figure 5 draws what is counted' out/figure-5.csv
[ "$(sed -n 12p out/figure-6.csv | cut -d, -f6)" = "$((4 * 65536))" ]
report 'figure 6 draws what is counted' out/figure-6.csv
# Circles: one for each level of Hypertree I, two for II, of which the first has one.
[ "$(grep -c '<circle' out/figure-2.svg)" = 16 ] && [ "$(grep -c '<circle' out/figure-3.svg)" = 31 ]
report 'the links of figures 2 and 3 are circled'
python3 - out/figure-8.svg <<'PYTHON' >said 2>&1
import re, sys
svg = open(sys.argv[1]).read()
drawn = [tuple(map(int, link)) for link in re.findall(r'data-link="(\d+) to (\d+)"', svg)]
assert sorted(drawn) == sorted((x, (2 * x + b) % 16) for x in range(16) for b in (0, 1)), drawn
# Of the tree are those down to the two children of a node, and that from node 0 to the root.
assert len(re.findall('class="link"', svg)) == 15
PYTHON
report 'figure 8 has the links of the de Bruijn network'
"$ftc" report --paper hypertree --json >json 2>said
python3 - json <<'PYTHON' >said
import json, sys
paper = json.load(open(sys.argv[1]))
assert paper["paper"] == "hypertree"
for row in paper["table_1"]:
    assert [row[key] for key in ("above_1", "whole_1", "above_2", "whole_2")] == row["print"], row
for row in paper["figure_2"]:
    assert row["links"] == [row["print"]], row
    assert row["distances"][row["print"] - 1] == max(row["distances"]), row
compared = 0
for network in paper["networks"]:
    for size in network["sizes"]:
        if "sum_of_leaves_in_print" in size:
            assert size["sum_of_leaves"] == size["sum_of_leaves_in_print"], (network["name"], size)
            compared += 1
# Five networks; half rings from n = 3, full rings and Hypertree I from n = 2.
assert compared == 11 + 9 + 10 + 11 + 10, compared
PYTHON
report 'the JSON has the counts and the print'
# Section 3.2.3 in networks that are built here, by a search from each node, with fractions.
python3 - json <<'PYTHON' >said
import json, sys
from fractions import Fraction
def pair(m):
    while m % 3 != 1: m = 2 * m // 3
    return (2 * m + 1) // 3
def bits(name, m):
    if name == "Hypertree I": return [(m // (m & -m) + 1) // 2]
    if name == "Hypertree II": return [pair(m)] + ([pair(m - 1) + 1] if m > 1 else [])
    return []
def network(name, n):
    if name == "n-cube":
        return {x: {x ^ 1 << b for b in range(n)} for x in range(1 << n)}
    if name == "de Bruijn":
        N = 2 << n
        return {x: {2 * x % N, (2 * x + 1) % N, x // 2, x // 2 + N // 2} - {x} for x in range(N)}
    links = {x: ({x // 2, 2 * x, 2 * x + 1} & set(range(1, 2 << n))) for x in range(1, 2 << n)}
    for x in links:
        m = x.bit_length() - 1
        links[x] |= {x ^ 1 << m - b for b in bits(name, m)} if m else set()
    return links
def farthest(links, x):
    seen, edge, d = {x}, {x}, -1
    while edge:
        edge, d = set().union(*(links[y] for y in edge)) - seen, d + 1
        seen |= edge
    return d
compared = printed = 0
for row in json.load(open(sys.argv[1]))["networks"]:
    if row["name"] not in ("binary tree", "n-cube", "Hypertree I", "Hypertree II", "de Bruijn"):
        continue
    for size in row["sizes"][:7]:
        links = network(row["name"], size["n"])
        far = [farthest(links, x) for x in links]
        way = sum(Fraction(d, 2 ** d) for k in far for d in range(1, k + 1))
        sent = sum(Fraction(1, 2 ** d) for k in far for d in range(1, k + 1))
        unit = 2 ** size["diameter"]
        assert max(far) == size["diameter"], (row["name"], size)
        assert (way * unit, sent * unit) == (size["local_sum"], size["local_messages"]), (row["name"], size)
        compared += 1
        k = max(far)
        printed += way / sent == 2 - Fraction(k, 2 ** k - 1)
assert compared == 35 and printed >= 7, (compared, printed)
PYTHON
report 'locality is what searches from each node find'
# Section 4.2: each packet goes hop by hop round the dead link, and arrives.
python3 - json <<'PYTHON' >said
import json, sys
n = 8
def bit(m): return (m // (m & -m) + 1) // 2
def walk(x, t, dead, how="up"):
    """The links of a way to t, a leaf, and whether it met the dead link."""
    links, goal, met = 0, t, False
    while goal >> n - x.bit_length() + 1 != x:
        m = x.bit_length() - 1
        mask = 1 << m - bit(m)
        if not (x ^ goal >> n - m) & mask:
            x //= 2
        elif x not in dead:
            x ^= mask
        else:
            met = True
            if how == "local" and m > 1:    # up, to the sibling, across, and here up
                assert x ^ 1 not in dead
                x, links = (x ^ 1 ^ mask) // 2, links + 3
            else:
                x, goal = x // 2, goal ^ (mask << n - m if how == "memory" else 0)
        links += 1
    while x != t:
        if goal != t and x.bit_length() == dead[0].bit_length():
            assert x not in dead
            x, goal = x ^ dead[0] ^ dead[1], t
        else:
            x = goal >> n - x.bit_length()
        links += 1
    return links, met
def shortest(dead):
    links = {x: ({x // 2, 2 * x, 2 * x + 1} & set(range(1, 2 << n))) for x in range(1, 2 << n)}
    for x in range(2, 2 << n):
        m = x.bit_length() - 1
        if x not in dead: links[x] |= {x ^ 1 << m - bit(m)}
    total = 0
    for x in range(1 << n, 2 << n):
        seen, edge, d = {x}, {x}, 0
        while edge:
            total += d * sum(y >> n for y in edge)
            edge, d = set().union(*(links[y] for y in edge)) - seen, d + 1
            seen |= edge
    return total
whole = shortest(())
for row in json.load(open(sys.argv[1]))["detours"]:
    m = row["level"]
    dead = (1 << m, 1 << m ^ 1 << m - bit(m))
    packets = up = remembered = local = 0
    for s in range(1 << n, 2 << n):
        for t in range(1 << n, 2 << n):
            instead, met = walk(s, t, dead)
            if not met: continue
            links = walk(s, t, ())[0]
            packets, up = packets + 1, up + instead - links
            remembered += (instead if t >> n - m in dead else walk(s, t, dead, "memory")[0]) - links
            local += walk(s, t, dead, "local")[0] - links
    assert [packets, up, remembered, local, shortest(dead) - whole] == [
        row[k] for k in ("packets", "up", "remembered", "figure_7_b", "shortest")], (row, packets, up, remembered, local)
PYTHON
report 'the ways round a dead link are as long as those that packets go'
# Section 4.2: the same networks with the links of a half ring, and searches without each link.
python3 - json <<'PYTHON' >said
import json, sys
def pair(m):
    while m % 3 != 1: m = 2 * m // 3
    return (2 * m + 1) // 3
def bits(name, m):
    if name == "Hypertree II": return [pair(m)] + ([pair(m - 1) + 1] if m > 1 else [])
    return [(m // (m & -m) + 1) // 2]
def network(name, n):
    pairs = {frozenset((x, x // 2)) for x in range(2, 2 << n)}
    for x in range(2, 2 << n):
        m = x.bit_length() - 1
        pairs |= {frozenset((x, x ^ 1 << m - b)) for b in bits(name, m)}
        if "half ring" in name and x % 2:
            pairs.add(frozenset((x, x + 1 if x + 1 < 2 << m else 1 << m)))
    return pairs
def distances(links, x, without=None):
    far, edge = {x: 0}, [x]
    for y in edge:
        for z in links[y]:
            if z not in far and {y, z} != without:
                far[z] = far[y] + 1
                edge.append(z)
    return far
compared = 0
for row in json.load(open(sys.argv[1]))["networks"]:
    if row["name"] not in ("Hypertree I", "Hypertree II", "Hypertree I, half ring"): continue
    for size in row["sizes"][:6]:
        n = size["n"]
        pairs = network(row["name"], n)
        links = {x: [y for p in pairs if x in p for y in p - {x}] for x in range(1, 2 << n)}
        ways = [distances(links, a, {a, b}).get(b) for a, b in map(sorted, pairs)]
        ways = [way for way in ways if way]
        assert [len(ways), sum(ways), max(ways)] == [
            size[k] for k in ("links_with_a_detour", "sum_of_detours", "longest_detour")], (row["name"], n)
        assert size["sum_of_leaves"] == sum(d for x in links if x >> n for y, d in distances(links, x).items() if y >> n)
        assert max(map(len, links.values())) <= size["ports"]
        compared += 1
assert compared == 18, compared
PYTHON
report 'a half ring shortens what a search finds it to'
# Sections 2, 4.1 and 5: the networks from their description, and a search from each leaf.
python3 - json <<'PYTHON' >said
import json, sys
paper = json.load(open(sys.argv[1]))
def far(links, x):
    far, edge = {x: 0}, [x]
    for y in edge:
        for z in links[y]:
            if z not in far:
                far[z] = far[y] + 1
                edge.append(z)
    return far
def tree(levels, flips):
    """flips[m]: bits of level m, 1 the most significant behind the first."""
    links = {x: {y for y in (x // 2, 2 * x, 2 * x + 1) if 1 <= y < 2 << levels} for x in range(1, 2 << levels)}
    for m, bits in flips.items():
        for x in range(1 << m, 2 << m):
            links[x] |= {x ^ 1 << m - b for b in bits}
    return links
compared = 0
for sets in 3, 4:
    flips = {}
    for m in range(1, 8):
        distance = far(tree(m, flips), 1 << m)
        order = sorted(range(1, m + 1), key=lambda b: (-distance[1 << m ^ 1 << m - b], b))
        flips[m] = order[:sets]
        links = tree(m, flips)
        said, = [row["sum_of_leaves"] for row in paper["sets"] if (row["sets"], row["n"]) == (sets, m)]
        assert said == sum(d for x in links if x >> m for y, d in far(links, x).items() if y >> m), (sets, m)
        assert max(map(len, links.values())) <= 3 + sets
        compared += 1
def bit(m): return (m // (m & -m) + 1) // 2
for row in paper["restarts"]:
    n, r = row["n"], row["r"]
    one = tree(n, {m: [bit(m)] for m in range(1, n + 1)})
    anew = tree(n, {m: [bit(m) if m <= r else r + bit(m - r)] for m in range(1, n + 1)})
    for links, end in (one, ""), (anew, "_anew"):
        all_, inner = 0, 0
        for x in range(1 << n, 2 << n):
            for y, d in far(links, x).items():
                if y >> n:
                    all_ += d
                    inner += d * (x >> n - r == y >> n - r)
        assert (all_, inner) == (row["sum_of_leaves" + end], row["sum_in_subtrees" + end]), row
        # Only its root joins such a subtree to the rest.
        assert not end or all(y >> max(y.bit_length() - 1 - r, 0) == x >> max(x.bit_length() - 1 - r, 0)
                              for x in links for y in links[x] if min(x, y) >> r + 1)
        compared += 1
for row in paper["cylinders"]:
    n = row["n"]
    links = {(s, x): set() for s in range(n) for x in range(1 << n)}
    for s, x in links:
        for y in ((s + 1) % n, x), ((s + 1) % n, x ^ 1 << s):
            links[s, x].add(y)
            links[y].add((s, x))
    # All nodes of a cylinder are alike: turning it and flipping bits map it onto itself.
    distance = [far(links, x) for x in ([(0, 0), (n - 1, 1)] if n > 4 else links)]
    sums = {sum(d.values()) for d in distance}
    assert len(sums) == 1 and len(distance[0]) == row["nodes"] == len(links)
    assert row["sum_of_all"] == sums.pop() * len(links) and row["diameter"] == max(distance[0].values()), row
    compared += 1
assert compared == 14 + 14 + 7, compared
PYTHON
report 'more sets, new sequences and cylinders are as far as searches say'
finish
