/* geometry.js: where leaves are, and along which lines words move: in the machine's own drawing, by the names that its parts have
 * there; or, where that does not show every leaf, between two rows of leaves. */
import { movingAt, wayOf } from './run.js';
import { linksOf } from './trails.js';

const SAMPLES = 12, ASIDE = 14, APART = 2.2;

/* How far to the right a part of the drawing is from where its numbers say. */
export const shiftOf = element => +(element.closest('[data-shift]')?.dataset.shift ?? 0);

/* The parts of a link, one for each wire, as lines of points. */
function sampledParts(element) {
	const shape = element.tagName === 'g' ? element.querySelector('path') : element, shift = shiftOf(element);

	return shape.getAttribute('d').split(/(?=M)/).filter(Boolean).map(part => {
		const path = document.createElementNS('http://www.w3.org/2000/svg', 'path'), points = [];

		path.setAttribute('d', part);
		const length = path.getTotalLength();

		for (let k = 0; k <= SAMPLES; k++) {
			const p = path.getPointAtLength(length * k / SAMPLES);

			points.push([p.x + shift, p.y]);
		}
		return points;
	});
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function middleOf(element) {
	const box = element.getBBox();

	return { x: box.x + box.width / 2 + shiftOf(element), y: box.y + box.height / 2, width: box.width, height: box.height };
}

/* From leaf to leaf past all else: a line or, between leaves of a row, an arc. */
function directLine(from, to, room = 0) {
	const a = [from.x, from.y], b = [to.x, to.y], rise = Math.abs(a[1] - b[1]) < 1 ? Math.min(room, 0.45 * distance(a, b)) : 0;

	return [Array.from({ length: SAMPLES + 1 }, (_, k) => {
		const f = k / SAMPLES;

		return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f - 4 * rise * f * (1 - f)];
	})];
}

/* Lines side by side, as many as the link has wires; those the other way lie on the other side. */
function straightParts(from, to, wires) {
	const long = Math.max(1e-6, distance(from, to)), across = [(from[1] - to[1]) / long, (to[0] - from[0]) / long];

	return Array.from({ length: wires }, (_, w) => [from, to].map(([x, y]) => [x + across[0] * APART * (w + 0.6), y + across[1] * APART * (w + 0.6)]));
}

/* The segments of parts, joined where they pass a node. */
function joined(segments) {
	for (let k = 0; k + 1 < segments.length; k++)
		if (distance(segments[k].at(-1), segments[k + 1][0]) > 0.1)
			segments[k].push(segments[k + 1][0].slice());
	return segments;
}

/* NULL: the drawing does not show every leaf. */
export function drawnGeometry(run, svg) {
	const leaf = Array.from({ length: run.leaves }, (_, l) => svg?.querySelector(`[data-leaf="${l}"]`));

	if (leaf.some(e => !e))
		return null;
	const nodes = new Map([...svg.querySelectorAll('[data-node]')].map(e => [e.dataset.node, middleOf(e.firstElementChild)]));
	const links = new Map(), lines = new Map(), names = new Map(), trails = run.trails, box = svg.viewBox.baseVal, place = leaf.map(e => middleOf(e.firstElementChild));

	const highest = Math.min(...[...nodes.values()].map(n => n.y));

	/* The lines of a link, from its first end to its second one. */
	function partsOf(from, to) {
		const name = `${from} to ${to}`;

		if (links.has(name))
			return links.get(name);
		const named = (x, y) => svg.querySelector(`[data-link="${x} to ${y}"]`), element = named(from, to) ?? named(to, from), a = nodes.get(from), b = nodes.get(to);
		let parts = element ? sampledParts(element) : straightParts([a.x, a.y], [b.x, b.y], trails?.byName.get(name)?.wires ?? 1);

		if (element && distance(parts[0][0], [a.x, a.y]) > distance(parts[0][SAMPLES], [a.x, a.y]))
			parts = parts.map(points => points.slice().reverse());
		if (element && !named(from, to))	/* a line for both ways */
			parts = parts.map(points => points.map(([x, y]) => [x + APART, y]));
		links.set(name, parts);
		return parts;
	}

	/* The links that a try has entered, each by its wire. */
	function trailLine(i) {
		return joined(linksOf(trails, i).map((link, k) => {
			const parts = partsOf(link.from, link.to), wire = trails.wire[trails.first[i] + k] ?? 0;

			return parts[wire % parts.length].map(point => point.slice());
		}));
	}

	/* The links of a way. */
	function namesOf(way) {
		if (way && !names.has(way))
			names.set(way, new Set(way.slice(1).map((to, k) => `${way[k]} to ${to}`)));
		return names.get(way) ?? new Set();
	}

	/* Without trails a word's wires are not known: words that move at once take different ones, and pass a node side by side. */
	function lineOf(i) {
		const way = wayOf(run, i), tried = trails?.ofWord[i].at(-1);

		if (tried !== undefined && trails.hops[tried])
			return trailLine(tried);

		if (!way)
			return directLine(place[run.source[i]], place[run.destination[i]], place[run.source[i]].y - highest);
		const others = movingAt(run, run.start[i]).filter(j => j !== i && wayOf(run, j));
		const beside = others.map(j => [j, namesOf(wayOf(run, j)), wayOf(run, j)]);
		const segments = [...namesOf(way)].map((name, k) => {
			const parts = partsOf(way[k], way[k + 1]), before = beside.filter(([j, links]) => j < i && links.has(name)).length;

			return parts[before % parts.length].map(point => point.slice());
		});

		for (let k = 0; k + 1 < segments.length; k++) {
			const end = segments[k].at(-1), next = segments[k + 1][0];

			if (distance(end, next) > 0.1) {	/* through the node */
				segments[k].push(next.slice());
				continue;
			}
			const here = beside.filter(([, , vertices]) => vertices[k + 1] === way[k + 1]), before = here.filter(([j]) => j < i).length;
			const aside = (before - here.length / 2) * Math.min(ASIDE, 40 / here.length);

			end[0] += aside;
			next[0] += aside;
		}
		return segments;
	}

	return { width: box.width, height: box.height, leaf, place, nodes, partsOf, line: kept(lineOf), trailLine: kept(trailLine) };
}

