/* words.js: what the canvas shows in a clock: words that move, wait and are lost; and, of rows, what stands still behind them. */
import { $, grouped3, plural } from './dom.js';
import { countUpTo, movingAt, waitingAt } from './run.js';
import { pointAt } from './geometry.js';
import { svgElement } from './charts.js';
import { FONT, makeSprites } from './sprites.js';
import { isDark } from './theme.js';
import { SHOWN_WAITING } from './stage.js';
import { ARRIVED, isAside, progressOf, stepAt, trailsAt } from './trails.js';

/* Of what is not chosen. */
const PALE = 0.13;

export function makeWords(page) {
	const { run, meta, stage, colours, choice, links } = page, { place, pen, radius, small, view } = stage, trails = run.trails;
	const still = matchMedia('(prefers-reduced-motion: reduce)').matches, sprites = makeSprites(stage, colours);
	const words = { spots: [] };		/* [x, y, word] of each that shows */

	function dot(x, y, i) {
		pen.globalAlpha = choice.has(i) ? 1 : PALE;
		sprites.word(x, y, colours.word(i), small ? '' : String(colours.destinationOf(i) + meta.first));
		if (choice.now?.word === i) {
			pen.beginPath();
			pen.arc(x, y, radius, 0, 7);
			pen.strokeStyle = colours.named.pick;
			pen.lineWidth = 2.5;
			pen.stroke();
		}
		pen.globalAlpha = 1;
		words.spots.push([x, y, i]);
	}

	/* The lines of a word that is chosen. */
	function drawWay(i) {
		pen.strokeStyle = colours.named.pick;
		pen.lineWidth = 2.4;
		pen.beginPath();
		place.line(i).forEach((segment, k) => segment.forEach(([x, y], n) => k + n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
		pen.stroke();
	}

	/* How many words wait: at a leaf that has others below it. */
	function badge(p, count) {
		pen.fillStyle = colours.named.pick;
		pen.beginPath();
		pen.arc(p.x + p.width / 2, p.y - p.height / 2, 7, 0, 7);
		pen.fill();
		label(count, p.x + p.width / 2, p.y - p.height / 2 + 3, `bold 8px ${FONT}`, colours.named.ground);
	}

	function label(text, x, y, font, colour) {
		pen.fillStyle = colour;
		pen.font = font;
		pen.textAlign = 'center';
		pen.fillText(text, x, y);
	}

	function drawWaiting() {
		let waiting = 0;

		for (let l = 0; l < run.leaves; l++) {
			const { count, first } = waitingAt(run, l, page.clock, stage.inRow && !small ? SHOWN_WAITING : 0), p = place.place[l], below = p.y + p.height / 2 + 24;

			waiting += count;
			if (place.rows && count > 0) {
				pen.fillStyle = colours.named.pick;
				pen.fillRect(p.x - p.width / 2, p.y - 6 - Math.min(44, 2 * count), p.width, Math.min(44, 2 * count));
			}
			if (stage.drawn && !stage.inRow && count > 0)
				badge(p, count);
			first.forEach((i, k) => dot(p.x, below + k * (2 * radius + 1), i));
			if (first.length && count > first.length)
				label(`+${count - first.length}`, p.x, below + SHOWN_WAITING * (2 * radius + 1), `${stage.pitch < 26 ? 6.5 : 9}px ${FONT}`, colours.named.soft);
		}
		return waiting;
	}

	/* Tries that do not arrive, and words on their way from node to node. */
	function drawTrails() {
		const shown = trailsAt(trails, page.clock), beside = new Map();
		let lost = 0;

		for (const i of shown) {
			const done = still && !trails.stores ? trails.hops[i] : progressOf(trails, i, page.clock), stops = trails.end[i] !== ARRIVED && done >= trails.hops[i] && !trails.underWay(i);
			let [x, y] = trails.hops[i] ? pointAt(place.trailLine(i), done / trails.hops[i]) : [place.place[trails.source[i]].x, place.place[trails.source[i]].y];

			if (trails.stores && done % 1 === 0) {	/* words that wait in a node stand beside each other */
				const key = `${Math.round(x)} ${Math.round(y)}`, many = beside.get(key) ?? 0;

				beside.set(key, many + 1);
				x += (many + 1) * radius * 1.3;
				y -= radius;
			}
			const word = trails.word[i] >= 0 ? trails.word[i] : -1 - i;

			dot(x, y, word);
			if (stops || isAside(trails, i, done)) {
				pen.globalAlpha = choice.has(word) ? 1 : PALE;
				sprites.cross(x, y);
				pen.globalAlpha = 1;
			}
			lost += stops;
		}
		return { shown: shown.length, lost };
	}

	/* ---- what stands still ---- */
	const ground = place.rows ? document.createElement('canvas') : null;
	let standing = '';

	if (ground)
		stage.canvas.before(ground);

	function drawRows() {
		const key = `${stage.scale} ${isDark()} ${choice.now?.leaf} ${links?.version}`;

		if (key === standing)
			return;
		standing = key;
		ground.width = stage.canvas.width;
		ground.height = stage.canvas.height;
		drawGround(ground.getContext('2d'));
	}

	function drawGround(pen) {
		pen.scale(stage.scale, stage.scale);
		pen.fillStyle = colours.named.soft;
		pen.font = `12px ${FONT}`;
		pen.textAlign = 'left';
		pen.fillText(`${meta.ends} that send, above them how many words wait`, place.place[0].x, 14);
		pen.fillText(`${meta.ends} that receive`, place.place[0].x, place.height - 2);
		if (place.strips)
			links.drawCells(pen, colours.named.soft);
		for (const row of [place.place, place.target])
			row.forEach((p, l) => {
				pen.fillStyle = choice.now?.leaf === l ? colours.named.pick : colours.named.nodeline;
				pen.fillRect(p.x - p.width / 2, p.y - 4, p.width, 8);
			});
	}

	/* ---- all ---- */
	function drawMoving(moving) {
		for (const i of moving)
			if (!trails?.stores || !trails.hops[trails.ofWord[i].at(-1)])
				dot(...pointAt(place.line(i), still ? 0.5 : (page.clock - run.start[i]) / (run.delivered[i] - run.start[i])), i);
	}

	/* Returns a sentence that says what shows. */
	words.draw = playing => {
		const moving = movingAt(run, page.clock), { scale } = stage;

		pen.setTransform(1, 0, 0, 1, 0, 0);
		pen.clearRect(0, 0, stage.canvas.width, stage.canvas.height);
		pen.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
		words.spots = [];
		if (links)
			links.paint($('links').value, Math.max(0, Math.min(stepAt(trails, page.clock), trails.steps - 1)), isDark(), playing);
		if (place.rows)
			drawRows();
		if (choice.now && 'word' in choice.now)
			drawWay(choice.now.word);
		const waiting = drawWaiting(), tried = trails ? drawTrails() : null;

		drawMoving(moving);
		return playing ? '' : `${plural(trails?.stores ? tried.shown : moving.length, 'word')} under way, ${tried && !trails.stores && !run.meta.counted ? `${plural(tried.shown, 'try')} lost, ` : ''}`
			+ `${grouped3(waiting)} waiting, ${grouped3(countUpTo(run.delivered, page.clock))} of ${grouped3(run.count)} have arrived.`;
	};
	/* The word that shows at a point, or -1. */
	words.at = (x, y) => {
		let best = (radius + 4) ** 2, found = -1;

		for (const [a, b, i] of words.spots)
			if (i >= 0 && (a - x) ** 2 + (b - y) ** 2 < best) {
				best = (a - x) ** 2 + (b - y) ** 2;
				found = i;
			}
		return found;
	};
	/* On paper a canvas hides what is behind it: the words are parts of the drawing there. Returns the part. */
	words.asDrawing = () => svgElement('g', {}, ...words.spots.map(([x, y, i]) => svgElement('g', { opacity: choice.has(i) ? 1 : PALE },
		svgElement('circle', { cx: x, cy: y, r: radius, fill: colours.word(i) }),
		svgElement('text', { x, y: y + radius * 0.42, 'text-anchor': 'middle', style: `fill: #fff; font-size: ${radius * 1.15}px` }, colours.destinationOf(i) + meta.first))));
	words.layers = () => [ground, stage.canvas].filter(Boolean);
	return words;
}
