/* controls.js: pointer, keys, buttons, the address, paper and files. */
import { $ } from './dom.js';
import { drawingText, imageOf, saveFile } from './save.js';
import { isDark, setTheme, themeOfAddress } from './theme.js';

function listenToPointer({ stage, words, links, choice, time, draw }) {
	$('stage').addEventListener('click', event => {
		const [x, y] = stage.pointOf(event.clientX, event.clientY), leaf = stage.leafAt(x, y), word = words.at(x, y);

		choice.choose(leaf >= 0 ? { leaf } : word >= 0 ? { word } : links?.at(event.clientX, event.clientY) ?? links?.cellAt(x, y) ?? null);
	});
	document.addEventListener('click', event => {
		const found = kind => event.target.closest?.(kind), word = found('a[href^="#word="]'), link = found('a[href^="#link="]'), moment = found('a[data-clock]');

		if (word || link || moment)
			event.preventDefault();
		if (word)
			time.showWord(+word.closest('[data-word]').dataset.word);
		if (link)
			choice.choose({ link: decodeURIComponent(link.hash.slice(6)) });
		if (moment) {
			time.set(+moment.dataset.clock);
			draw();
		}
	});
}

function keysOf({ run, time, choice, redraw, save }) {
	return {
		' ': () => time.play(!time.playing), ArrowLeft: shift => time.step(shift ? -10 : -1), ArrowRight: shift => time.step(shift ? 10 : 1),
		Home: () => time.go(0), End: () => time.go(run.slots - 1), '+': () => time.faster(1), '-': () => time.faster(-1),
		p: () => time.nextWord(-1), n: () => time.nextWord(1), ',': () => time.nextLoss(-1), '.': () => time.nextLoss(1),
		Escape: () => choice.choose(null), '?': () => $('help').showModal(), s: save,
		c: () => { $('hue').selectedIndex = 1 - $('hue').selectedIndex; redraw(); }, d: () => { setTheme(!isDark()); redraw(); },
	};
}

function listenToKeys(keys) {
	addEventListener('keydown', event => {
		const on = event.target, act = keys[event.key];

		if (!act || event.ctrlKey || event.metaKey || event.altKey || $('help').open || on.tagName === 'SELECT' || (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(on.tagName)))
			return;
		event.preventDefault();
		act(event.shiftKey);
	});
}

function listenToButtons({ run, time, redraw, cards, save }, keys) {
	$('slider').max = run.slots - 1;
	$('slider').addEventListener('input', () => time.go(+$('slider').value));
	$('play').onclick = () => time.play(!time.playing);
	$('back').onclick = () => time.step(-1);
	$('forth').onclick = () => time.step(1);
	$('hue').onchange = $('links').onchange = redraw;
	$('matrixKind').onchange = cards.pairs.recolour;
	$('save').onclick = save;
	$('theme').onclick = keys.d;
	$('keys').onclick = keys['?'];
}

/* The drawing with its words, or the rows of links: light, as on paper. */
export async function savePicture({ result, stage, words, colours, clock, redraw }) {
	const name = `${result.name ?? 'run'}-${Math.floor(clock)}`, wasDark = isDark();

	setTheme(false);
	redraw();
	if (stage.drawn) {
		const printed = words.asDrawing();

		stage.svg.append(printed);
		saveFile(`${name}.svg`, new Blob([drawingText(stage.svg)], { type: 'image/svg+xml' }));
		printed.remove();
	} else {
		saveFile(`${name}.png`, await imageOf(words.layers(), colours.named.ground));
	}
	setTheme(wasDark);
	redraw();
}

function listenToPaper({ stage, words, redraw }) {
	let wasDark = false, printed = null;

	addEventListener('beforeprint', () => {
		wasDark = isDark();
		setTheme(false);
		redraw();
		if (stage.drawn) {
			printed = words.asDrawing();
			stage.svg.append(printed);
		}
	});
	addEventListener('afterprint', () => {
		printed?.remove();
		setTheme(wasDark);
		redraw();
	});
}

/* "#word=17&clock=4310&theme=dark": what a link to a moment says. */
export function followAddress({ run, meta, time, choice, links, redraw }) {
	const asked = new URLSearchParams(location.hash.slice(1)), leaf = +asked.get('leaf') - meta.first, word = +asked.get('word'), was = isDark();

	themeOfAddress();
	if (was !== isDark())		/* before words are drawn in the colours of the other theme */
		redraw();
	if (asked.has('slot'))
		time.go(+asked.get('slot'));
	if (asked.has('leaf') && leaf >= 0 && leaf < run.leaves)
		choice.choose({ leaf });
	else if (links && asked.has('link'))
		choice.choose({ link: asked.get('link') });
	else if (links && asked.has('node'))
		choice.choose({ node: asked.get('node') });
	else if (asked.has('word') && word >= 0 && word < run.count)
		time.showWord(word);
	else
		choice.choose(null);
	if (asked.has('clock')) {
		time.set(+asked.get('clock'));
		redraw();
	}
}

export function listen(page) {
	const keys = keysOf(page);

	listenToPointer(page);
	listenToKeys(keys);
	listenToButtons(page, keys);
	listenToPaper(page);
	addEventListener('resize', () => {
		page.stage.resize();
		page.draw();
	});
	addEventListener('hashchange', () => followAddress(page));
}
