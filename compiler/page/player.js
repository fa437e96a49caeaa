/* player.js: the page: its time, what is chosen, and what is drawn. */
import { readColumns } from './data.js';
import { aliveAt, countUpTo, endSums, latencyFigures, makeRun, measuredPlaces, movingAt, pairSums, waitingAt, wayOf } from './run.js';
import { drawnGeometry, pointAt, rowGeometry } from './geometry.js';
import { grouped3, histogram, leafBars, lossMap, matrix, svgElement, timeLine } from './charts.js';
import { makeLinks } from './links.js';
import { drawingText, imageOf, saveFile } from './save.js';
import { ARRIVED, endOf, lossesBy, progressOf, REFUSED, stepAt, trailsAt, winnersOf } from './trails.js';

/* Milliseconds in which a slot passes at speed 1; words that are shown of those that wait at a leaf; rows of a table; groups of the
 * matrix; leaves that have bars. */
const SLOT_TIME = 900, SHOWN_WAITING = 3, MOST_ROWS = 200, MOST_GROUPS = 64, MOST_BARS = 1024;

const $ = id => document.getElementById(id);
const html = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const plural = (n, word) => `${grouped3(n)} ${word}${n === 1 ? '' : 's'}`;
const fixed = (value, digits) => value === null || value === undefined ? '\u2013' : value.toFixed(digits);

