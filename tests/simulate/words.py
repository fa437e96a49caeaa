#!/usr/bin/env python3
"""words.py SEED PAGE.html LOG.csv TRIES.csv CHANNELS.csv [ROUTES]: twenty words of a run's page, drawn by SEED, against what other options have
written of the same run: the line of --log, the lines of --tries, and the vertices that `ftc route` names (ROUTES: its outputs, one after the
other; without them, of a fat-tree, by the bits of leaves). What links carry is summed by this program and compared with --channels. The page is read by
this program alone. Prints how many tries and hops were compared; status 1 after the first difference.
words.py --plant COLUMN SEED PAGE.html: prints the page with one number of a column changed, in the entry of one of these words."""
import base64, csv, json, random, re, sys, zlib

LOST, REFUSED, ARRIVED = range(3)


def fail(why):
    sys.exit(f'words.py: {why}')


def part(page, name):
    return re.search(rf'<script [^>]*id="{name}">(.*?)</script>', page, re.S).group(1)


def read_page(path):
    page = open(path, encoding='utf-8').read()
    meta = json.loads(part(page, 'meta'))
    packed, plain = part(page, 'data').split(' ')
    return page, meta, [bytearray(base64.b64decode(plain)), bytearray(zlib.decompress(base64.b64decode(packed)))]


def places(meta):
    """By column its part, where it begins there, its bits and count."""
    at, found = [0, 0], {}
    for c in meta['columns']:
        found[c['name']] = (c['packed'], at[c['packed']], c['bits'], c['count'])
        at[c['packed']] += (c['bits'] * c['count'] + 7) // 8
    return found


