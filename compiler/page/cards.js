/* cards.js: figures and charts of the run and of what is chosen. */
import { $, grouped3, html, plural } from './dom.js';
import { histogram, leafBars, lossMap, matrix, timeLine } from './charts.js';
import { aliveAt, endSums, latencyFigures, measuredPlaces, pairSums } from './run.js';
import { ARRIVED, lossesBy } from './trails.js';

/* Leaves that have bars; columns over time. */
const MOST_BARS = 1024, MOST_COLUMNS = 400;
const NAMES = { mean: 'mean latency', p50: 'median', p99: 'p99', max: 'greatest' };
function figure(name, value, digits, key, title = '') {
	const text = typeof value === 'number' ? grouped3(digits ? value.toFixed(digits) : value) : '\u2013';

	return `<div title="${html(title)}"><b data-figure="${key}" data-value="${value}">${text}</b>${html(name)}</div>`;
}

/* Where the report does not count them. */
function lostTries(trails) {
	if (trails?.aside.length)
		return '';
	const lost = trails ? trails.end.reduce((n, end, i) => n + (end !== ARRIVED && !trails.underWay(i)), 0) : 0;

	return lost ? `<div><b>${grouped3(lost)}</b>tries lost or refused</div>` : '';
}

/* Of the whole run the engine's. */
function figuresOfRun({ run, result, meta }) {
	return (typeof result.offered === 'number' ? figure('offered', result.offered, 4, 'offered', `messages per ${meta.end} and slot`)
		+ figure('accepted', result.accepted, 4, 'accepted', `messages per ${meta.end} and slot`) : '')
		+ (typeof result.sidetracked === 'number' ? figure('sidetracked', result.sidetracked, 0, 'sidetracked', 'measured words that others sent off their way') : '')
		+ (typeof result.lost === 'number' && !meta.words ? figure('tries lost', result.lost, 0, 'lost') : lostTries(run.trails))
		+ (result.unsent ? figure('still queued at the end', result.unsent, 0, 'unsent') : '');
}

function partName(run, now) {
	return now.pair ? 'words of the pair' : now.link ? 'measured words over the link' : now.node ? 'measured words lost there once' : `words of ${run.name(now.leaf)}`;
}

function makeFigures(page) {
	const { run, result, meta, choice } = page, all = latencyFigures(run, measuredPlaces(run)), latency = result.latency ?? null;
	/* A report may count otherwise than by creation and delivery, and of a log that was cut. */
	const told = latency && latency.count === all.count && Math.abs(latency.mean - all.mean) <= 1e-7 * all.mean;

	$('histogram').dataset.count = all.count;
	$('histogram').dataset.mean = all.mean;
	return () => {
		const now = choice.now, part = now && !('word' in now) ? latencyFigures(run, measuredPlaces(run, choice.has)) : null;
		const of = (name, digits) => figure(NAMES[name], part ? part[name] : latency?.[name], digits, `latency.${name}`), marks = part ?? (told ? latency : all);

		$('figures').innerHTML = (part ? figure(partName(run, now), part.count, 0, 'chosen.count')
			: (typeof result.delivered === 'number' ? figure('words delivered', result.delivered, 0, 'delivered') : '') + (latency ? figure('measured', latency.count, 0, 'latency.count') : ''))
			+ (part || latency ? of('mean', 1) + of('p50') + of('p99') + of('max') : '') + (part ? '' : figuresOfRun(page));
		$('differs').hidden = Boolean(told || part || !latency || meta.shown < meta.deliveries);
		$('histogram').replaceChildren(...!all.count || (part && !part.count) ? [] : [histogram(all, part, [['p50', marks.p50], ['p99', marks.p99]],
			`Latencies: median ${marks.p50}, 99 percent within ${marks.p99} clocks`)]);
	};
}

