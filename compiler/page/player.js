/* player.js: the page of a run: reads its data, and joins the modules that show them. */
import { $, html } from './dom.js';
import { makeCards } from './cards.js';
import { makeChoice, makeGroups } from './choice.js';
import { makeColours } from './colours.js';
import { followAddress, listen, savePicture } from './controls.js';
import { readColumns } from './data.js';
import { makeLinks } from './links.js';
import { makeRun } from './run.js';
import { makeStage } from './stage.js';
import { showLegend, showTexts } from './texts.js';
import { themeOfAddress } from './theme.js';
import { makeTime } from './time.js';
import { makeWords } from './words.js';

async function startPlayer() {
	const read = id => JSON.parse($(id).textContent), meta = read('meta'), result = read('result');
	const run = makeRun(meta, result, await readColumns(meta.columns, $('data').textContent.trim()));
	/* What the modules share. clock: the one that shows. */
	const page = { run, meta, result, clock: Math.min(run.slots * run.slot - 1, run.slot / 2) };

	$('main').hidden = false;
	page.draw = () => page.time.say(page.words.draw(page.time.playing));
	page.redraw = () => {
		page.colours.read();
		page.cards.recolour();
		showLegend(page);
		page.draw();
	};
	page.save = () => savePicture(page);
	themeOfAddress();
	page.groups = makeGroups(run, meta);
	page.colours = makeColours(run);
	page.colours.read();
	page.choice = makeChoice(page);
	page.stage = makeStage(run, page.choice.choose);
	page.links = run.trails ? makeLinks(run, page.stage.svg, page.stage.place, page.colours.ramp, page.colours.redden) : null;
	page.time = makeTime(page);
	page.cards = makeCards(page);
	page.words = makeWords(page);
	showTexts(page);
	page.stage.resize();
	followAddress(page);
	page.redraw();
	listen(page);
	document.documentElement.dataset.ready = 'yes';
}

startPlayer().catch(error => {
	document.body.insertAdjacentHTML('afterbegin', `<p class="stop">This page cannot show its run: ${html(error.message)}.</p>`);
	throw error;
});
