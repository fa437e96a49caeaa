"""loops.py LOG JSON LEAVES SHIFT: whether the log of a closed loop, in which leaf i asks leaf i + SHIFT alone, is one: each request is
answered when its last word has arrived, no leaf has more under way than its window, without thinking the next request follows each
answer at once; and whether the figures are those of the log. Knows nothing of ftc but its log and its JSON."""
import csv
import json
import math
import sys


def trains(rows, words):
    rows = sorted(rows, key=lambda r: r["number"])
    assert len(rows) % words == 0, "a train is cut"
    for at in range(0, len(rows), words):
        part = rows[at:at + words]
        assert len({r["created"] for r in part}) == 1, "words of a train are created apart"
        assert [r["number"] for r in part] == list(range(part[0]["number"], part[0]["number"] + words)), "a word amid a train"
        yield part[0]["created"], max(r["delivered"] for r in part)


def trips_of(log, client, server, loop):
    asked = [r for r in log if (r["source"], r["destination"]) == (client, server)]
    answers = [r for r in log if (r["source"], r["destination"]) == (server, client)]
    requests = sorted(trains(asked, loop["request_words"]), key=lambda t: t[1])
    if loop["reply_words"] == 0:
        return requests
    replies = sorted(trains(answers, loop["reply_words"]))
    assert [r[1] for r in requests] == [r[0] for r in replies], "a reply is not created when its request has arrived"
    return [(q[0], a[1]) for q, a in zip(requests, replies)]


def main(path, figures, leaves, shift):
    with open(path) as file:
        log = [{k: int(v) for k, v in row.items()} for row in csv.DictReader(file)]
    with open(figures) as file:
        figures = json.load(file)
    loop, all_trips = figures["closed_loop"], []
    for client in range(leaves):
        trips = trips_of(log, client, (client + shift) % leaves, loop)
        events = sorted([(q, 1) for q, a in trips] + [(a, -1) for q, a in trips])
        out = most = 0
        for _, step in events:
            out += step
            most = max(most, out)
        assert most <= loop["outstanding"], f"leaf {client} has {most} under way"
        asked, ends = sorted(q for q, a in trips), sorted(a for q, a in trips)
        if loop["think"] == 0:
            assert asked[loop["outstanding"]:] == ends[:len(asked) - loop["outstanding"]], "a request does not follow its answer"
        if loop["batch"]:
            assert len(trips) == loop["batch"], f"leaf {client} has {len(trips)} answers"
        all_trips += trips
    if loop["batch"]:
        took = sorted(a - q for q, a in all_trips)
        trip = loop["round_trip"]
        assert math.isclose(trip["mean"], sum(took) / len(took), rel_tol=1e-8) and trip["max"] == took[-1] and trip["count"] == len(took), "figures"
        assert trip["p50"] == took[(len(took) + 1) // 2 - 1] and trip["p99"] == took[-(-99 * len(took) // 100) - 1], "quantiles"
        assert loop["last"]["clock"] == max(a for q, a in all_trips), "the last clock"
    else:
        slot = figures["slot_clocks"]
        first, end = figures["warmup"] * slot, (figures["warmup"] + figures["frames"]) * slot
        assert loop["answered"] == sum(first <= a < end for q, a in all_trips), "answered"
        assert loop["round_trip"]["count"] == sum(first <= q < end for q, a in all_trips), "round trips"


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
