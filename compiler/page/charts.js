/* charts.js: small drawings of figures, as SVG. Colours are classes of page.css. */
import { grouped3 } from './dom.js';

export function svgElement(name, attributes = {}, ...children) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', name);

	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	element.append(...children);
	return element;
}

export const words = (x, y, text, anchor = 'start', kind = '') => svgElement('text', { x, y, 'text-anchor': anchor, class: kind }, text);

/* 1, 2 or 5 times a power of ten, so that at most `ticks` steps reach `most`. */
export function stepFor(most, ticks) {
	const least = Math.max(1, most / ticks), power = 10 ** Math.floor(Math.log10(least));

	return [1, 2, 5, 10].map(k => k * power).find(step => step >= least);
}

const chart = (width, height, label) => svgElement('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': label });

/* Lines across, with their values on the left. */
function grid(svg, box, most, y) {
	const step = stepFor(most, 4);

	for (let v = 0; v <= most; v += step)
		svg.append(svgElement('line', { x1: box.left, x2: box.right, y1: y(v), y2: y(v), class: 'grid' }), words(box.left - 5, y(v) + 3.5, grouped3(v), 'end'));
}

/* Latencies of `all` and, before them, of `part`; the marks are [name, clocks]. */
export function histogram(all, part, marks, label) {
	const width = 420, height = 190, box = { left: 44, right: width - 14, top: 22, bottom: height - 34 };
	const step = stepFor(all.max + 1, 36), bins = Math.floor(all.max / step) + 1, svg = chart(width, height, label);
	const counts = figures => {
		const count = new Float64Array(bins);

		figures?.sorted.forEach(v => count[Math.floor(v / step)]++);
		return count;
	};
	const a = counts(all), b = counts(part), most = Math.max(1, ...a);
	const x = v => box.left + v / (bins * step) * (box.right - box.left), y = n => box.bottom - n / most * (box.bottom - box.top);
	const bar = (i, n, kind) => svgElement('rect', { x: x(i * step) + 0.5, y: y(n), width: Math.max(0.8, x(step) - x(0) - 1), height: box.bottom - y(n), class: kind },
		svgElement('title', {}, `${i * step} to ${(i + 1) * step - 1} clocks: ${n} words`));

	grid(svg, box, most, y);
	for (let i = 0; i < bins; i++) {
		if (a[i])
			svg.append(bar(i, a[i], part ? 'bar faint' : 'bar'));
		if (b[i])
			svg.append(bar(i, b[i], 'bar'));
	}
	let limit = box.right + 6;

	/* From the right to the left: names beside each other. */
	for (const [name, clocks] of marks.slice().reverse()) {
		const at = x(Math.min(clocks, bins * step)), text = `${name} ${grouped3(clocks)}`, room = 6.8 * text.length;
		const end = Math.min(limit - 6, at + room / 2);

		svg.append(svgElement('line', { x1: at, x2: at, y1: box.top - 4, y2: box.bottom, class: 'mark' }), words(end, box.top - 8, text, 'end', 'strong'));
		limit = end - room;
	}
	for (let v = 0, s = stepFor(bins * step, 6); v <= bins * step; v += s)
		svg.append(words(x(v), box.bottom + 14, grouped3(v), x(v) > box.right - 12 ? 'end' : 'middle'));
	svg.append(words(box.right, height - 4, 'clocks from creation to delivery', 'end'));
	return svg;
}

/* Many rectangles as few elements: one path for each fill. rects: [fill, x, y, width, height]. */
function filled(rects) {
	const paths = new Map();

	for (const [fill, x, y, width, height] of rects)
		paths.set(fill, `${paths.get(fill) ?? ''}M${+x.toFixed(2)} ${+y.toFixed(2)}h${+width.toFixed(2)}v${+height.toFixed(2)}h${-width.toFixed(2)}z`);
	return [...paths].map(([fill, d]) => svgElement('path', { d, style: `fill: ${fill}` }));
}

