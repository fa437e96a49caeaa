"""traces.py: makes traces, and checks how they were replayed, without any code of ftc.

    traces.py text SEED LEAVES FIRST WORDS FILE     messages in the words of ftc, and FILE.json with the same
    traces.py netrace SEED NODES FILE               a trace of Netrace in bz2
    traces.py check FILE LOG [WORD_BITS]            FILE.json or a trace of Netrace, and the log of its replay
"""
import bz2
import csv
import json
import random
import struct
import sys

BYTES = {1: 8, 2: 72, 4: 72, 13: 8, 14: 8, 15: 8, 16: 72, 27: 8}


def draw(seed, leaves, most_words, count):
    """Requests, answers of several words, and gathers of both: (time, delay, those before, from, to, words)."""
    rng, clock, made = random.Random(seed), 0, []
    for i in range(count):
        clock += rng.choice((0, 0, 3, 90))
        before = sorted(rng.sample(range(max(0, i - 12), i), min(i, rng.choice((0, 0, 1, 1, 2, 3)))))
        delay = rng.choice((None, 0, 7, 60)) if before else None
        words = rng.choice((1, 1, 1, rng.randint(1, most_words)))
        made.append((clock if delay is None else 0, delay or 0, before, rng.randrange(leaves), rng.randrange(leaves), words))
    return made


def write_text(seed, leaves, first, words, path):
    made = draw(seed, leaves, words, 60)
    rng = random.Random(seed)
    with open(path, "w") as out:
        for i, (time, delay, before, source, destination, count) in enumerate(made):
            names = ",".join(f"m{k}" if k % 3 == 0 else str(k + 1) for k in before)
            at = f"@+{delay}" if before and time == 0 else f"@{time}" if time or rng.random() < 0.5 else ""
            if before:
                at += f" after {names}"
            size = f"words {count}" if count > 1 or rng.random() < 0.2 else ""
            name = f"m{i}:" if i % 3 == 0 else ""
            out.write(f"{name} {at} {source + first} {destination + first} {size}\n")
    with open(path + ".json", "w") as out:
        json.dump([(t, d, b, s + first, e + first, w) for t, d, b, s, e, w in made], out)


def write_netrace(seed, nodes, path):
    rng, made = random.Random(seed), draw(seed, nodes, 1, 300)
    lets = {i: [] for i in range(len(made))}
    for i, message in enumerate(made):
        for k in message[2]:
            lets[k].append(i)
    notes = b"of ftc's tests\0"
    parts = [struct.pack("<If30sBBQQIIQ", 0x484A5455, 1.0, b"drawn", nodes, 0, 9999, len(made), len(notes), 1, 0), notes, bytes(24)]
    clock = 0
    for i, (time, _, _, source, destination, _) in enumerate(made):
        clock = max(clock, time)
        parts.append(struct.pack("<QIIBBBBB", clock, i * 7 + 3, 0, rng.choice(list(BYTES)), source, destination, 2, len(lets[i])))
        parts += [struct.pack("<I", k * 7 + 3) for k in lets[i]]
    whole = b"".join(parts)
    # Two streams, as of a tool that packs in parallel.
    with open(path, "wb") as out:
        out.write(bz2.compress(whole[:5000]) + bz2.compress(whole[5000:]))


def read_netrace(path, word_bits):
    data = bz2.open(path).read()
    notes, regions = struct.unpack_from("<II", data, 56)
    at, ids, lets, made = 72 + notes + 24 * regions, {}, [], []
    while at < len(data):
        clock, ident, _, kind, source, destination, _, count = struct.unpack_from("<QIIBBBBB", data, at)
        lets.append(struct.unpack_from(f"<{count}I", data, at + 21))
        ids[ident] = len(made)
        size = {3: 72, 5: 8, 6: 72, 28: 8, 29: 8, 30: 72, **BYTES}[kind]
        made.append((clock, 0, [], source, destination, -(-size * 8 // word_bits)))
        at += 21 + 4 * count
    for i, those in enumerate(lets):
        for ident in those:
            made[ids[ident]][2].append(i)
    return made


def check(made, log):
    """Prints what is wrong; returns how many messages and dependencies were checked."""
    with open(log) as lines:
        seen = {}
        for row in csv.DictReader(lines):
            row = {key: int(value) for key, value in row.items()}
            assert row["number"] not in seen, f"word {row['number']} arrives twice"
            seen[row["number"]] = row
    word, done, wrong, dependencies = 0, [], 0, 0
    for i, (time, delay, before, source, destination, count) in enumerate(made):
        mine = [seen.get(word + k) for k in range(count)]
        word += count
        if None in mine:
            sys.exit(f"message {i + 1} did not arrive")
        created = max([time] + [done[k] + delay for k in before])
        last = max([-1] + [done[k] for k in before])
        good = all(w["source"] == source and w["destination"] == destination and w["created"] == created
                   and w["offered"] >= created and w["offered"] > last for w in mine)
        if not good and wrong < 5:
            print(f"message {i + 1}: {made[i]}, created in {created}, is {mine}")
        wrong += not good
        dependencies += len(before)
        done.append(max(w["delivered"] for w in mine))
    if wrong or word != len(seen):
        sys.exit(f"{wrong} of {len(made)} messages are wrong; {len(seen)} words arrived, expected {word}")
    print(f"{len(made)} messages, {word} words, {dependencies} dependencies, 0 wrong")


if __name__ == "__main__":
    what, arguments = sys.argv[1], sys.argv[2:]
    if what == "text":
        write_text(*map(int, arguments[:4]), arguments[4])
    elif what == "netrace":
        write_netrace(int(arguments[0]), int(arguments[1]), arguments[2])
    elif len(arguments) == 3:
        check(read_netrace(arguments[0], int(arguments[2])), arguments[1])
    else:
        with open(arguments[0]) as given:
            check(json.load(given), arguments[1])
