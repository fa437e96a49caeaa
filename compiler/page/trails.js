/* trails.js: the tries of words and the links that they enter, as the model in C has told them; what carries how much, and who lost to
 * whom. A trail is one try; where nodes store words, a whole way with waits. */
import { signed } from './data.js';
import { countUpTo } from './run.js';

export const LOST = 0, REFUSED = 1, ARRIVED = 2, WINDOW = 20;

/* Sums of the values before each place, and of all. */
function placesOf(lengths) {
	const first = new Float64Array(lengths.length + 1);

	for (let i = 0; i < lengths.length; i++)
		first[i + 1] = first[i] + lengths[i];
	return first;
}

/* Null: the run has none. */
export function makeTrails(run, meta, columns) {
	if (!meta.links)
		return null;
	const { trailHops, stepClock: clock } = columns, count = trailHops.length;
	const hops = trailHops.map(code => code / 3), end = trailHops.map(code => code % 3), { source, word, destination } = wordsOf(run, end, columns), step = new Uint32Array(count);
	const t = {
		run, count, step, end, hops, clock, source, destination, word, wait: columns.hopWait,
		first: placesOf(hops), steps: meta.trailSteps, stores: columns.hopWait.length + columns.stepLasts.length > 0,
		lasts: columns.stepLasts, aside: columns.hopAside, parts: meta.parts.map((name, k) => ({ name, of: columns[`stepPart${k}`] })),
		link: meta.links.map(([from, to, wires], id) => ({ id, name: `${from} to ${to}`, from, to, wires })),
	};

	for (let s = 0, i = 0; s < clock.length; i += columns.stepTrails[s++])
		step.fill(s, i, i + columns.stepTrails[s]);
	t.byName = new Map(t.link.map(l => [l.name, l]));
	t.hopLink = meta.byWay ? linksByWays(t) : columns.sourceLink.length ? linksByPlaces(t, columns) : columns.hopLink;
	t.wire = wiresOf(t, columns.hopWire);
	t.hopStep = stepsOfHops(t);
	t.ofWord = Array.from({ length: run.count }, () => []);
	for (let i = 0; i < count; i++)
		if (word[i] >= 0)
			t.ofWord[word[i]].push(i);
	t.unit = t.parts.length ? t.parts.at(-1).name : 'slot';
	t.lead = leadOf(t);
	t.last = Float64Array.from({ length: count }, (_, i) => hops[i] ? t.hopStep[t.first[i + 1] - 1] : step[i]);
	/* Its last node still had it when the run ended. */
	t.underWay = i => t.stores && t.last[i] + 1 >= t.clock.length;
	t.loses = t.aside.length > 0 || end.some((e, i) => e !== ARRIVED && !t.underWay(i));
	if (t.stores)
		timeHops(t);
	t.inStep = hopsByStep(t);
	t.levels = levelsOf(t);
	return t;
}

/* The words of trails: run_trails.c says what their codes mean. */
function wordsOf(run, end, { trailSource, trailWord, strangerDestination }) {
	const count = trailSource.length, source = new Uint32Array(count), destination = new Uint32Array(count), word = new Int32Array(count).fill(-1);
	const words = Array.from({ length: run.leaves }, () => []), next = new Int32Array(run.leaves);

	for (let i = 0; i < run.count; i++)
		words[run.source[i]].push(i);
	for (let i = 0, last = 0, stranger = 0; i < count; i++) {
		const from = source[i] = last = (last + trailSource[i]) % run.leaves, code = trailWord[i];

		if (code === 1) {
			destination[i] = strangerDestination[stranger++];
			continue;
		}
		next[from] += code ? signed(code - 1) : 0;
		word[i] = words[from][next[from]];
		destination[i] = run.destination[word[i]];
		next[from] += end[i] === ARRIVED;
	}
	return { source, destination, word };
}

/* Hops are the first links of the way between a trail's ends. */
function linksByWays(t) {
	const { run: { ways, leaves }, first } = t, links = new Uint32Array(first[t.count]), known = new Map();

	for (let i = 0; i < t.count; i++) {
		const pair = t.source[i] * leaves + t.destination[i];

		if (!known.has(pair))
			known.set(pair, ways.get(pair).slice(1).map((to, k) => t.byName.get(`${ways.get(pair)[k]} to ${to}`)?.id));
		for (let k = first[i], way = known.get(pair); k < first[i + 1]; k++)
			links[k] = way[k - first[i]];
	}
	return links;
}

/* A hop is a place among the links that leave its vertex. */
function linksByPlaces(t, { sourceLink, hopLink }) {
	const leaving = new Map(), links = new Uint32Array(hopLink.length);

	for (const link of t.link)
		leaving.set(link.from, [...leaving.get(link.from) ?? [], link]);
	const first = Array.from(sourceLink, id => id && leaving.get(t.link[id - 1].from)), then = t.link.map(link => leaving.get(link.to));

	for (let i = 0; i < t.count; i++)
		for (let k = t.first[i], from = first[t.source[i]]; k < t.first[i + 1]; k++) {
			links[k] = from[hopLink[k]].id;
			from = then[links[k]];
		}
	return links;
}