def number(data, place, i):
    packed, at, bits, count = place
    if bits < 8:
        return data[packed][at + i * bits // 8] >> i * bits % 8 & (1 << bits) - 1 if bits else 0
    return sum(data[packed][at + b * count + i] << 8 * b for b in range(bits // 8))


def read_columns(meta, data):
    columns = {}
    for c in meta['columns']:
        place = places(meta)[c['name']]
        values = [number(data, place, i) for i in range(c['count'])]
        for i in range(1, len(values) if c['steps'] else 0):
            values[i] += values[i - 1]
        columns[c['name']] = values
    return columns


def signed(code):
    return -(code + 1) // 2 if code % 2 else code // 2


def words_of(meta, c):
    last, words = {}, []
    for i, source in enumerate(c['source']):
        before = last.get(source, (-1, 0, 0))
        made = before[1] + signed(c['created'][i])
        word = (source, before[0] + 1 + signed(c['number'][i]), c['destination'][i], made,
                max(made, before[2]) + signed(c['offered'][i]), c['delivered'][i])
        last[source] = (word[1], made, word[5])
        words.append(word)
    return words


def links_of_hops(meta, c, trails, words):
    """By trail its links, as places in meta.links."""
    links = meta['links']
    if meta['byWay']:
        at, ways = 0, {}
        for pair, length in zip(c['pair'], c['wayLength']):
            ways[pair] = [meta['vertices'][v] for v in c['wayVertex'][at:at + length]]
            at += length
        named = {(a, b): k for k, (a, b, _) in enumerate(links)}
        for t in trails:
            way = ways[t['source'] * meta['leaves'] + t['destination']]
            t['links'] = [named[way[k], way[k + 1]] for k in range(t['hops'])]
        return
    leaving, at = {}, 0
    for k, (a, _, _) in enumerate(links):
        leaving.setdefault(a, []).append(k)
    for t in trails:
        mine = c['hopLink'][at:at + t['hops']]
        if c['sourceLink'] and t['hops']:
            vertex = links[c['sourceLink'][t['source']] - 1][0]
            for k, place in enumerate(mine):
                mine[k] = leaving[vertex][place]
                vertex = links[mine[k]][1]
        t['links'] = mine
        at += t['hops']


def trails_of(meta, c, words):
    by_source, following = {}, {}
    for i, word in enumerate(words):
        by_source.setdefault(word[0], []).append(i)
    trails, source, strangers, i = [], 0, iter(c['strangerDestination']), 0
    for step, count in enumerate(c['stepTrails']):
        for i in range(i, i + count):
            source = (source + c['trailSource'][i]) % meta['leaves']
            hops, end = divmod(c['trailHops'][i], 3)
            t = {'step': step, 'source': source, 'hops': hops, 'end': end, 'word': None}
            if c['trailWord'][i] == 1:
                t['destination'] = next(strangers)
            else:
                following[source] = following.get(source, 0) + (signed(c['trailWord'][i] - 1) if c['trailWord'][i] else 0)
                t['word'] = by_source[source][following[source]]
                t['destination'] = words[t['word']][2]
                following[source] += end == ARRIVED
            trails.append(t)
        i += count > 0
    links_of_hops(meta, c, trails, words)
    at = 0
    for t in trails:
        t['waits'] = c['hopWait'][at:at + t['hops']] if c['hopWait'] else [0] * t['hops']
        at += t['hops']
    return trails


def drawn(words, seed):
    return random.Random(seed).sample(range(len(words)), min(20, len(words)))


def lines(path):
    return list(csv.reader(line for line in open(path) if not line.startswith('#')))[1:]


def said_way(meta, c, t):
    """A way as --tries writes it."""
    slot = lambda step: (c['stepClock'][step] + 1) // meta['slot']
    step, said = t['step'], []
    for k, (link, wait) in enumerate(zip(t['links'], t['waits'])):
        a, b, _ = meta['links'][link]
        if k == 0:
            said.append(a)
        step += wait
        said.append(b + (f'@{slot(step)}' if wait else ''))
    return ' '.join(said)


def routes_of(text):
    """The ways that outputs of `ftc route` name: vertices (level,index) in a line, or nodes in a table."""
    found = {}
    for run in re.split(r'\n(?=\S+: )', '\n' + text):
        ends = re.search(r'from \w+ (\d+) to \w+ (\d+)', run)
        if not ends:
            continue
        row = re.search(r'^ +((?:\(\d+,\d+\) ?)+)$', run, re.M)
        nodes = re.findall(r'^ +(\d+) +(\d+) ', run, re.M)
        way = [f'{a}.{b}' for a, b in re.findall(r'\((\d+),(\d+)\)', row.group(1))] if row else [f'{level}.{node}' for node, level in nodes]
        found[int(ends.group(1)), int(ends.group(2))] = way
    return found


def by_bits(meta, source, destination):
    """In a fat-tree a leaf's ancestor at each level is given by its leading bits."""
    depth = max(int(v.split('.')[0]) for v in meta['vertices'])
    climb = (source ^ destination).bit_length()
    up = [f'{depth - i}.{source >> i}' for i in range(climb + 1)]
    return up + [f'{depth - i}.{destination >> i}' for i in range(climb - 1, -1, -1)]


def check(seed, path, log, tries, channels, routes=None):
    _, meta, data = read_page(path)
    c, first = read_columns(meta, data), meta['first']
    words = words_of(meta, c)
    trails, log, tries = trails_of(meta, c, words), lines(log), lines(tries)
    known = routes_of(open(routes).read()) if routes else None
    ends, compared, hops = ['lost', 'refused', 'arrived'], 0, 0
    for w in drawn(words, seed):
        source, count, destination, *clocks = words[w]
        line = [str(v) for v in (source + first, count, destination + first, *clocks)]
        if log.count(line) != 1:
            fail(f'word {",".join(line)} of the page is in the log {log.count(line)} times')
        mine = [t for t in trails if t['word'] == w]
        theirs = [row for row in tries if row[1:4] == [line[0], line[2], line[1]]]
        said = [[str((c['stepClock'][t['step']] + 1) // meta['slot']), line[0], line[2], line[1], ends[t['end']], said_way(meta, c, t)]
                for t in mine]
        if said != theirs or (mine and mine[-1]['end'] != ARRIVED):
            fail(f'tries of word {",".join(line)}: {said} of the page, {theirs} of --tries')
        for t in mine:
            names = [meta['links'][k] for k in t['links']]
            way = [names[0][0]] + [b for _, b, _ in names] if names else []
            wanted = known[source + first, destination + first] if known else by_bits(meta, source, destination)
            if way != wanted[:len(way)] or (t['end'] == ARRIVED and way != wanted):
                fail(f'word {",".join(line)} goes by {way} on the page, by {wanted} as its route says')
        compared += len(mine)
        hops += sum(t['hops'] for t in mine)
    carried = {}
    for t in trails:
        for k, link in enumerate(t['links']):
            sums = carried.setdefault(tuple(meta['links'][link][:2]), [0, 0, 0, 0])
            last = k + 1 == t['hops']
            for i, there in enumerate((True, t['end'] == ARRIVED, last and t['end'] == LOST, last and t['end'] == REFUSED)):
                sums[i] += there
    told = {}
    for row in lines(channels):
        sums = told.setdefault((row[1], row[2]), [0, 0, 0, 0])
        for i in range(4):
            sums[i] += int(row[4 + i])
    if carried != told:
        name = next(n for n in sorted(set(carried) | set(told)) if carried.get(n) != told.get(n))
        fail(f'link {name[0]} to {name[1]}: {carried.get(name)} words of the page, {told.get(name)} of --channels')
    print(f'{compared} tries, {hops} hops, {len(told)} links')


def plant(column, seed, path):
    page, meta, data = read_page(path)
    c, place = read_columns(meta, data), places(meta)[column]
    words = words_of(meta, c)
    w = drawn(words, seed)[0]
    i = w if place[3] == len(words) else next(k for k, t in enumerate(trails_of(meta, c, words)) if t['word'] == w)
    packed, at, bits, _ = place
    if bits < 8:
        data[packed][at + i * bits // 8] ^= 1 << i * bits % 8
    else:
        data[packed][at + i] ^= 1
    text = base64.b64encode(zlib.compress(bytes(data[1]))).decode() + ' ' + base64.b64encode(bytes(data[0])).decode()
    sys.stdout.write(page.replace(part(page, 'data'), text))


if sys.argv[1] == '--plant':
    plant(sys.argv[2], int(sys.argv[3]), sys.argv[4])
elif sys.argv[1] == '--pairs':
    _, meta, data = read_page(sys.argv[3])
    words = words_of(meta, read_columns(meta, data))
    for source, destination in sorted({(words[w][0] + meta['first'], words[w][2] + meta['first']) for w in drawn(words, int(sys.argv[2]))}):
        print(source, destination)
else:
    check(int(sys.argv[1]), *sys.argv[2:])
