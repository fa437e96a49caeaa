/* report.js: the page of a command's result: what it has, and what is chosen. */
import { $ } from './dom.js';
import { stepper } from './cycles.js';
import { curvePlots, curvesOf, pointsOf, scatter } from './plots.js';
import { element, fold, render } from './tables.js';
import { isDark, setTheme, themeOfAddress } from './theme.js';
import { isObject, named, parameterFile } from './values.js';

const read = e => JSON.parse(e.textContent);

function copyButton(text) {
	const button = element('button', { type: 'button', class: 'copy', onclick: async () => {
		try {
			await navigator.clipboard.writeText(text);
			button.textContent = 'Copied';
		} catch {
			getSelection().selectAllChildren(button.nextElementSibling);
			button.textContent = 'Selected: copy it by Ctrl+C';
		}
	} }, 'Copy');

	return button;
}

const copied = (title, text) => [element('p', {}, title, ' '), copyButton(text), element('pre', { tabindex: '0' }, text)];

/* Some networks have a drawing of each of their parts. */
const MOST_DRAWINGS = 2;

function foldDrawings() {
	const figures = [...document.querySelectorAll('#drawings figure')], more = figures.slice(figures.length > MOST_DRAWINGS ? 1 : figures.length);

	$('drawings').hidden = figures.length === 0;
	more.forEach(figure => figure.remove());
	if (more.length > 0)
		$('drawings').append(fold(`${more.length} more drawings`, () => element('div', { class: 'more' }, ...more)));
}

function start() {
	const meta = read($('meta')), { made: ignored, ...result } = read($('result')), files = [...document.querySelectorAll('[data-file]')].map(read), plots = [];
	const keysOf = (row, name) => isObject(row.parameters) ? parameterFile(row.parameters) : meta.networks?.find(n => n.name === name)?.keys;
	const card = (id, ...what) => {
		$(id).append(...what);
		$(id).hidden = what.length === 0;
	};
	const choose = (row, name) => {
		const keys = keysOf(row, name), { parameters, ...rest } = row;

		$('chosen').classList.remove('nothing');
		$('chosenName').textContent = name;
		$('chosenBody').replaceChildren(render(keys ? rest : row, 'chosen'));
		if (keys)
			$('chosenBody').append(...copied(`${name}.yaml`, keys), ...copied('Its report', `ftc report ${name}.yaml`));
		plots.forEach(plot => plot.mark(row));
		document.querySelectorAll('tr.row').forEach(tr => tr.classList.toggle('on', tr.row === row));
	};
	const chooseNothing = () => {
		$('chosen').classList.add('nothing');
		$('chosenName').textContent = 'Nothing is chosen';
		$('chosenBody').replaceChildren(element('p', { class: 'soft' }, 'A click on a point or a row shows all that is known of it.'));
		plots.forEach(plot => plot.mark(null));
		document.querySelectorAll('tr.on').forEach(tr => tr.classList.remove('on'));
	};

	$('subtitle').textContent = meta.command;
	$('foot').textContent = `ftc ${meta.version} · ${meta.command}${meta.networks ? ` · parameters ${meta.networks.map(n => n.digest).join(', ')}` : ''}`;
	$('leftOut').textContent = `Too large for a page, and left out: ${meta.left_out.join(', ')}.`;
	$('leftOut').hidden = meta.left_out.length === 0;
	foldDrawings();
	card('networks', ...meta.networks ? [element('h2', {}, 'Parameters')] : [],
		...(meta.networks ?? []).map((n, i, all) => fold(`${n.name}: ${n.describe}`, () => element('div', {}, ...copied(`Digest ${n.digest} `, n.keys)), all.length === 1)));
	const more = drawPlots(result, choose, plots, card);
	const schedule = files.find(f => f.format === 'ftc-schedule'), steps = schedule && stepper(schedule);

	card('cycles', ...steps ? [steps] : []);
	$('tables').append(render(result, 'the result', choose, true), ...more);
	chooseNothing();
	$('chosen').hidden = !document.querySelector('tr.row, .point');
	listen({ steps, chooseNothing });
}

/* Points that have names are what a command is about; others are a view of one of its tables, which is returned. */
function drawPlots(result, choose, plots, card) {
	const curves = curvesOf(result), found = pointsOf(result);
	const points = found ? scatter(found[1], `${named(found[0])} as a plot`, choose) : null, open = points && typeof found[1][0].name === 'string';

	if (points)
		plots.push(points);
	card('plots', ...curves.map(curvePlots), ...open && curves.length === 0 ? [points] : []);
	return points && (curves.length > 0 || !open) ? [fold(`${named(found[0])} as a plot`, () => points)] : [];
}

function listen({ steps, chooseNothing }) {
	const keys = { d: () => setTheme(!isDark()), Escape: chooseNothing, ArrowLeft: () => steps?.step(-1), ArrowRight: () => steps?.step(1) };

	$('theme').onclick = keys.d;
	addEventListener('hashchange', themeOfAddress);
	addEventListener('keydown', event => {
		if (!event.ctrlKey && !event.altKey && !event.metaKey && !/^(INPUT|SELECT)$/.test(event.target.tagName))
			keys[event.key]?.();
	});
	addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => { d.fill?.(); d.open = true; }));
	themeOfAddress();
	document.documentElement.dataset.ready = 'yes';
}

start();