async function startPlayer() {
	const meta = JSON.parse($('meta').textContent), result = JSON.parse($('result').textContent);
	const run = makeRun(meta, result, await readColumns(meta.columns, $('data').textContent.trim()));
	const still = matchMedia('(prefers-reduced-motion: reduce)').matches, last = run.slots * run.slot - 1;
	let clock = 0, playing = false, chosen = null, colours = {}, scale = 1, spots = [], shownSlot = -1, cursor = null;

	$('main').hidden = false;

	/* ---- the network ---- */
	const svg = $('stage').querySelector('svg'), canvas = $('dots'), pen = canvas.getContext('2d');
	const drawn = svg && drawnGeometry(run, svg), place = drawn ?? rowGeometry(run), small = run.leaves > 64, trails = run.trails;
	const pitch = run.leaves > 1 ? Math.abs(place.place[1].x - place.place[0].x) : 40, radius = small ? 2.6 : Math.max(5, Math.min(8, pitch * 0.36));
	const inRow = Boolean(drawn) && place.place.every(p => Math.abs(p.y - place.place[0].y) < 1);
	const view = drawn ? cropped(svg, place) : { x: 0, y: 0, width: place.width, height: place.height };

	/* The page has its own heading, and needs room for words that wait below their leaves. A wide drawing leaves out its table. */
	function cropped(picture, at) {
		const nodes = [...picture.querySelectorAll('[data-node]')].map(e => e.getBBox()), over = f => Math.max(...nodes.map(f));

		picture.querySelectorAll('.page, .title, .subtitle').forEach(e => e.remove());
		const content = picture.getBBox(), left = at.width > 1100 ? -over(b => -b.x) - 26 : content.x - 10, rule = picture.querySelector('.rule');
		const top = at.width > 1100 ? -over(b => -b.y) - 12 : Math.min(-over(b => -b.y) - 34, rule ? rule.getBBox().y - 18 : Infinity);
		const right = over(b => b.x + b.width) + 26;
		const bottom = Math.max(content.y + content.height, over(b => b.y + b.height) + 24 + (SHOWN_WAITING + 0.3) * (2 * radius + 1));

		return { x: left, y: top, width: right - left, height: bottom - top };
	}

	if (drawn) {
		svg.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
		svg.removeAttribute('width');
		svg.removeAttribute('height');
		svg.setAttribute('role', 'group');
		place.leaf.forEach((e, l) => {
			e.setAttribute('tabindex', 0);
			e.setAttribute('role', 'button');
			e.setAttribute('aria-label', run.name(l));
			e.addEventListener('keydown', event => {
				if (event.key === 'Enter')
					choose({ leaf: l });
			});
		});
		$('stage').style.maxWidth = `${1.35 * view.width}px`;
	}
	if (!drawn || view.width > 1100) {
		$('main').prepend($('network'));
		$('time').after($('chosen'));
	}
	if (!drawn) {
		$('stage').classList.add('rows');
		if (svg) {
			const fold = document.createElement('details'), title = document.createElement('summary');

			title.textContent = 'The drawing of the network, which does not show each ' + meta.end;
			fold.append(title, svg);
			$('texts').prepend(fold);
		}
	}

	function resize() {
		const width = $('stage').clientWidth, height = width * view.height / view.width, ratio = Math.min(2, devicePixelRatio || 1);

		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
		if (!drawn)
			canvas.style.height = `${height}px`;
		scale = canvas.width / view.width;
		draw();
	}

	/* ---- colours ---- */
	let dark = matchMedia('(prefers-color-scheme: dark)').matches;

	function setTheme(wanted) {
		dark = wanted;
		document.documentElement.dataset.theme = dark ? 'dark' : 'light';
		$('theme').textContent = dark ? 'Light' : 'Dark';
		const style = getComputedStyle(document.documentElement);

		for (const name of ['ground', 'ink', 'soft', 'pick', 'line', 'node', 'nodeline', 'lost'])
			colours[name] = style.getPropertyValue(`--${name}`).trim();
	}

	/* A word of the log is its number there; a try of another word is -1 - its number among trails. */
	const sourceOf = i => i >= 0 ? run.source[i] : trails.source[-1 - i], destinationOf = i => i >= 0 ? run.destination[i] : trails.destination[-1 - i];
	const hueOf = i => ($('hue').value === 'source' ? sourceOf(i) : destinationOf(i)) * 360 / run.leaves;
	const wordColour = i => `hsl(${hueOf(i).toFixed(0)} ${dark ? 75 : 68}% ${dark ? 70 : 38}%)`;

	/* From pale to strong. */
	function ramp(share) {
		const ends = dark ? [[38, 50, 62], [90, 169, 224], [255, 214, 102]] : [[225, 232, 240], [59, 130, 196], [20, 40, 90]];
		const k = share < 0.5 ? 0 : 1, f = 2 * share - k;

		return `rgb(${ends[k].map((c, n) => Math.round(c + (ends[k + 1][n] - c) * f)).join(',')})`;
	}

	/* A vertex that loses this share of its words. */
	function redden(share) {
		const [from, to] = ['node', 'lost'].map(name => [1, 3, 5].map(k => parseInt(colours[name].slice(k, k + 2), 16)));

		return `rgb(${from.map((c, k) => Math.round(c + (to[k] - c) * share)).join(',')})`;
	}

	/* ---- what is chosen: { leaf }, { pair: [source group, destination group] } or { word } ---- */
	const groups = Math.min(MOST_GROUPS, run.leaves), group = l => Math.floor(l * groups / run.leaves);
	const groupFirst = g => Math.ceil(g * run.leaves / groups) + meta.first;
	const groupName = g => groups === run.leaves ? String(groupFirst(g)) : `${groupFirst(g)}`;

	function isChosen(i) {
		if (!chosen)
			return true;
		if ('leaf' in chosen)
			return sourceOf(i) === chosen.leaf || destinationOf(i) === chosen.leaf;
		if ('pair' in chosen)
			return group(sourceOf(i)) === chosen.pair[0] && group(destinationOf(i)) === chosen.pair[1];
		if (chosen.members)
			return i >= 0 ? chosen.members.words.has(i) : chosen.members.strangers.has(-1 - i);
		return i === chosen.word;
	}

	function choose(what) {
		chosen = what;
		if (what && ('link' in what || 'node' in what))
			chosen.members = links.wordsOf(what);
		showChosen();
		showFigures();
		showMatrix();
		showEnds();
		draw();
	}

	const links = trails ? makeLinks(run, svg, place, ramp, redden) : null;

	/* ---- the words on the canvas ---- */
	function dot(x, y, i) {
		pen.globalAlpha = isChosen(i) ? 1 : 0.13;
		const picture = sprite(wordColour(i), small ? '' : String(destinationOf(i) + meta.first)), side = picture.width / Math.max(scale, 1e-6);

		pen.drawImage(picture, x - side / 2, y - side / 2, side, side);
		if (chosen && chosen.word === i) {
			pen.beginPath();
			pen.arc(x, y, radius, 0, 7);
			pen.strokeStyle = colours.pick;
			pen.lineWidth = 2.5;
			pen.stroke();
		}
		pen.globalAlpha = 1;
		spots.push([x, y, i]);
	}

	/* The picture of a word, drawn once: with its rim in the colour of the ground. */
	const sprites = new Map();

	function sprite(colour, label) {
		const key = `${colour} ${label} ${dark} ${scale}`;

		if (sprites.has(key))
			return sprites.get(key);
		const picture = document.createElement('canvas'), rim = small ? 0 : 1.4, side = Math.max(1, Math.ceil(2 * (radius + rim + 1) * scale)), on = picture.getContext('2d'), m = side / scale / 2;

		picture.width = picture.height = side;
		on.scale(scale, scale);
		for (const [r, fill] of [[radius + rim, colours.ground], [radius, colour]]) {
			on.beginPath();
			on.arc(m, m, r, 0, 7);
			on.fillStyle = fill;
			on.fill();
		}
		on.fillStyle = dark ? '#10151b' : '#ffffff';
		on.font = `bold ${(radius * 1.15).toFixed(1)}px ${FONT}`;
		on.textAlign = 'center';
		on.fillText(label, m, m + radius * 0.42);
		if (sprites.size > 4096)
			sprites.clear();
		sprites.set(key, picture);
		return picture;
	}

	/* A try that others have stopped. */
	function cross(x, y) {
		const picture = crossSprite(), side = picture.width / Math.max(scale, 1e-6);

		pen.drawImage(picture, x - side / 2, y - side / 2, side, side);
	}

	function crossSprite() {
		const key = `cross ${dark} ${scale}`;

		if (sprites.has(key))
			return sprites.get(key);
		const picture = document.createElement('canvas'), r = small ? 3 : radius * 0.8, side = Math.max(1, Math.ceil(2 * (r + 2) * scale)), on = picture.getContext('2d'), m = side / scale / 2;

		picture.width = picture.height = side;
		on.scale(scale, scale);
		on.strokeStyle = colours.lost;
		on.lineWidth = small ? 1.2 : 2.4;
		on.beginPath();
		on.moveTo(m - r, m - r);
		on.lineTo(m + r, m + r);
		on.moveTo(m + r, m - r);
		on.lineTo(m - r, m + r);
		on.stroke();
		sprites.set(key, picture);
		return picture;
	}

	const FONT = "'DejaVu Sans', Verdana, sans-serif";

	/* What stands still behind the words, on a canvas of its own: drawn when it changes. */
	const ground = place.rows ? document.createElement('canvas') : null;
	let standing = '';

	if (ground)
		canvas.before(ground);

	function drawRows() {
		const key = `${scale} ${dark} ${chosen?.leaf} ${links?.version}`;

		if (key === standing)
			return;
		standing = key;
		ground.width = canvas.width;
		ground.height = canvas.height;
		drawGround(ground.getContext('2d'));
	}

	function drawGround(pen) {
		pen.scale(scale, scale);
		pen.fillStyle = colours.soft;
		pen.font = `12px ${FONT}`;
		pen.textAlign = 'left';
		pen.fillText(`${meta.ends} that send, above them how many words wait`, place.place[0].x, 14);
		pen.fillText(`${meta.ends} that receive`, place.place[0].x, place.height - 2);
		pen.textAlign = 'center';
		if (place.strips)
			links.drawCells(pen, colours.soft);
		for (const row of [place.place, place.target])
			row.forEach((p, l) => {
				pen.fillStyle = chosen?.leaf === l ? colours.pick : colours.nodeline;
				pen.fillRect(p.x - p.width / 2, p.y - 4, p.width, 8);
			});
	}

	/* How many words wait: at a leaf that has others below it. */
	function badge(p, count) {
		pen.fillStyle = colours.pick;
		pen.beginPath();
		pen.arc(p.x + p.width / 2, p.y - p.height / 2, 7, 0, 7);
		pen.fill();
		pen.fillStyle = colours.ground;
		pen.font = `bold 8px ${FONT}`;
		pen.textAlign = 'center';
		pen.fillText(count, p.x + p.width / 2, p.y - p.height / 2 + 3);
	}

	/* The lines of a word that is chosen. */
	function drawWay(i) {
		pen.strokeStyle = colours.pick;
		pen.lineWidth = 2.4;
		pen.beginPath();
		place.line(i).forEach((segment, k) => segment.forEach(([x, y], n) => k + n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
		pen.stroke();
	}

	function drawWaiting() {
		let waiting = 0;

		for (let l = 0; l < run.leaves; l++) {
			const { count, first } = waitingAt(run, l, clock, inRow && !small ? SHOWN_WAITING : 0), p = place.place[l];

			waiting += count;
			if (place.rows && count > 0) {
				pen.fillStyle = colours.pick;
				pen.fillRect(p.x - p.width / 2, p.y - 6 - Math.min(44, 2 * count), p.width, Math.min(44, 2 * count));
			}
			if (drawn && !inRow && count > 0)
				badge(p, count);
			first.forEach((i, k) => dot(p.x, p.y + p.height / 2 + 24 + k * (2 * radius + 1), i));
			if (first.length && count > first.length) {
				pen.fillStyle = colours.soft;
				pen.font = `${pitch < 26 ? 6.5 : 9}px ${FONT}`;
				pen.textAlign = 'center';
				pen.fillText(`+${count - first.length}`, p.x, p.y + p.height / 2 + 24 + SHOWN_WAITING * (2 * radius + 1));
			}
		}
		return waiting;
	}

	/* Tries that do not arrive, and words on their way from node to node. */
	function drawTrails() {
		const shown = trailsAt(trails, clock), beside = new Map();
		let lost = 0;

		for (const i of shown) {
			const done = still && !trails.stores ? trails.hops[i] : progressOf(trails, i, clock), stops = trails.end[i] !== ARRIVED && done >= trails.hops[i] && !(trails.stores && trails.last[i] + 1 >= trails.clock.length);
			let [x, y] = trails.hops[i] ? pointAt(place.trailLine(i), done / trails.hops[i]) : [place.place[trails.source[i]].x, place.place[trails.source[i]].y];

			if (trails.stores && done % 1 === 0) {	/* words that wait in a node stand beside each other */
				const key = `${Math.round(x)} ${Math.round(y)}`, many = beside.get(key) ?? 0;

				beside.set(key, many + 1);
				x += (many + 1) * radius * 1.3;
				y -= radius;
			}
			dot(x, y, trails.word[i] >= 0 ? trails.word[i] : -1 - i);
			if (stops)
				cross(x, y);
			lost += stops;
		}
		return { shown: shown.length, lost };
	}

	function draw() {
		const moving = movingAt(run, clock), slot = Math.floor(clock / run.slot);

		pen.setTransform(1, 0, 0, 1, 0, 0);
		pen.clearRect(0, 0, canvas.width, canvas.height);
		pen.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
		spots = [];
		const step = trails ? stepAt(trails, clock) : -1;

		links?.paint($('links').value, Math.max(0, Math.min(step, trails.steps - 1)), dark, playing);
		if (place.rows)
			drawRows();
		if (chosen && 'word' in chosen)
			drawWay(chosen.word);
		const waiting = drawWaiting(), tried = trails ? drawTrails() : null;

		for (const i of moving) {
			const share = still ? 0.5 : (clock - run.start[i]) / (run.delivered[i] - run.start[i]);

			if (!trails?.stores || !trails.ofWord[i].length)
				dot(...pointAt(place.line(i), share), i);
		}
		$('clock').textContent = `slot ${grouped3(slot)} of ${grouped3(run.slots - 1)}, clock ${grouped3(Math.floor(clock))}`;
		if (slot !== shownSlot || !playing) {
			shownSlot = slot;
			$('slider').value = slot;
			$('slider').setAttribute('aria-valuetext', `slot ${slot}`);
			cursor?.moveTo(clock / (run.slots * run.slot));
			if (!playing)
				$('say').textContent = `${plural(trails?.stores ? tried.shown : moving.length, 'word')} under way, ${tried && !trails.stores ? `${plural(tried.shown, 'try')} lost, `.replace('trys', 'tries') : ''}${grouped3(waiting)} waiting, ${grouped3(countUpTo(run.delivered, clock))} of ${grouped3(run.count)} have arrived.`;
		}
	}

	/* ---- figures: of the whole run the engine's ---- */
	const partOf = () => chosen && !('word' in chosen) ? latencyFigures(run, measuredPlaces(run, isChosen)) : null;
	const all = latencyFigures(run, measuredPlaces(run)), latency = result.latency ?? null;

	function figure(name, value, digits, key, title = '') {
		const text = typeof value === 'number' ? grouped3(digits ? value.toFixed(digits) : value) : '\u2013';

		return `<div title="${html(title)}"><b data-figure="${key}" data-value="${value}">${text}</b>${html(name)}</div>`;
	}

	/* Where the report does not count them. */
	function lostTries() {
		const lost = trails ? trails.end.reduce((n, end, i) => n + (end !== ARRIVED && !(trails.stores && trails.last[i] + 1 >= trails.clock.length)), 0) : 0;

		return lost ? `<div><b>${grouped3(lost)}</b>tries lost or refused</div>` : '';
	}

	function showFigures() {
		const part = partOf(), of = (name, digits) => figure({ mean: 'mean latency', p50: 'median', p99: 'p99', max: 'greatest' }[name],
			part ? part[name] : latency?.[name], name === 'mean' ? digits : 0, `latency.${name}`);
		/* A report may count otherwise than by creation and delivery, and of a log that was cut. */
		const told = latency && latency.count === all.count && Math.abs(latency.mean - all.mean) <= 1e-7 * all.mean;
		const marks = part ?? (told ? latency : all);

		$('figures').innerHTML = (part ? figure(chosen.pair ? 'words of the pair' : chosen.link ? 'measured words over the link' : chosen.node ? 'measured words lost there once' : `words of ${run.name(chosen.leaf)}`, part.count, 0, 'chosen.count')
			: figure('words delivered', result.delivered, 0, 'delivered') + figure('measured', latency?.count, 0, 'latency.count'))
			+ of('mean', 1) + of('p50') + of('p99') + of('max')
			+ (part ? '' : figure('offered', result.offered, 4, 'offered', `messages per ${meta.end} and slot`)
				+ figure('accepted', result.accepted, 4, 'accepted', `messages per ${meta.end} and slot`)
				+ (typeof result.lost === 'number' ? figure('tries lost', result.lost, 0, 'lost') : lostTries())
				+ (result.unsent ? figure('still queued at the end', result.unsent, 0, 'unsent') : ''));
		$('differs').hidden = Boolean(told || part || !latency || meta.shown < meta.deliveries);
		$('histogram').dataset.count = all.count;
		$('histogram').dataset.mean = all.mean;
		if (!all.count || (part && !part.count))
			$('histogram').replaceChildren();
		else
			$('histogram').replaceChildren(histogram(all, part, [['p50', marks.p50], ['p99', marks.p99]],
				`Latencies: median ${marks.p50}, 99 percent within ${marks.p99} clocks`));
	}

	const sums = pairSums(run, groups, group);

	function showMatrix() {
		const mean = $('matrixKind').value === 'latency', at = (i, j) => i * groups + j;
		const value = k => mean ? sums.clocks[k] / sums.words[k] : sums.words[k];
		let most = 0, least = Infinity;

		sums.words.forEach((n, k) => {
			if (n > 0) {
				most = Math.max(most, value(k));
				least = Math.min(least, value(k));
			}
		});
		const marked = chosen?.pair ?? (chosen && 'leaf' in chosen ? [group(chosen.leaf), -1] : null);

		$('matrix').replaceChildren(matrix(groups, groupName, (i, j) => {
			const n = sums.words[at(i, j)];

			return [n ? ramp(most > least ? 0.1 + 0.9 * (value(at(i, j)) - least) / (most - least) : 0.5) : null,
				`${groupName(i)} to ${groupName(j)}: ${plural(n, 'word')}${n ? `, mean latency ${(sums.clocks[at(i, j)] / n).toFixed(1)} clocks` : ''}`];
		}, (i, j) => choose({ pair: [i, j] }), marked));
	}

	const ends = endSums(run);

	function showEnds() {
		if (run.leaves > MOST_BARS)
			return;
		const leaf = chosen && 'leaf' in chosen ? chosen.leaf : -1, waits = result.by_leaf?.map(l => l.longest_wait);

		$('ends').replaceChildren(leafBars([['bar', 'sent', ends.sent], ['got', 'received', ends.got]],
			`words by ${meta.end}, whole run: sent (left), received (right)`, run.name, l => choose({ leaf: l }), leaf));
		if (waits?.length === run.leaves)
			$('waits').replaceChildren(leafBars([['wait', 'clocks', waits]], `longest wait of a word, from its ${meta.end}'s port to its delivery, in clocks`,
				run.name, l => choose({ leaf: l }), leaf));
	}

	function showSeries() {
		const columns = Math.min(run.slots, 400), values = Array.from({ length: columns }, (_, k) => aliveAt(run, (k + 0.5) / columns * run.slots * run.slot));

		cursor = timeLine(values, run.slots, 'words that wait or are under way, by slot');
		cursor.addEventListener('click', event => {
			const box = cursor.getBoundingClientRect();

			go(Math.floor(cursor.shareAt((event.clientX - box.left) / box.width) * run.slots));
		});
		$('series').replaceChildren(cursor);
	}

	/* Tries that were lost, over time, by the level of the node. */
	function showLosses() {
		if (!trails)
			return;
		const columns = Math.min(trails.clock.length, 400), { rows: lost, all: sum } = lossesBy(trails, columns);

		if (sum.every(n => n === 0))
			return;
		const most = Math.max(...lost.flatMap(row => [...row])), shownRows = trails.levels.map((level, k) => [level, lost[k]]).filter(([, row]) => row.some(n => n > 0));

		$('losses').replaceChildren(lossMap(shownRows, n => n ? ramp(0.1 + 0.9 * n / most) : null, 'tries lost or refused, by slot and by the level of the node', k => go(Math.floor((k + 0.5) / columns * run.slots))));
	}

	/* ---- the words of what is chosen ---- */
	function rows(places) {
		return places.slice(0, MOST_ROWS).map(i => `<tr data-word="${i}"><td><a href="#word=${i}">${run.source[i] + meta.first} \u2192 ${run.destination[i] + meta.first}</a></td><td>${run.number[i]}</td><td>${run.created[i]}</td><td>${run.offered[i]}</td><td>${run.delivered[i]}</td><td>${run.latency(i)}</td></tr>`).join('');
	}

	const TABLE = '<table><thead><tr><th>word</th><th>number</th><th>created</th><th>at the port</th><th>delivered</th><th>latency</th></tr></thead><tbody>';

	function showChosen() {
		svg?.querySelectorAll('.on').forEach(e => e.classList.remove('on'));
		$('chosen').classList.toggle('nothing', !chosen);
		if (!chosen) {
			$('chosenTitle').textContent = 'Nothing is chosen';
			$('chosenBody').innerHTML = `<p>A click on a ${html(meta.end)}, a word, ${trails ? `a link, ${meta.end === 'node' ? '' : 'a node, '}` : ''}or a pair of the matrix shows its words alone.</p>`;
			return;
		}
		if ('word' in chosen) {
			const i = chosen.word, way = wayOf(run, i);

			$('chosenTitle').textContent = `Word ${run.number[i]} from ${run.name(run.source[i])} to ${run.name(run.destination[i])}`;
			$('chosenBody').innerHTML = `${TABLE}${rows([i])}</tbody></table><p>It waited ${plural(run.start[i] - run.created[i], 'clock')}, and ${meta.tries ? 'the try that succeeded' : 'its way'} took ${plural(run.delivered[i] - run.start[i], 'clock')}.</p>`
				+ (way ? `<p>Its way: ${way.map(html).join(', ')} (level.number).</p>` : '') + (trails ? triesOf(i) : '');
			return;
		}
		const places = [];

		for (let i = 0; i < run.count; i++)
			if (isChosen(i))
				places.push(i);
		$('chosenTitle').textContent = chosen.members ? `${chosen.link ? `Words over the link ${chosen.link}` : `Words lost at ${chosen.node}`}: ${grouped3(places.length)}` : 'leaf' in chosen ? `Words of ${run.name(chosen.leaf)}: ${grouped3(places.length)}`
			: `Words from ${groupName(chosen.pair[0])} to ${groupName(chosen.pair[1])}: ${grouped3(places.length)}`;
		$('chosenBody').innerHTML = `${TABLE}${rows(places)}</tbody></table>${places.length > MOST_ROWS ? `<p>The first ${MOST_ROWS}.</p>` : ''}`;
		if ('leaf' in chosen && drawn)
			place.leaf[chosen.leaf].classList.add('on');
		if (chosen.link)
			links.mark(chosen.link, 'link');
		if (chosen.node)
			links.mark(chosen.node, 'node');
	}

	/* How each try of a word ended, and who had what it asked for. */
	function triesOf(i) {
		const said = trails.ofWord[i].map(k => {
			const when = `<a href="#clock=${Math.round(trails.clock[trails.step[k]] + trails.lead.start + trails.lead.hop * trails.hops[k] / 2)}&amp;word=${i}" data-clock="${trails.clock[trails.step[k]] + trails.lead.start + trails.lead.hop * trails.hops[k] / 2}">slot ${grouped3(Math.floor(trails.clock[trails.step[k]] / run.slot))}</a>`;

			if (trails.end[k] === ARRIVED)
				return `<li data-end="arrived">${when}: arrived${trails.stores ? ` by ${plural(trails.hops[k], 'link')}` : ''}</li>`;
			if (trails.end[k] === REFUSED)
				return `<li data-end="refused">${when}: not taken by ${html(run.name(run.destination[i]))}</li>`;
			const won = winnersOf(trails, k), at = endOf(trails, k) ?? run.name(run.source[i]);

			return `<li data-end="lost">${when}: lost at ${html(at)}` + (won ? `, as the link to ${html(won.to)} carried ${won.trails.map(j => `${trails.source[j] + meta.first} \u2192 ${trails.destination[j] + meta.first}`).join(', ') || 'nothing: its concentrator had no way left'}` : '') + '</li>';
		});

		return `<p>${plural(said.length, 'try').replace('trys', 'tries')}:</p><ol id="tries">${said.slice(0, MOST_ROWS).join('')}</ol>`;
	}

	/* The next or previous try that was lost, of those of what is chosen. */
	function nextLoss(by) {
		if (!trails)
			return;
		const begins = i => trails.clock[trails.step[i]] + trails.lead.start + trails.lead.hop * trails.hops[i];
		let best = -1;

		for (let i = 0; i < trails.count; i++) {
			if (trails.end[i] === ARRIVED || (trails.stores && trails.last[i] + 1 >= trails.clock.length) || !isChosen(trails.word[i] >= 0 ? trails.word[i] : -1 - i))
				continue;
			if (by > 0 ? begins(i) > clock + 1 && (best < 0 || begins(i) < begins(best)) : begins(i) < clock - 1 && (best < 0 || begins(i) > begins(best)))
				best = i;
		}
		if (best >= 0) {
			setClock(begins(best));
			draw();
		}
	}

	/* The word after or before the one chosen, of those of the same leaf or pair. */
	let list = null;

	function nextWord(step) {
		if (!chosen)
			return;
		if (!('word' in chosen)) {
			list = [];
			for (let i = 0; i < run.count; i++)
				if (isChosen(i))
					list.push(i);
		}
		list ??= run.from[run.source[chosen.word]];
		const at = 'word' in chosen ? list.indexOf(chosen.word) + step : list.findIndex(i => run.delivered[i] > clock), to = list[Math.max(0, Math.min(list.length - 1, at))];

		if (to !== undefined)
			showWord(to);
	}

	function showWord(i) {
		setClock((run.start[i] + run.delivered[i]) / 2);
		choose({ word: i });
	}

	/* ---- time ---- */
	let before = 0;

	function setClock(to) {
		clock = Math.max(0, Math.min(last, to));
	}

	function tick(now) {
		if (!playing)
			return;
		setClock(clock + Math.min(100, now - before) * +$('speed').value * run.slot / SLOT_TIME);
		before = now;
		draw();
		if (clock >= last)
			play(false);
		else
			requestAnimationFrame(tick);
	}

	function play(on) {
		playing = on;
		$('play').textContent = on ? 'Pause' : 'Play';
		if (!on) {
			draw();
			return;
		}
		if (clock >= last)
			clock = 0;
		before = performance.now();
		requestAnimationFrame(tick);
	}

	/* The middle of a slot. */
	function go(slot) {
		setClock((Math.max(0, Math.min(run.slots - 1, slot)) + 0.5) * run.slot);
		draw();
	}

	const step = slots => go(Math.floor(clock / run.slot) + slots);

	/* ---- pointer and keys ---- */
	function nearest(x, y) {
		let best = (radius + 4) ** 2, found = -1;

		for (const [a, b, i] of spots)
			if (i >= 0 && (a - x) ** 2 + (b - y) ** 2 < best) {
				best = (a - x) ** 2 + (b - y) ** 2;
				found = i;
			}
		return found;
	}

	/* A leaf, if the point is on one or close to it. */
	function leafAt(x, y) {
		const reach = Math.max(9, (place.pitch ?? 0) / 2);

		for (const row of [place.place, place.target ?? []])
			for (let l = 0; l < row.length; l++)
				if (Math.abs(row[l].x - x) <= Math.max(reach, row[l].width / 2) && Math.abs(row[l].y - y) <= 6 + row[l].height)
					return l;
		return -1;
	}

	$('stage').addEventListener('click', event => {
		const box = canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * view.width + view.x, y = (event.clientY - box.top) / box.height * view.height + view.y;
		const leaf = leafAt(x, y), word = nearest(x, y), part = links?.at(event.clientX, event.clientY) ?? links?.cellAt(x, y) ?? null;

		list = null;
		if (leaf >= 0)
			choose({ leaf });
		else
			choose(word >= 0 ? { word } : part);
	});
	document.addEventListener('click', event => {
		const word = event.target.closest?.('a[href^="#word="]'), link = event.target.closest?.('a[href^="#link="]'), moment = event.target.closest?.('a[data-clock]');

		if (word || link || moment)
			event.preventDefault();
		if (word)
			showWord(+word.closest('[data-word]').dataset.word);
		if (link)
			choose({ link: decodeURIComponent(link.hash.slice(6)) });
		if (moment) {
			setClock(+moment.dataset.clock);
			draw();
		}
	});

	function turnSpeed(by) {
		const select = $('speed');

		select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, select.selectedIndex + by));
	}

	function redraw() {
		legend();
		showMatrix();
		draw();
	}

	const keys = {
		' ': () => play(!playing), ArrowLeft: shift => step(shift ? -10 : -1), ArrowRight: shift => step(shift ? 10 : 1), Home: () => go(0), End: () => go(run.slots - 1),
		'+': () => turnSpeed(1), '-': () => turnSpeed(-1), p: () => nextWord(-1), n: () => nextWord(1), ',': () => nextLoss(-1), '.': () => nextLoss(1), Escape: () => choose(null), '?': () => $('help').showModal(),
		s: save, c: () => { $('hue').selectedIndex = 1 - $('hue').selectedIndex; redraw(); }, d: () => { setTheme(!dark); redraw(); },
	};

	addEventListener('keydown', event => {
		const on = event.target, act = keys[event.key];

		if (!act || event.ctrlKey || event.metaKey || event.altKey || $('help').open || on.tagName === 'SELECT' || (event.key === ' ' && on.tagName === 'BUTTON') || (event.key === ' ' && on.tagName === 'SUMMARY'))
			return;
		event.preventDefault();
		act(event.shiftKey);
	});
	$('slider').max = run.slots - 1;
	$('slider').addEventListener('input', () => go(+$('slider').value));
	$('play').onclick = () => play(!playing);
	$('back').onclick = () => step(-1);
	$('forth').onclick = () => step(1);
	$('hue').onchange = redraw;
	$('links').onchange = redraw;
	$('matrixKind').onchange = showMatrix;
	$('save').onclick = save;
	$('theme').onclick = keys.d;
	$('keys').onclick = keys['?'];
	addEventListener('resize', resize);
	let onScreen = false, printed = null;

	/* On paper a canvas hides what is behind it: the words are parts of the drawing there. */
	function printWords() {
		const dots = spots.map(([x, y, i]) => svgElement('g', { opacity: isChosen(i) ? 1 : 0.13 }, svgElement('circle', { cx: x, cy: y, r: radius, fill: wordColour(i) }),
			svgElement('text', { x, y: y + radius * 0.42, 'text-anchor': 'middle', style: `fill: #fff; font-size: ${radius * 1.15}px` }, run.destination[i] + meta.first)));

		printed = svgElement('g', {}, ...dots);
		svg.append(printed);
	}

	/* The drawing with its words, or the rows of links: light, as on paper. */
	async function save() {
		const name = `${result.name ?? 'run'}-${Math.floor(clock)}`, wasDark = dark;

		setTheme(false);
		redraw();
		if (drawn) {
			printWords();
			saveFile(`${name}.svg`, new Blob([drawingText(svg)], { type: 'image/svg+xml' }));
			printed.remove();
		} else {
			saveFile(`${name}.png`, await imageOf([ground, canvas], colours.ground));
		}
		setTheme(wasDark);
		redraw();
	}

	addEventListener('beforeprint', () => {
		onScreen = dark;
		setTheme(false);
		redraw();
		if (drawn)
			printWords();
	});
	addEventListener('afterprint', () => {
		printed?.remove();
		setTheme(onScreen);
		redraw();
	});

	/* ---- the rest ---- */
	function legend() {
		const known = run.ways.size > 0 && drawn, moves = meta.tries ? 'It moves during the try that succeeded; before, it waits at its ' + meta.end + '.' : 'It moves from its port to its delivery.';

		if (trails) {
			const how = { now: 'links by their use in the last 20 slots, pale to strong', run: 'links by their use in the whole run, pale to strong', lost: 'links by the tries that are lost behind them', plain: 'links by their direction' }[$('links').value];

			$('legend').innerHTML = `A dot is a word${small ? '' : '; its number is the destination'}; its colour is the ${$('hue').value}. A cross is a try that is lost${$('links').value === 'plain' ? '' : '; the redder a node, the more of its words are'}. Colours: ${how}.`;
			return;
		}
		$('legend').innerHTML = `A dot is a word${small ? '' : '; its number is the destination'}; its colour is the ${$('hue').value}. ${html(moves)} `
			+ (known ? 'Which wire of a link it takes is not recorded.' : `Its way inside the network is not ${drawn ? 'recorded' : 'shown'}.`);
	}

	function texts() {
		const traffic = result.messages ? 'messages of a file' : result.pattern ? `${result.pattern}, load ${result.load}` : '';

		$('name').textContent = result.name ?? meta.describe;
		$('subtitle').textContent = [meta.describe, `slots of ${run.slot} clocks`, traffic, `seed ${result.seed}`, result.passed === false ? 'FAILED' : ''].filter(Boolean).join('; ');
		if (meta.shown < meta.deliveries) {
			$('cut').hidden = false;
			$('cut').textContent = `This page has the first ${grouped3(meta.shown)} deliveries of ${grouped3(meta.deliveries)}: a browser plays no more. The figures of the run are of all; the pictures are of these. A smaller --frames or --load leaves nothing out.`;
		}
		if (trails && meta.trailsCut) {
			$('cut').hidden = false;
			$('cut').textContent += ` Tries and links are those of the first ${grouped3(trails.steps)} slots: a browser plays no more. --channels FILE has them all.`;
		}
		if (links)
			$('linkTable').innerHTML = links.table();
		$('linkFold').hidden = $('linksLabel').hidden = !links;
		$('report').textContent = meta.report;
		$('json').textContent = $('result').textContent;
		$('parameters').textContent = meta.keys;
		$('foot').innerHTML = `<p><code>${html(meta.command)}</code></p><p>ftc ${html(meta.version)}, parameters' digest ${html(meta.digest)}, engine ${html(result.engine ?? '')}. `
			+ (result.frames ? `Of ${grouped3(result.warmup + result.frames)} slots the first ${grouped3(result.warmup)} warm up: latencies and pairs are of words created in the others. ` : '')
			+ `Words by ${html(meta.end)} and over time are of the whole run. Words that had not arrived when the run ended are in no picture.</p>`;
	}

	/* "#word=17&clock=4310&theme=dark": what a link to a moment says. */
	function fromAddress() {
		const asked = new URLSearchParams(location.hash.slice(1)), leaf = +asked.get('leaf') - meta.first, word = +asked.get('word');

		if (asked.has('theme'))
			setTheme(asked.get('theme') === 'dark');
		if (asked.has('slot'))
			go(+asked.get('slot'));
		if (asked.has('leaf') && leaf >= 0 && leaf < run.leaves)
			choose({ leaf });
		else if (links && asked.has('link'))
			choose({ link: asked.get('link') });
		else if (links && asked.has('node'))
			choose({ node: asked.get('node') });
		else if (asked.has('word') && word >= 0 && word < run.count)
			showWord(word);
		else
			choose(null);
		if (asked.has('clock'))
			setClock(+asked.get('clock'));
		redraw();
	}

	setTheme(dark);
	texts();
	showSeries();
	showLosses();
	clock = Math.min(last, run.slot / 2);
	resize();
	fromAddress();
	addEventListener('hashchange', fromAddress);
	document.documentElement.dataset.ready = 'yes';
}

startPlayer().catch(error => {
	document.body.insertAdjacentHTML('afterbegin', `<p class="stop">This page cannot show its run: ${html(error.message)}.</p>`);
	throw error;
});
