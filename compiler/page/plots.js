/* plots.js: a result as plots: any list of objects as points, and the curves of ftc compare, load by load. */
import { grouped3 } from './dom.js';
import { svgElement, words } from './charts.js';
import { element } from './tables.js';
import { columnsOf, isInterval, isRows, named, numberOf, rowName, said } from './values.js';

const WIDTH = 860, HEIGHT = 470, BOX = { left: 66, right: WIDTH - 20, top: 18, bottom: HEIGHT - 44 };
const LEAST_POINTS = 3, LEAST_TICKS = 3, MOST_LABELS = 14;

/* 0.001, 0.5, 12 345 */
const tickName = v => Math.abs(v) >= 1e7 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(0) : grouped3(Number(v.toPrecision(6)));

function linearTicks(least, most) {
	const power = 10 ** Math.floor(Math.log10((most - least) / 6 || 1)), step = [1, 2, 5, 10].map(k => k * power).find(s => s >= (most - least) / 6) ?? 1;
	const ticks = [];

	for (let k = Math.ceil(least / step); k * step <= most + step * 1e-9; k++)
		ticks.push(k * step);
	return ticks;
}

/* 1, 2 and 5 times powers of ten; the powers alone where there are many. */
function logTicks(least, most) {
	const decades = Math.log10(most / least), ticks = [];

	for (let p = Math.floor(Math.log10(least)); 10 ** p <= most; p++)
		for (const k of decades > 3 ? [1] : [1, 2, 5])
			if (k * 10 ** p >= least && k * 10 ** p <= most)
				ticks.push(k * 10 ** p);
	return ticks.length < LEAST_TICKS ? linearTicks(least, most) : ticks;
}

/* { at(value), ticks } between two places of the drawing. */
function axis(values, log, from, to) {
	let least = Math.min(...values), most = Math.max(...values);

	if (log) {
		[least, most] = [least / 1.15, most * 1.15];
		return { ticks: logTicks(least, most), at: v => from + Math.log(v / least) / Math.log(most / least) * (to - from) };
	}
	const margin = 0.05 * (most - least || Math.abs(most) || 1);

	least = least >= 0 && least < 0.4 * most ? 0 : least - margin;
	most += margin;
	return { ticks: linearTicks(least, most), at: v => from + (v - least) / (most - least) * (to - from) };
}

function frame(svg, box, x, y, xName, yName) {
	for (const v of y.ticks)
		svg.append(svgElement('line', { x1: box.left, x2: box.right, y1: y.at(v), y2: y.at(v), class: 'grid' }), words(box.left - 6, y.at(v) + 3.5, tickName(v), 'end'));
	for (const v of x.ticks)
		svg.append(svgElement('line', { x1: x.at(v), x2: x.at(v), y1: box.top, y2: box.bottom, class: 'grid' }), words(x.at(v), box.bottom + 15, tickName(v), 'middle'));
	svg.append(words(box.right, box.bottom + 34, xName, 'end', 'strong'), words(box.left, box.top - 6, yName, 'start', 'strong'));
}

/* ---- points ---- */

/* Columns by which points can be told apart. */
const numberColumns = rows => columnsOf(rows).columns.filter(c => c.number && new Set(rows.map(row => numberOf(c.of(row)))).size > 1);

/* The longest list of a result that makes a plot, as [key, rows]; null: none. */
export function pointsOf(result) {
	const lists = Object.entries(result).filter(([, v]) => isRows(v) && v.length >= LEAST_POINTS && numberColumns(v).length >= 2);

	return lists.sort(([, a], [, b]) => b.length - a.length)[0] ?? null;
}

/* Figures that are for other traffic compare with nothing. */
function comparable(points) {
	const count = new Map();

	for (const p of points)
		count.set(p.row.traffic, (count.get(p.row.traffic) ?? 0) + 1);
	const [usual] = [...count].sort((a, b) => b[1] - a[1])[0] ?? [];

	return points.filter(p => p.row.traffic === usual);
}

/* As compiler/points/front.c: by rising x, what gains more than all that have less. */
export function frontOf(points, upwards) {
	const gain = p => upwards ? p.y : -p.y, front = [];
	let best = -Infinity;

	for (const p of comparable(points).sort((a, b) => a.x - b.x || gain(b) - gain(a)))
		if (gain(p) > best || (front.length > 0 && p.x === front.at(-1).x && gain(p) === best)) {
			front.push(p);
			best = gain(p);
		}
	return front;
}