/* A function of numbers that remembers what it has returned. */
function kept(make) {
	const known = new Map();

	return i => {
		if (!known.has(i)) {
			if (known.size > 4096)
				known.clear();
			known.set(i, make(i));
		}
		return known.get(i);
	};
}

/* Sources above, destinations below. Between them, if the words' ways are known, a row for the links of each level, up and then down, with
 * a cell for each. */
export function rowGeometry(run) {
	const width = 1200, left = 30, pitch = (width - 2 * left) / run.leaves, strips = run.trails ? stripsOf(run.trails, left, width - left) : null;
	const height = strips ? 110 + STRIP * strips.rows.length + 40 : 260;
	const at = (leaf, y) => ({ x: left + (leaf + 0.5) * pitch, y, width: Math.max(1, pitch * 0.7), height: 8 });
	const place = Array.from({ length: run.leaves }, (_, l) => at(l, 70)), target = place.map((_, l) => at(l, height - 26));
	const spot = l => [place[l].x, place[l].y], end = l => [target[l].x, target[l].y];

	/* From cell to cell; into the first one from the leaf. */
	function trailLine(i) {
		const cells = linksOf(run.trails, i).map(link => strips.cell[link.id]);

		return cells.map(([x, y], k) => [k ? cells[k - 1] : spot(run.trails.source[i]), [x, y]]);
	}

	function lineOf(i) {
		const tried = run.trails?.ofWord[i].at(-1);

		if (!strips || tried === undefined || !run.trails.hops[tried])
			return directLine(place[run.source[i]], target[run.destination[i]]);
		return [...trailLine(tried).slice(0, -1), [strips.cell[run.trails.hopLink[run.trails.first[tried + 1] - 2]] ?? spot(run.source[i]), end(run.destination[i])]];
	}

	return { width, height, place, target, pitch, strips, rows: true, line: kept(lineOf), trailLine: kept(trailLine) };
}

const STRIP = 34, STRIPS_FROM = 110;

/* Rows of links by the levels of their ends; in a row they stand in the order of the end that is nearer to the leaves. */
function stripsOf(trails, left, right) {
	const rank = new Map(trails.levels.map((l, k) => [l, k])), kinds = new Map(), number = name => name.split('.').map(Number);

	for (const link of trails.link) {
		const [a, from] = number(link.from), [b, to] = number(link.to), up = rank.get(a) < rank.get(b), key = up ? rank.get(a) : 1000 - rank.get(b);

		if (!kinds.has(key))
			kinds.set(key, { up, levels: [a, b], links: [] });
		kinds.get(key).links.push({ link, low: up ? from : to, high: up ? to : from });
	}
	const rows = [...kinds.entries()].sort(([a], [b]) => a - b).map(([, row]) => row), cell = [];

	rows.forEach((row, r) => {
		row.y = STRIPS_FROM + STRIP * r;
		row.links.sort((a, b) => a.low - b.low || a.high - b.high);
		row.left = left;
		row.width = (right - left) / row.links.length;
		row.links.forEach(({ link }, k) => { cell[link.id] = [left + (k + 0.5) * row.width, row.y]; });
	});
	return { rows, cell };
}

/* The point of a line at 0 <= f <= 1; each of its segments takes as long. */
export function pointAt(segments, f) {
	const all = Math.min(segments.length - 1e-6, Math.max(0, f * segments.length)), points = segments[Math.floor(all)] ?? segments.at(-1);
	const within = (all - Math.floor(all)) * (points.length - 1), k = Math.min(points.length - 2, Math.floor(within)), g = within - k;

	return [points[k][0] * (1 - g) + points[k + 1][0] * g, points[k][1] * (1 - g) + points[k + 1][1] * g];
}
