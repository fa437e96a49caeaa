/* trails.js: the tries of words and the links that they enter, as the model in C has told them; what carries how much, and who lost to
 * whom. A trail is one try; where nodes store words, a whole way with waits. */
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
	const { trailStep: step, trailWord, trailEnd: end, trailHops: hops, stepClock: clock } = columns, count = step.length;
	const source = new Float64Array(count), destination = new Float64Array(count), word = new Float64Array(count);
	const t = {
		run, count, step, end, hops, clock, source, destination, word, wait: columns.hopWait, wire: columns.hopWire,
		first: placesOf(hops), steps: meta.trailSteps, stores: columns.hopWait.length > 0,
		link: meta.links.map(([from, to, wires], id) => ({ id, name: `${from} to ${to}`, from, to, wires })),
	};

	for (let i = 0, stranger = 0; i < count; i++) {
		word[i] = trailWord[i] - 1;
		source[i] = word[i] >= 0 ? run.source[word[i]] : columns.strangerSource[stranger];
		destination[i] = word[i] >= 0 ? run.destination[word[i]] : columns.strangerDestination[stranger];
		stranger += word[i] < 0;
	}
	t.byName = new Map(t.link.map(l => [l.name, l]));
	t.hopLink = columns.hopLink.length ? columns.hopLink : linksByWays(t);
	t.hopStep = stepsOfHops(t);
	t.ofWord = Array.from({ length: run.count }, () => []);
	for (let i = 0; i < count; i++)
		if (word[i] >= 0)
			t.ofWord[word[i]].push(i);
	t.lead = leadOf(t);
	t.last = Float64Array.from({ length: count }, (_, i) => hops[i] ? t.hopStep[t.first[i + 1] - 1] : step[i]);
	/* Its last node still had it when the run ended. */
	t.underWay = i => t.stores && t.last[i] + 1 >= t.clock.length;
	t.loses = end.some((e, i) => e !== ARRIVED && !t.underWay(i));
	t.longest = t.last.reduce((most, s, i) => Math.max(most, s - step[i]), 0);
	t.inStep = hopsByStep(t);
	t.levels = levelsOf(t);
	return t;
}

/* Where each pair has one way, links follow from it. */
function linksByWays(t) {
	const links = new Float64Array(t.first[t.count]);

	for (let i = 0; i < t.count; i++) {
		const way = t.run.ways.get(t.source[i] * t.run.leaves + t.destination[i]);

		for (let k = 0; k < t.hops[i]; k++)
			links[t.first[i] + k] = t.byName.get(`${way[k]} to ${way[k + 1]}`).id;
	}
	return links;
}

function stepsOfHops(t) {
	const steps = new Float64Array(t.first[t.count]);

	for (let i = 0; i < t.count; i++)
		for (let k = t.first[i], at = t.step[i]; k < t.first[i + 1]; k++)
			steps[k] = at += t.wait.length ? t.wait[k] : 0;
	return steps;
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

/* Of steps from..to the words that each link carries, of which some are lost or refused at its end. */
export function carriedIn(t, from, to) {
	const carried = new Float64Array(t.link.length), lost = new Float64Array(t.link.length), { first, list, trail } = t.inStep;

	for (let n = first[Math.max(0, from)]; n < first[Math.min(t.clock.length, to + 1)]; n++) {
		const k = list[n], i = trail[n];

		carried[t.hopLink[k]]++;
		if (k + 1 === t.first[i + 1] && t.end[i] !== ARRIVED)
			lost[t.hopLink[k]]++;
	}
	return { carried, lost };
}

/* Tries that end otherwise than at their leaf, by level of the vertex and column of so many. */
export function lossesBy(t, columns) {
	const rows = t.levels.map(() => new Float64Array(columns)), row = new Map(t.levels.map((l, k) => [l, k])), all = new Float64Array(columns);

	for (let i = 0; i < t.count; i++) {
		if (t.end[i] === ARRIVED || !t.hops[i] || (t.stores && t.end[i] === LOST && t.last[i] + 1 >= t.clock.length))
			continue;
		const column = Math.min(columns - 1, Math.floor(t.last[i] * columns / t.clock.length));

		rows[row.get(+endOf(t, i).split('.')[0])][column]++;
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

/* The tries that show in this clock but do not arrive; where nodes store words, all that are on their way. */
export function trailsAt(t, clock) {
	const now = stepAt(t, clock), found = [], back = t.stores ? t.longest + 1 : 1;

	for (let i = countUpTo(t.step, now) - 1; i >= 0 && t.step[i] >= now - back; i--)
		if (t.stores ? t.last[i] >= now - (t.end[i] === ARRIVED ? 0 : 1) : t.end[i] !== ARRIVED && isShown(t, i, clock))
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

	while (k + 1 < t.first[i + 1] && t.clock[t.hopStep[k + 1]] <= clock)
		k++;
	return k - t.first[i] + Math.max(0, Math.min(1, (clock - t.clock[t.hopStep[k]]) / t.run.slot));
}