/* What is under the pointer is the drawing's title. placeAt(x, y): null, or a place that title() and pick() understand. */
function pointed(svg, placeAt, title, pick) {
	const box = () => svg.getBoundingClientRect(), says = svgElement('title'), view = svg.viewBox.baseVal;
	const at = event => placeAt((event.clientX - box().left) / box().width * view.width, (event.clientY - box().top) / box().height * view.height);

	svg.append(says);
	svg.addEventListener('pointermove', event => {
		const place = at(event), text = place === null ? '' : title(place);

		svg.style.cursor = place === null ? '' : 'pointer';
		if (says.textContent !== text)
			says.textContent = text;
	});
	svg.addEventListener('click', event => {
		const place = at(event);

		if (place !== null)
			pick(place);
	});
	/* The point of the window that shows a point of the drawing. */
	svg.toWindow = (x, y) => [box().left + x / view.width * box().width, box().top + y / view.height * box().height];
	return svg;
}

/* Groups of sources by groups of destinations. paint(colour): colour(i, j) of a cell or null; mark([i, j]): a cell is chosen, a row and a
 * column where one of them is below 0, or nothing, null. pick(i, j): one is clicked. */
export function matrix(groups, name, title, pick) {
	const side = 300, left = 40, top = 30, size = side / groups, gap = groups > 40 ? 0 : 1, every = groups <= 16 ? 1 : groups <= 32 ? 4 : 8;
	const svg = chart(left + side + 4, top + side + 4, 'Words by source and destination'), cells = svgElement('g'), mark = svgElement('rect', { class: 'chosen', visibility: 'hidden' });
	const place = (value, from) => value < from || value >= from + side ? -1 : Math.floor((value - from) / size);

	svg.append(words(left + side / 2, 11, 'destination', 'middle'), svgElement('text', { x: 9, y: top + side / 2, 'text-anchor': 'middle', transform: `rotate(-90 9 ${top + side / 2})` }, 'source'));
	for (let i = 0; i < groups; i += every)
		svg.append(words(left + (i + 0.5) * size, top - 5, name(i), 'middle', 'tiny'), words(left - 4, top + (i + 0.5) * size + 3, name(i), 'end', 'tiny'));
	svg.append(cells, mark);
	svg.paint = colour => cells.replaceChildren(...filled(Array.from({ length: groups * groups }, (_, k) => [colour(Math.floor(k / groups), k % groups) ?? 'var(--card)',
		left + k % groups * size, top + Math.floor(k / groups) * size, size - gap, size - gap])));
	svg.mark = chosen => {
		mark.setAttribute('visibility', chosen ? 'visible' : 'hidden');
		for (const [key, value] of chosen ? Object.entries({ x: left + Math.max(0, chosen[1]) * size, y: top + Math.max(0, chosen[0]) * size,
			width: chosen[1] < 0 ? side : size, height: chosen[0] < 0 ? side : size }) : [])
			mark.setAttribute(key, value);
	};
	svg.centreOf = (i, j) => svg.toWindow(left + (j + 0.5) * size, top + (i + 0.5) * size);
	return pointed(svg, (x, y) => {
		const cell = [place(y, top), place(x, left)];

		return cell.includes(-1) ? null : cell;
	}, ([i, j]) => title(i, j), ([i, j]) => pick(i, j));
}

const WIDE = { width: 860, left: 60, right: 852, top: 20 };