const option = (value, text, chosen) => element('option', chosen ? { value, selected: '' } : { value }, text);
const select = (label, choices, chosen) => {
	const list = element('select', {}, ...choices.map(([value, text]) => option(value, text, value === chosen)));

	return [element('label', {}, `${label} `, list), list];
};
const tick = (label, checked) => {
	const box = element('input', checked ? { type: 'checkbox', checked: '' } : { type: 'checkbox' });

	return [element('label', {}, box, ` ${label}`), box];
};

const lowIsBetter = key => /latency|clocks|_ns$|dilation|congestion/.test(key);

/* The list as points; choose(row, name). The element has mark(row), which shows that one is chosen. */
export function scatter(rows, title, choose) {
	const columns = numberColumns(rows), keys = columns.map(c => c.key), has = (key, other) => keys.includes(key) ? key : other;
	const [xLabel, xList] = select('x', keys.map(k => [k, named(k)]), has('lut4', keys[0])), [yLabel, yList] = select('y', keys.map(k => [k, named(k)]), has('mbps', has('mhz', keys[1])));
	const [xLogLabel, xLog] = tick('log x', keys.includes('lut4')), [yLogLabel, yLog] = tick('log y', keys.includes('mbps'));
	const [frontLabel, frontList] = select('front', [['up', 'low x, high y'], ['down', 'low x, low y'], ['none', 'none']], lowIsBetter(yList.value) ? 'down' : 'up');
	const stage = element('div'), note = element('p', { class: 'soft' });
	const whole = element('div', {}, element('h2', {}, title), element('div', { class: 'choices' }, xLabel, xLogLabel, yLabel, yLogLabel, frontLabel), stage, note);
	let chosen = null;
	const draw = () => {
		stage.replaceChildren(drawPoints(rows, columns, { x: xList.value, y: yList.value, xLog: xLog.checked, yLog: yLog.checked, front: frontList.value }, choose, note));
		whole.mark(chosen);
	};

	whole.mark = row => {
		chosen = row;
		stage.querySelectorAll('.point').forEach(p => p.classList.toggle('on', p.row === row));
	};
	yList.addEventListener('change', () => { frontList.value = lowIsBetter(yList.value) ? 'down' : 'up'; });
	[xList, yList, xLog, yLog, frontList].forEach(e => e.addEventListener('change', draw));
	draw();
	return whole;
}

function drawPoints(rows, columns, wish, choose, note) {
	const [xColumn, yColumn] = [wish.x, wish.y].map(key => columns.find(c => c.key === key)), fits = (n, log) => !Number.isNaN(n) && (!log || n > 0);
	const points = rows.map((row, i) => ({ row, name: rowName(row, i), x: numberOf(xColumn.of(row)), y: numberOf(yColumn.of(row)) }))
		.filter(p => fits(p.x, wish.xLog) && fits(p.y, wish.yLog)).sort((a, b) => a.x - b.x || a.y - b.y);
	const svg = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'chart scatter', role: 'group', 'aria-label': `${named(wish.y)} over ${named(wish.x)}` });

	note.textContent = points.length < rows.length ? `${rows.length - points.length} of ${rows.length} have no place here: a figure is not known, or has no logarithm.` : '';
	if (points.length === 0)
		return svg;
	const x = axis(points.map(p => p.x), wish.xLog, BOX.left, BOX.right), y = axis(points.map(p => p.y), wish.yLog, BOX.bottom, BOX.top);
	const front = wish.front === 'none' ? [] : frontOf(points, wish.front === 'up'), best = new Set(front);

	frame(svg, BOX, x, y, named(wish.x), named(wish.y));
	svg.append(svgElement('polyline', { class: 'front', points: front.map(p => `${x.at(p.x).toFixed(1)},${y.at(p.y).toFixed(1)}`).join(' ') }));
	for (const p of points) {
		const button = svgElement('g', { class: best.has(p) ? 'point best' : 'point', tabindex: 0, role: 'button', 'data-name': p.name, 'aria-label': `${p.name}: ${named(wish.x)} ${said(xColumn.of(p.row))}, ${named(wish.y)} ${said(yColumn.of(p.row))}` });

		button.append(svgElement('title', {}, button.getAttribute('aria-label')), svgElement('circle', { cx: x.at(p.x), cy: y.at(p.y), r: best.has(p) ? 6 : 5 }));
		button.row = p.row;
		button.addEventListener('click', () => choose(p.row, p.name));
		button.addEventListener('keydown', event => {
			if (event.key === 'Enter' || event.key === ' ') {
				event.preventDefault();
				choose(p.row, p.name);
			}
		});
		svg.append(button);
	}
	addLabels(svg, front.slice(0, MOST_LABELS), x, y);
	return svg;
}