/* Links that have several wires, in order; 0 for the others. */
function wiresOf(t, hopWire) {
	const wires = new Uint32Array(hopWire.length ? t.hopLink.length : 0);

	for (let k = 0, at = 0; k < wires.length; k++)
		wires[k] = t.link[t.hopLink[k]].wires > 1 ? hopWire[at++] : 0;
	return wires;
}

function stepsOfHops(t) {
	const steps = new Float64Array(t.first[t.count]);

	for (let i = 0; i < t.count; i++)
		for (let k = t.first[i], at = t.step[i]; k < t.first[i + 1]; k++)
			steps[k] = at += t.wait.length ? t.wait[k] : 0;
	return steps;
}

/* Where nodes store words: the clock in which each hop begins and the clocks that it takes, from when until when each trail shows, and
 * over how many steps at most. In a long step, such as a batch, a word passes several links one after the other. */
function timeHops(t) {
	const { first, clock, lasts, run } = t, hops = t.hopStep.length, long = lasts.length > 0;

	t.hopClock = new Float64Array(hops);
	t.hopTakes = new Float64Array(hops);
	t.from = Float64Array.from(t.step, s => clock[s]);
	t.until = t.from.slice();
	t.longest = 0;
	for (let i = 0; i < t.count; i++) {
		for (let k = first[i], end; k < first[i + 1]; k = end) {
			const step = t.hopStep[k];

			for (end = k + 1; end < first[i + 1] && t.hopStep[end] === step;)
				end++;
			const takes = long ? lasts[step] / (end - k) : run.slot;

			for (let n = k; n < end; n++) {
				t.hopTakes[n] = takes;
				t.hopClock[n] = clock[step] + (long ? (n - k) * takes : 0);
			}
			t.until[i] = t.hopClock[end - 1] + takes;
		}
		if (long && t.hops[i])
			t.from[i] = t.hopClock[first[i]];
		if (t.end[i] !== ARRIVED)
			t.until[i] += run.slot;
		else if (long && t.word[i] >= 0)
			t.until[i] = Math.max(t.until[i], run.delivered[t.word[i]]);
		t.longest = Math.max(t.longest, stepAt(t, t.until[i]) - t.step[i]);
	}
}

/* Clocks from the beginning of a step to that of the words' moves, and those of a link, by the words that arrived. */
function leadOf(t) {
	const starts = [], clocks = [];

	for (let i = 0; i < t.count && starts.length < 1000; i++)
		if (!t.stores && t.end[i] === ARRIVED && t.word[i] >= 0 && t.hops[i]) {
			starts.push(t.run.start[t.word[i]] - t.clock[t.step[i]]);
			clocks.push(t.run.moved[t.word[i]] / t.hops[i]);
		}
	const middle = list => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;

	return { start: middle(starts), hop: middle(clocks) };
}

/* The hops in order of steps: list[first[s]] .. of step s. */
function hopsByStep(t) {
	const length = new Float64Array(t.clock.length);

	for (const s of t.hopStep)
		length[s]++;
	const first = placesOf(length), list = new Float64Array(t.hopStep.length), trail = new Float64Array(t.hopStep.length), at = first.slice();

	for (let i = 0; i < t.count; i++)
		for (let k = t.first[i]; k < t.first[i + 1]; k++) {
			list[at[t.hopStep[k]]] = k;
			trail[at[t.hopStep[k]]++] = i;
		}
	return { first, list, trail };
}

/* The levels of vertices, from that of the leaves on. */
function levelsOf(t) {
	const level = name => +name.split('.')[0], all = [...new Set(t.link.flatMap(l => [level(l.from), level(l.to)]))].sort((a, b) => a - b);
	const first = t.count ? level(t.link[t.hopLink[0] ?? 0]?.from ?? '0.0') : 0;

	return first === all.at(-1) ? all.reverse() : all;
}

/* ---- what links carry ---- */

/* The step of a clock; -1: before the first. */
export const stepAt = (t, clock) => countUpTo(t.clock, clock) - 1;

/* The hops of a try behind which other words have stopped it, or sent it off its way. */
export function lossesOf(t, i) {
	const found = [];

	for (let k = t.first[i]; t.aside.length && k + 1 < t.first[i + 1]; k++)
		if (t.aside[k + 1] && !t.aside[k])
			found.push(k);
	if (t.hops[i] && t.end[i] !== ARRIVED)
		found.push(t.first[i + 1] - 1);
	return found;
}