/* A value for each of the columns, and a cursor: moveTo(share of the time). */
export function timeLine(values, slots, label) {
	const height = 110, box = { ...WIDE, bottom: height - 18 }, svg = chart(WIDE.width, height, label), most = Math.max(1, ...values);
	const x = share => box.left + share * (box.right - box.left), y = v => box.bottom - v / most * (box.bottom - box.top);
	const cursor = svgElement('line', { y1: box.top, y2: box.bottom, class: 'cursor' });
	let d = `M${box.left} ${box.bottom}`;

	values.forEach((v, i) => { d += `L${x(i / values.length).toFixed(1)} ${y(v).toFixed(1)}H${x((i + 1) / values.length).toFixed(1)}`; });
	grid(svg, box, most, y);
	svg.append(svgElement('path', { d: `${d}V${box.bottom}Z`, class: 'area' }), words(box.left, 11, label), cursor);
	for (let s = 0, step = stepFor(slots, 8); s <= slots; s += step)
		svg.append(words(x(s / slots), height - 4, grouped3(s), s > slots * 0.97 ? 'end' : 'middle'));
	svg.moveTo = share => { cursor.setAttribute('x1', x(share)); cursor.setAttribute('x2', x(share)); };
	svg.shareAt = share => Math.min(1, Math.max(0, (share * WIDE.width - box.left) / (box.right - box.left)));
	return svg;
}

/* Bars side by side for each leaf: `kinds` are [colour, what, values]. mark(l): a leaf is chosen; -1: none. */
export function leafBars(kinds, label, name, pick) {
	const height = 112, box = { ...WIDE, bottom: height - 16 }, svg = chart(WIDE.width, height, label), leaves = kinds[0][2].length;
	const most = kinds.reduce((m, [, , values]) => values.reduce((n, v) => Math.max(n, v), m), 1), pitch = (box.right - box.left) / leaves, y = v => box.bottom - v / most * (box.bottom - box.top);
	const mark = svgElement('rect', { y: box.top, width: pitch, height: box.bottom - box.top, class: 'hit', visibility: 'hidden' });

	svg.append(mark);
	grid(svg, box, most, y);
	svg.append(words(box.left, 11, label), ...filled(kinds.flatMap(([colour, , values], k) => Array.from(values, (v, l) => [colour,
		box.left + (l + 0.1 + 0.8 * k / kinds.length) * pitch, y(v), 0.8 * pitch / kinds.length, box.bottom - y(v)]))));
	for (let l = 0; l < leaves; l += leaves <= 20 ? 1 : Math.ceil(leaves / 16))
		svg.append(words(box.left + (l + 0.5) * pitch, height - 4, name(l).replace(/\D+/, ''), 'middle', 'tiny'));
	svg.mark = leaf => {
		mark.setAttribute('visibility', leaf < 0 ? 'hidden' : 'visible');
		mark.setAttribute('x', box.left + Math.max(0, leaf) * pitch);
	};
	return pointed(svg, x => x < box.left || x >= box.right ? null : Math.floor((x - box.left) / pitch),
		l => `${name(l)}: ${kinds.map(([, what, values]) => `${values[l]} ${what}`).join(', ')}`, pick);
}

/* Rows of [name, values], each value a cell of a colour; pick(k): column k is clicked. */
export function lossMap(rows, colour, label, pick) {
	const high = 13, height = 24 + high * rows.length, svg = chart(WIDE.width, height, label), columns = rows[0][1].length, pitch = (WIDE.right - WIDE.left) / columns;

	svg.append(words(WIDE.left, 11, label));
	rows.forEach(([name], r) => svg.append(words(WIDE.left - 5, WIDE.top + r * high + 10, `level ${name}`, 'end')));
	svg.append(...filled(rows.flatMap(([, values], r) => [['var(--card)', WIDE.left, WIDE.top + r * high, WIDE.right - WIDE.left, high - 1],
		...Array.from(values, (n, k) => [colour(n), WIDE.left + k * pitch, WIDE.top + r * high, Math.max(0.6, pitch), high - 1]).filter(([fill]) => fill)])));
	return pointed(svg, (x, y) => {
		const column = Math.floor((x - WIDE.left) / pitch), row = Math.floor((y - WIDE.top) / high);

		return column < 0 || column >= columns || row < 0 || row >= rows.length ? null : [row, column];
	}, ([row, column]) => `level ${rows[row][0]}: ${rows[row][1][column]} lost or refused`, ([, column]) => pick(column));
}
