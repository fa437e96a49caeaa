/* geometry.js: where leaves are, and along which lines words move: in the machine's own drawing, by the names that its parts have
 * there; or, where that does not show every leaf, between two rows of leaves. */
import { movingAt, wayOf } from './run.js';

const SAMPLES = 12, ASIDE = 14;

/* The parts of a link, one for each wire, as lines of points. */
function sampledParts(element) {
	const shape = element.tagName === 'g' ? element.querySelector('path') : element;

	return shape.getAttribute('d').split(/(?=M)/).filter(Boolean).map(part => {
		const path = document.createElementNS('http://www.w3.org/2000/svg', 'path'), points = [];

		path.setAttribute('d', part);
		const length = path.getTotalLength();

		for (let k = 0; k <= SAMPLES; k++) {
			const p = path.getPointAtLength(length * k / SAMPLES);

			points.push([p.x, p.y]);
		}
		return points;
	});
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function middleOf(element) {
	const box = element.getBBox();

	return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}

/* From leaf to leaf past all else: a line or, between leaves of a row, an arc. */
function directLine(from, to, room = 0) {
	const a = [from.x, from.y], b = [to.x, to.y], rise = Math.abs(a[1] - b[1]) < 1 ? Math.min(room, 0.45 * distance(a, b)) : 0;

	return [Array.from({ length: SAMPLES + 1 }, (_, k) => {
		const f = k / SAMPLES;

		return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f - 4 * rise * f * (1 - f)];
	})];
}

/* NULL: the drawing does not show every leaf. */
export function drawnGeometry(run, svg) {
	const leaf = Array.from({ length: run.leaves }, (_, l) => svg?.querySelector(`[data-leaf="${l}"]`));

	if (leaf.some(e => !e))
		return null;
	const nodes = new Map([...svg.querySelectorAll('[data-node]')].map(e => [e.dataset.node, middleOf(e.firstElementChild)]));
	const links = new Map(), lines = new Map(), names = new Map(), box = svg.viewBox.baseVal, place = leaf.map(e => middleOf(e.firstElementChild));

	const highest = Math.min(...[...nodes.values()].map(n => n.y));

	/* The lines of a link, from its first end to its second one. */
	function partsOf(from, to) {
		const name = `${from} to ${to}`;

		if (links.has(name))
			return links.get(name);
		const element = svg.querySelector(`[data-link="${name}"]`), a = nodes.get(from), b = nodes.get(to);
		let parts = element ? sampledParts(element) : [[[a.x, a.y], [b.x, b.y]]];

		if (element && distance(parts[0][0], [a.x, a.y]) > distance(parts[0][SAMPLES], [a.x, a.y]))
			parts = parts.map(points => points.slice().reverse());
		links.set(name, parts);
		return parts;
	}

	/* The links of a way. */
	function linksOf(way) {
		if (way && !names.has(way))
			names.set(way, new Set(way.slice(1).map((to, k) => `${way[k]} to ${to}`)));
		return names.get(way) ?? new Set();
	}

	/* A word's wires are not in the log: words that move at once take different ones, and pass a node side by side. */
	function lineOf(i) {
		const way = wayOf(run, i);

		if (!way)
			return directLine(place[run.source[i]], place[run.destination[i]], place[run.source[i]].y - highest);
		const others = movingAt(run, run.start[i]).filter(j => j !== i && wayOf(run, j));
		const beside = others.map(j => [j, linksOf(wayOf(run, j)), wayOf(run, j)]);
		const segments = [...linksOf(way)].map((name, k) => {
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

	return {
		width: box.width, height: box.height, leaf, place,
		line(i) {
			if (!lines.has(i)) {
				if (lines.size > 4096)
					lines.clear();
				lines.set(i, lineOf(i));
			}
			return lines.get(i);
		},
	};
}

/* Sources above, destinations below. */
export function rowGeometry(run) {
	const width = 1200, height = 260, left = 30, pitch = (width - 2 * left) / run.leaves;
	const at = (leaf, y) => ({ x: left + (leaf + 0.5) * pitch, y, width: Math.max(1, pitch * 0.7), height: 8 });
	const place = Array.from({ length: run.leaves }, (_, l) => at(l, 70)), target = place.map((_, l) => at(l, height - 26));

	return { width, height, place, target, pitch, rows: true, line: i => directLine(place[run.source[i]], target[run.destination[i]]) };
}

/* The point of a line at 0 <= f <= 1; each of its segments takes as long. */
export function pointAt(segments, f) {
	const all = Math.min(segments.length - 1e-6, Math.max(0, f * segments.length)), points = segments[Math.floor(all)] ?? segments.at(-1);
	const within = (all - Math.floor(all)) * (points.length - 1), k = Math.min(points.length - 2, Math.floor(within)), g = within - k;

	return [points[k][0] * (1 - g) + points[k + 1][0] * g, points[k][1] * (1 - g) + points[k + 1][1] * g];
}