/* Where nodes store words: a clock in which one sees that hop k of trail i was the last on its way. */
export const momentOf = (t, i, k) => k + 1 < t.first[i + 1] ? t.hopClock[k + 1] + t.hopTakes[k + 1] / 2 : t.hopClock[k] + t.hopTakes[k];

/* Of steps from..to the words that each link carries, of which some are lost or refused at its end. */
export function carriedIn(t, from, to) {
	const carried = new Float64Array(t.link.length), lost = new Float64Array(t.link.length), { first, list, trail } = t.inStep;

	for (let n = first[Math.max(0, from)]; n < first[Math.min(t.clock.length, to + 1)]; n++) {
		const k = list[n], i = trail[n];

		carried[t.hopLink[k]]++;
		if (k + 1 === t.first[i + 1] ? t.end[i] !== ARRIVED : t.aside[k + 1] && !t.aside[k])
			lost[t.hopLink[k]]++;
	}
	return { carried, lost };
}

/* Losses by level of the vertex and column of so many. */
export function lossesBy(t, columns) {
	const rows = t.levels.map(() => new Float64Array(columns)), row = new Map(t.levels.map((l, k) => [l, k])), all = new Float64Array(columns);

	for (let i = 0; i < t.count; i++)
		for (const k of t.end[i] === LOST && t.underWay(i) ? [] : lossesOf(t, i)) {
			const column = Math.min(columns - 1, Math.floor(t.hopStep[k] * columns / t.clock.length));

			rows[row.get(+t.link[t.hopLink[k]].to.split('.')[0])][column]++;
			all[column]++;
		}
	return { rows, all };
}

/* ---- one trail ---- */

/* The vertex that it has come to. */
export const endOf = (t, i) => t.hops[i] ? t.link[t.hopLink[t.first[i + 1] - 1]].to : null;

export const linksOf = (t, i) => Array.from(t.hopLink.subarray(t.first[i], t.first[i + 1]), id => t.link[id]);

/* The trails of this step that entered a link. */
function trailsOn(t, step, name) {
	const id = t.byName.get(name)?.id, { first, list, trail } = t.inStep, found = [];

	for (let n = first[step]; n < first[step + 1]; n++)
		if (t.hopLink[list[n]] === id)
			found.push(trail[n]);
	return found;
}

/* The link that a lost try asked for, and who took it: where the way is known. */
export function winnersOf(t, i) {
	const way = t.run.ways.get(t.source[i] * t.run.leaves + t.destination[i]), k = t.hops[i];

	if (!way || k + 1 >= way.length)
		return null;
	return { from: way[k], to: way[k + 1], trails: trailsOn(t, t.step[i], `${way[k]} to ${way[k + 1]}`).filter(j => j !== i) };
}

/* Behind hop k, from which it was sent off its way: the tries that went on from that vertex instead. */
export function intrudersOf(t, k) {
	const { link, hopLink, hopStep, inStep: { first, list, trail } } = t, own = link[hopLink[k + 1]], level = own.to.split('.')[0], found = [];

	for (let n = first[hopStep[k + 1]]; n < first[hopStep[k + 1] + 1]; n++) {
		const other = link[hopLink[list[n]]];

		if (other !== own && other.from === own.from && other.to.split('.')[0] === level && !t.aside[list[n]])
			found.push(trail[n]);
	}
	return found;
}

/* The tries that show in this clock but do not arrive; where nodes store words, all that are on their way. */
export function trailsAt(t, clock) {
	const now = stepAt(t, clock), found = [], back = t.stores ? t.longest + 1 : 1;

	for (let i = countUpTo(t.step, now) - 1; i >= 0 && t.step[i] >= now - back; i--)
		if (t.stores ? clock >= t.from[i] && clock < t.until[i] : t.end[i] !== ARRIVED && isShown(t, i, clock))
			found.push(i);
	return found;
}

/* A lost try stays where it ended until others set out. */
function isShown(t, i, clock) {
	const begin = t.clock[t.step[i]] + t.lead.start;

	return clock >= begin && clock < Math.max(begin + t.run.slot, begin + t.lead.hop * t.hops[i] + t.run.slot / 4);
}

/* Links that it has entered, and the part of the last one: [whole links, share]. */
export function progressOf(t, i, clock) {
	if (!t.stores) {
		const f = t.lead.hop ? Math.max(0, clock - t.clock[t.step[i]] - t.lead.start) / t.lead.hop : t.hops[i];

		return Math.min(f, t.hops[i]);
	}
	let k = t.first[i];

	while (k + 1 < t.first[i + 1] && t.hopClock[k + 1] <= clock)
		k++;
	return k - t.first[i] + Math.max(0, Math.min(1, (clock - t.hopClock[k]) / t.hopTakes[k]));
}

/* Whether the link that it is on, or has passed last, leads off its way. */
export const isAside = (t, i, done) => t.aside.length > 0 && t.aside[t.first[i] + Math.max(0, Math.ceil(done) - 1)] > 0;
