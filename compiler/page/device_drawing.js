/* device_drawing.js: a device as a drawing: its meshes with the gates and wires that the circuit uses, and the ways of messages. */
import { svgElement } from './charts.js';

/* North, east, south, west; wires of the two directions lie beside each other. */
const TOWARDS = [[0, -1], [1, 0], [0, 1], [-1, 0]], ASIDE = 0.07;

export function drawDevice(meta, titleOf) {
	const { cell, side, meshes } = meta, svg = svgElement('svg', { viewBox: `-8 -8 ${meta.width + 16} ${meta.height + 16}`, role: 'img' });
	const middle = e => {
		const mesh = Math.floor(e / (side * side)), row = Math.floor(e / side) % side;

		return [meshes[mesh][0] + (e % side + 0.5) * cell, meshes[mesh][1] + (row + 0.5) * cell];
	};
	const add = (name, attributes, ...parts) => {
		const e = svgElement(name, attributes, ...parts);

		svg.append(e);
		return e;
	};

	meshes.forEach(([x, y]) => add('rect', { class: 'mesh', x: x - 6, y: y - 6, width: side * cell + 12, height: side * cell + 12, rx: 4 }));
	meta.channels.forEach(([from, to, width]) => add('path', { class: 'channel', d: `M${from.join(' ')}L${to.join(' ')}`, 'stroke-width': Math.max(3, width) }));
	meta.ways.forEach(way => add('path', { class: 'way', d: way.points.map((p, k) => `${k ? 'L' : 'M'}${p.join(' ')}`).join('') }));
	meta.nodes.forEach(([x, y]) => add('rect', { class: 'crossing', x: x - 9, y: y - 9, width: 18, height: 18, rx: 4 }));
	const wires = meta.wires.map(w => {
		const [x, y] = middle(w >> 2), [dx, dy] = TOWARDS[w & 3], ax = x - dy * ASIDE * cell, ay = y + dx * ASIDE * cell;

		return add('path', { class: 'side', d: `M${ax.toFixed(1)} ${ay.toFixed(1)}L${(ax + dx * cell).toFixed(1)} ${(ay + dy * cell).toFixed(1)}` });
	});
	const gates = meta.gates.map(e => {
		const [x, y] = middle(e), latch = meta.latches.some(l => l.element === e), box = 0.5 * cell;

		return add('rect', { class: latch ? 'gate latch' : 'gate', x: x - box / 2, y: y - box / 2, width: box, height: box, rx: 2 }, svgElement('title', {}, titleOf(e)));
	});

	return { svg, wires, gates, lengths: meta.ways.map(way => lengthsOf(way.points)) };
}

/* Of a way's points how far each is from the first one. */
function lengthsOf(points) {
	let all = 0;

	return points.map(([x, y], k) => all += k ? Math.hypot(x - points[k - 1][0], y - points[k - 1][1]) : 0);
}

/* The point at a share of a way. */
export function pointOfWay(points, lengths, share) {
	const far = share * lengths.at(-1);
	let k = 1;

	while (k + 1 < points.length && lengths[k] < far)
		k++;
	const f = lengths[k] > lengths[k - 1] ? (far - lengths[k - 1]) / (lengths[k] - lengths[k - 1]) : 0;

	return [0, 1].map(i => points[k - 1][i] + f * (points[k][i] - points[k - 1][i]));
}
