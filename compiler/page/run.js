/* run.js: the deliveries of a run, and what follows from them. The figures of the whole run are the engine's; here are those of what a
 * filter leaves. A delivery has a number, its place in the log, which is in order of time. */
import { signed } from './data.js';
import { makeTrails } from './trails.js';

/* How many of the ascending values are at most `most`. */
export function countUpTo(values, most) {
	let low = 0, high = values.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (values[middle] <= most)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The places of each key, in the order of `by`. */
function grouped(keys, groups, by) {
	const lists = Array.from({ length: groups }, () => []);

	for (let i = 0; i < keys.length; i++)
		lists[keys[i]].push(i);
	return lists.map(list => list.sort((a, b) => by[a] - by[b] || a - b));
}

const valuesAt = (values, places) => Float64Array.from(places, i => values[i]);

/* Of a word the page has how it differs from what follows from the word of its source that was delivered before it. */
function unfold({ source, number: numbers, created: creations, offered: offers, delivered }, ends) {
	const count = source.length, number = new Float64Array(count), offered = new Float64Array(count), created = new Float64Array(count);
	const before = new Int32Array(ends).fill(-1), of = (values, i, none) => i < 0 ? none : values[i];

	for (let i = 0; i < count; i++) {
		const last = before[source[i]];

		number[i] = of(number, last, -1) + 1 + signed(numbers[i]);
		created[i] = of(created, last, 0) + signed(creations[i]);
		offered[i] = Math.max(created[i], of(delivered, last, 0)) + signed(offers[i]);
		before[source[i]] = i;
	}
	return { number, offered, created };
}

export function makeRun(meta, result, columns) {
	const { source, destination, delivered } = columns, count = delivered.length, moved = Float64Array.from(columns.moved);
	const { number, offered, created } = unfold(columns, meta.leaves), start = new Float64Array(count);
	let longestMove = 0;

	for (let i = 0; i < count; i++) {
		start[i] = delivered[i] - moved[i];
		longestMove = Math.max(longestMove, moved[i]);
	}
	const run = {
		meta, result, count, source, destination, number, created, offered, start, delivered, moved, longestMove,
		slot: meta.slot, leaves: meta.leaves, slots: Math.max(1, Math.ceil((delivered[count - 1] + 1 || 1) / meta.slot)),
		ways: waysOf(meta, columns),
		createdInOrder: created.slice().sort(),
	};

	run.trails = makeTrails(run, meta, columns);
	if (run.trails?.lasts.length)
		startByTrails(run);
	run.from = grouped(source, meta.leaves, start);
	run.starts = run.from.map(list => valuesAt(start, list));
	run.creations = run.from.map(list => valuesAt(created, list).sort());
	run.name = leaf => `${meta.end} ${leaf + meta.first}`;
	run.latency = i => delivered[i] - created[i];
	/* The engine measures what was created in the measured slots; of a file of messages all. */
	const first = (result.warmup ?? 0) * run.slot, end = result.warmup !== undefined && result.frames ? first + result.frames * run.slot : Infinity;

	run.isMeasured = i => created[i] >= first && created[i] < end;
	return run;
}

/* In batches words wait until theirs goes. */
function startByTrails(run) {
	const { ofWord, from } = run.trails;

	for (let i = 0; i < run.count; i++) {
		if (ofWord[i].length)
			run.start[i] = Math.min(run.delivered[i], from[ofWord[i][0]]);
		run.moved[i] = run.delivered[i] - run.start[i];
	}
	run.longestMove = run.moved.reduce((most, clocks) => Math.max(most, clocks), 0);
}

/* By source * leaves + destination the names of the vertices on the way. */
function waysOf(meta, columns) {
	const ways = new Map();
	let at = 0;

	columns.pair.forEach((pair, i) => {
		const end = at + columns.wayLength[i];

		if (end > at)
			ways.set(pair, Array.from(columns.wayVertex.subarray(at, end), v => meta.vertices[v]));
		at = end;
	});
	return ways;
}

export const wayOf = (run, i) => run.ways.get(run.source[i] * run.leaves + run.destination[i]);

/* The words that move in this clock. */
export function movingAt(run, clock) {
	const found = [];

	for (let i = countUpTo(run.delivered, clock); i < run.count && run.delivered[i] <= clock + run.longestMove; i++)
		if (run.start[i] <= clock)
			found.push(i);
	return found;
}

/* How many words wait at a leaf in this clock, and the first of them. */
export function waitingAt(run, leaf, clock, most) {
	const past = countUpTo(run.starts[leaf], clock), count = countUpTo(run.creations[leaf], clock) - past, first = [];

	for (let k = past; first.length < Math.min(most, count) && k < run.from[leaf].length; k++)
		if (run.created[run.from[leaf][k]] <= clock)
			first.push(run.from[leaf][k]);
	return { count, first };
}

/* Words that have come into being and not arrived. */
export const aliveAt = (run, clock) => countUpTo(run.createdInOrder, clock) - countUpTo(run.delivered, clock);

/* The engine's percentiles are exact below 4096; above, a bin of its histogram is a 2048th of a power of two, and its greatest value
 * stands for it. */
export function binTop(value) {
	if (value < 4096)
		return value;
	const size = 2 ** (Math.floor(Math.log2(value)) - 11);

	return Math.floor(value / size) * size + size - 1;
}

export function latencyFigures(run, places) {
	const sorted = Float64Array.from(places, run.latency).sort(), count = sorted.length;

	if (count === 0)
		return { count, sorted };
	const rank = share => binTop(sorted[Math.max(1, Math.ceil(share * count)) - 1]);

	return { count, sorted, mean: sorted.reduce((sum, v) => sum + v, 0) / count, p50: rank(0.5), p99: rank(0.99),
		 max: sorted[count - 1] };
}

export function measuredPlaces(run, accepts) {
	const places = [];

	for (let i = 0; i < run.count; i++)
		if (run.isMeasured(i) && (!accepts || accepts(i)))
			places.push(i);
	return places;
}

/* Words and their latencies in all, by groups of sources and destinations; `group` says to which group a leaf belongs. */
export function pairSums(run, groups, group) {
	const words = new Float64Array(groups * groups), clocks = new Float64Array(groups * groups);

	for (const i of measuredPlaces(run)) {
		const pair = group(run.source[i]) * groups + group(run.destination[i]);

		words[pair]++;
		clocks[pair] += run.latency(i);
	}
	return { words, clocks };
}

/* Words that each leaf has sent and got, of those in the log. */
export function endSums(run) {
	const sent = new Float64Array(run.leaves), got = new Float64Array(run.leaves);

	for (let i = 0; i < run.count; i++) {
		sent[run.source[i]]++;
		got[run.destination[i]]++;
	}
	return { sent, got };
}