/* Names of the front, as far as they hide no other name. */
function addLabels(svg, front, x, y) {
	const taken = [];

	for (const p of front.slice().reverse()) {
		const room = 6.4 * p.name.length, left = x.at(p.x) - 9 - room > BOX.left, from = left ? x.at(p.x) - 9 - room : x.at(p.x) + 9, at = y.at(p.y) - 5;

		if (taken.some(t => Math.abs(t.at - at) < 12 && t.from < from + room && from < t.from + t.room))
			continue;
		taken.push({ from, at, room });
		svg.append(words(left ? from + room : from, at, p.name, left ? 'end' : 'start', 'label'));
	}
}

/* ---- curves, load by load ---- */

const dashes = ['', '7 3', '2 3', '9 3 2 3'];
const hue = k => ({ class: `k${k % 8}`, 'stroke-dasharray': dashes[Math.floor(k / 8) % dashes.length] });

/* The curves of all networks, by pattern: [pattern, [{ name, k, loads }]]; empty of other results. */
export function curvesOf(result) {
	const patterns = new Map(), networks = isRows(result.networks) ? result.networks : [];

	networks.forEach((network, k) => (network.curves ?? []).filter(c => isRows(c.loads)).forEach(curve => {
		if (!patterns.has(curve.pattern))
			patterns.set(curve.pattern, []);
		patterns.get(curve.pattern).push({ name: network.name, k, loads: curve.loads });
	}));
	return [...patterns];
}

function curvePlot(curves, key, log, title) {
	const height = 300, box = { ...BOX, bottom: height - 44 }, known = l => !Number.isNaN(numberOf(l[key])), all = curves.flatMap(c => c.loads.filter(known));
	const svg = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${height}`, class: 'chart curves', role: 'img', 'aria-label': title });

	if (all.length === 0)
		return svg;
	const x = axis(all.map(l => l.load), false, box.left, box.right), y = axis(all.map(l => numberOf(l[key])), log, box.bottom, box.top);

	frame(svg, box, x, y, 'load: messages per leaf and slot', title);
	for (const { name, k, loads } of curves) {
		const places = loads.filter(known).sort((a, b) => a.load - b.load), group = svgElement('g', hue(k));

		group.append(svgElement('polyline', { class: 'curve', points: places.map(l => `${x.at(l.load).toFixed(1)},${y.at(numberOf(l[key])).toFixed(1)}`).join(' ') }));
		for (const l of places) {
			const half = isInterval(l[key]) ? l[key].half95 ?? 0 : 0, low = numberOf(l[key]) - half, high = numberOf(l[key]) + half;

			if (half > 0 && (!log || low > 0))
				group.append(svgElement('line', { class: 'whisker', 'stroke-dasharray': '', x1: x.at(l.load), x2: x.at(l.load), y1: Math.min(box.bottom, y.at(low)), y2: Math.max(box.top, y.at(high)) }));
			group.append(svgElement('circle', { cx: x.at(l.load), cy: y.at(numberOf(l[key])), r: 3, fill: 'currentColor' }, svgElement('title', {}, `${name}, load ${l.load}: ${said(l[key])}`)));
		}
		svg.append(group);
	}
	return svg;
}

const keyOf = ({ name, k }) => {
	const line = svgElement('svg', { viewBox: '0 0 34 10', 'aria-hidden': 'true' }, svgElement('line', { x1: 0, x2: 34, y1: 5, y2: 5 }));

	return element('span', { class: `keyed k${k % 8}` }, Object.assign(line, { style: `stroke-dasharray: ${hue(k)['stroke-dasharray'] || 'none'}` }), ' ', element('span', {}, name));
};

/* What is accepted, and the latency, over the load. */
export const curvePlots = ([pattern, curves]) => element('div', {}, element('h2', {}, `${pattern}: load by load`), element('p', {}, ...curves.map(keyOf)),
	curvePlot(curves, 'accepted', false, 'accepted, messages per leaf and slot'), curvePlot(curves, 'latency', true, 'latency, clocks, logarithmic'));