function makeMatrix({ run, groups, colours, choice }) {
	const sums = pairSums(run, groups.count, groups.of), place = (i, j) => i * groups.count + j;
	const chart = matrix(groups.count, groups.name, (i, j) => {
		const n = sums.words[place(i, j)];

		return `${groups.name(i)} to ${groups.name(j)}: ${plural(n, 'word')}${n ? `, mean latency ${(sums.clocks[place(i, j)] / n).toFixed(1)} clocks` : ''}`;
	}, (i, j) => choice.choose({ pair: [i, j] }));

	$('matrix').replaceChildren(chart);
	chart.recolour = () => {
		const mean = $('matrixKind').value === 'latency', value = k => mean ? sums.clocks[k] / sums.words[k] : sums.words[k];
		const known = sums.words.map((n, k) => n > 0 ? value(k) : NaN), most = known.reduce((a, b) => b > a ? b : a, 0), least = known.reduce((a, b) => b < a ? b : a, Infinity);

		chart.paint((i, j) => {
			const v = known[place(i, j)];

			return v >= 0 ? colours.ramp(most > least ? 0.1 + 0.9 * (v - least) / (most - least) : 0.5) : null;
		});
	};
	return chart;
}

function makeBars({ run, meta, result, choice }) {
	const ends = endSums(run), waits = result.by_leaf?.map(l => l.longest_wait), pick = leaf => choice.choose({ leaf });

	if (run.leaves > MOST_BARS)
		return [];
	const bars = [leafBars([['var(--bar)', 'sent', ends.sent], ['var(--got)', 'received', ends.got]], `words by ${meta.end}, whole run: sent (left), received (right)`, run.name, pick)];

	$('ends').replaceChildren(bars[0]);
	if (waits?.length === run.leaves) {
		bars.push(leafBars([['var(--wait)', 'clocks', waits]], `longest wait of a word, from its ${meta.end}'s port to its delivery, in clocks`, run.name, pick));
		$('waits').replaceChildren(bars[1]);
	}
	return bars;
}

function makeSeries({ run, time }) {
	const columns = Math.min(run.slots, MOST_COLUMNS), values = Array.from({ length: columns }, (_, k) => aliveAt(run, (k + 0.5) / columns * run.slots * run.slot));
	const cursor = timeLine(values, run.slots, 'words that wait or are under way, by slot');

	cursor.addEventListener('click', event => {
		const box = cursor.getBoundingClientRect();

		time.go(Math.floor(cursor.shareAt((event.clientX - box.left) / box.width) * run.slots));
	});
	$('series').replaceChildren(cursor);
	return cursor;
}

/* Tries that were lost, over time, by the level of the node. */
function showLosses({ run, colours, time }) {
	if (!run.trails)
		return;
	const columns = Math.min(run.trails.clock.length, MOST_COLUMNS), { rows: lost, all: sum } = lossesBy(run.trails, columns);

	if (sum.every(n => n === 0))
		return;
	const most = Math.max(...lost.flatMap(row => [...row])), shown = run.trails.levels.map((level, k) => [level, lost[k]]).filter(([, row]) => row.some(n => n > 0));

	$('losses').replaceChildren(lossMap(shown, n => n ? colours.ramp(0.1 + 0.9 * n / most) : null, `${run.trails.aside.length ? 'words sidetracked' : 'tries lost or refused'}, by ${run.trails.unit} and by the level of the node`,
		k => time.go(Math.floor((k + 0.5) / columns * run.slots))));
}

/* Charts are drawn once; show() marks in them what is chosen, and recolour() follows the theme. */
export function makeCards(page) {
	const figures = makeFigures(page), pairs = makeMatrix(page), bars = makeBars(page), cards = { cursor: makeSeries(page) };

	cards.show = () => {
		const now = page.choice.now, leaf = now && 'leaf' in now ? now.leaf : -1;

		figures();
		pairs.mark(now?.pair ?? (leaf >= 0 ? [page.groups.of(leaf), -1] : null));
		bars.forEach(bar => bar.mark(leaf));
	};
	cards.recolour = () => {
		pairs.recolour();
		showLosses(page);
	};
	cards.pairs = pairs;
	return cards;
}
