/* stage.js: where the network is shown: the machine's drawing, or rows of links, and a canvas for the words over it. */
import { $ } from './dom.js';
import { drawnGeometry, rowGeometry, shiftOf } from './geometry.js';

/* Words that are shown of those that wait at a leaf. */
export const SHOWN_WAITING = 3;

/* Of more leaves words have no numbers; a drawing of this width has the page's. */
const MOST_NUMBERED = 64, WIDE_DRAWING = 1100;

/* The page has its own heading, and needs room for words that wait below their leaves. A wide drawing leaves out its table. */
function cropped(picture, at, radius) {
	const nodes = [...picture.querySelectorAll('[data-node]')].map(e => {
		const { x, y, width, height } = e.getBBox();

		return { x: x + shiftOf(e), y, width, height };
	}), over = f => Math.max(...nodes.map(f));

	picture.querySelectorAll('.page, .title, .subtitle').forEach(e => e.remove());
	removeSecondTable(picture);
	const content = picture.getBBox(), wide = at.width > WIDE_DRAWING, left = wide ? -over(b => -b.x) - 26 : content.x - 10, rule = picture.querySelector('.rule');
	const top = wide ? -over(b => -b.y) - 12 : Math.min(-over(b => -b.y) - 34, rule ? rule.getBBox().y - 18 : Infinity);
	const right = over(b => b.x + b.width) + 26;
	const bottom = Math.max(content.y + content.height, over(b => b.y + b.height) + 24 + (SHOWN_WAITING + 0.3) * (2 * radius + 1));

	return { x: left, y: top, width: right - left, height: bottom - top };
}

/* Of a second chip the table that stands beside its drawing would stand between both. */
function removeSecondTable(picture) {
	for (const chip of picture.querySelectorAll('[data-shift]')) {
		const left = Math.min(...[...chip.querySelectorAll('[data-node]')].map(e => e.getBBox().x));

		[...chip.children].filter(e => e instanceof SVGGraphicsElement && e.getBBox().x + e.getBBox().width < left - 4).forEach(e => e.remove());
	}
}

/* Leaves are what keys reach. */
function makeButtons(run, place, choose) {
	place.leaf.forEach((e, l) => {
		e.setAttribute('tabindex', 0);
		e.setAttribute('role', 'button');
		e.setAttribute('aria-label', run.name(l));
		e.addEventListener('keydown', event => {
			if (event.key === 'Enter')
				choose({ leaf: l });
		});
	});
}

function foldDrawing(svg, end) {
	const fold = document.createElement('details'), title = document.createElement('summary');

	title.textContent = `The drawing of the network, which does not show each ${end}`;
	fold.append(title, svg);
	$('texts').prepend(fold);
}

/* Puts drawing and cards where there is room for them. */
function arrange(stage, run, choose) {
	const { svg, view, drawn } = stage;

	if (drawn) {
		svg.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
		svg.removeAttribute('width');
		svg.removeAttribute('height');
		svg.setAttribute('role', 'group');
		makeButtons(run, stage.place, choose);
		$('stage').style.maxWidth = `${1.35 * view.width}px`;
	}
	if (!drawn || view.width > WIDE_DRAWING) {
		$('main').prepend($('network'));
		$('time').after($('chosen'));
	}
	if (!drawn) {
		$('stage').classList.add('rows');
		if (svg)
			foldDrawing(svg, run.meta.end);
	}
}

/* place: the geometry; view: its part that shows; radius: of a word; scale: pixels of the canvas for a unit. choose(): what is chosen. */
export function makeStage(run, choose) {
	const svg = $('stage').querySelector('svg'), canvas = $('dots');
	const drawn = svg && drawnGeometry(run, svg), place = drawn ?? rowGeometry(run), small = run.leaves > MOST_NUMBERED;
	const pitch = run.leaves > 1 ? Math.hypot(place.place[1].x - place.place[0].x, place.place[1].y - place.place[0].y) : 40;
	const radius = small ? 2.6 : Math.max(5, Math.min(8, pitch * 0.36));
	const stage = { svg, canvas, pen: canvas.getContext('2d'), drawn: Boolean(drawn), place, small, pitch, radius, scale: 1,
		inRow: Boolean(drawn) && place.place.every(p => Math.abs(p.y - place.place[0].y) < 1),
		view: drawn ? cropped(svg, place, radius) : { x: 0, y: 0, width: place.width, height: place.height } };

	stage.resize = () => {
		const width = $('stage').clientWidth, height = width * stage.view.height / stage.view.width, ratio = Math.min(2, devicePixelRatio || 1);

		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
		if (!drawn)
			canvas.style.height = `${height}px`;
		stage.scale = canvas.width / stage.view.width;
	};
	/* A point of the window, in the drawing. */
	stage.pointOf = (x, y) => {
		const box = canvas.getBoundingClientRect();

		return [(x - box.left) / box.width * stage.view.width + stage.view.x, (y - box.top) / box.height * stage.view.height + stage.view.y];
	};
	/* The nearest leaf, if the point is on one or close to it; -1: none. */
	stage.leafAt = (x, y) => {
		const reach = Math.max(9, (place.pitch ?? 0) / 2);
		let best = Infinity, found = -1;

		for (const row of [place.place, place.target ?? []])
			for (let l = 0; l < row.length; l++) {
				const across = Math.abs(row[l].x - x), along = Math.abs(row[l].y - y);

				if (across <= Math.max(reach, row[l].width / 2) && along <= 6 + row[l].height && across + along < best) {
					best = across + along;
					found = l;
				}
			}
		return found;
	};
	arrange(stage, run, choose);
	return stage;
}
