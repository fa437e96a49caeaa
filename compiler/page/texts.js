/* texts.js: what the page says in words: heading, legend, what is left out, and the report. */
import { $, grouped3, html, many } from './dom.js';
import { WINDOW } from './trails.js';

const coloured = ({ aside, unit }) => ({
	now: `links by their use in the last ${WINDOW} ${many(unit)}, pale to strong`, run: 'links by their use in the whole run, pale to strong',
	lost: `links by the ${aside.length ? 'words that are sidetracked' : 'tries that are lost'} behind them`, plain: 'links by their direction',
});

export function showLegend({ run, meta, stage }) {
	const dot = `${meta.words ? `${meta.words} ` : ''}A dot is a word${stage.small ? '' : '; its number is the destination'}; its colour is the ${$('hue').value}.`, view = $('links').value;

	if (run.trails) {
		const { loses, aside } = run.trails, cross = aside.length ? 'a word that another one has sent off its way, to another leaf, from which it goes on' : 'a try that is lost';

		$('legend').textContent = `${dot}${loses ? ` A cross is ${cross}${view === 'plain' ? '' : '; the redder a node, the more of its words are'}.` : ''}${meta.counted ? ' Links count the words that arrived, each in the slot of its delivery; a word moves from its port to its delivery.' : ''} Colours: ${coloured(run.trails)[view]}.`;
		return;
	}
	const known = run.ways.size > 0 && stage.drawn, moves = meta.tries ? `It moves during the try that succeeded; before, it waits at its ${meta.end}.` : 'It moves from its port to its delivery.';

	$('legend').textContent = `${dot} ${moves} ${known ? 'Which wire of a link it takes is not recorded.' : `Its way inside the network is not ${stage.drawn ? 'recorded' : 'shown'}.`}`;
}

function showCut({ meta, run: { trails } }) {
	const said = [];

	if (meta.shown < meta.deliveries)
		said.push(`This page has the first ${grouped3(meta.shown)} deliveries of ${grouped3(meta.deliveries)}: a browser plays no more. The figures of the run are of all; the pictures are of these. A smaller --frames or --load leaves nothing out.`);
	if (trails && meta.trailsCut)
		said.push(`Tries and links are those of the first ${grouped3(trails.steps)} slots: a browser plays no more. --channels FILE has them all.`);
	$('cut').hidden = said.length === 0;
	$('cut').textContent = said.join(' ');
}

export function showTexts(page) {
	const { meta, result, run, links } = page, loop = result.closed_loop,
		traffic = result.workload ? result.messages : result.messages ? 'messages of a file' : !result.pattern ? ''
			: loop ? `${result.pattern}, ${loop.outstanding} requests of a leaf outstanding${loop.batch ? `, batches of ${loop.batch}` : ''}`
			: `${result.pattern}, load ${result.load}`;

	$('name').textContent = result.name ?? meta.describe;
	$('subtitle').textContent = [meta.describe, `slots of ${run.slot} clocks`, traffic, `seed ${result.seed}`, result.passed === false ? 'FAILED' : ''].filter(Boolean).join('; ');
	showCut(page);
	if (links) {
		$('linkTable').innerHTML = links.table();
		$('links').options[0].textContent = `use, last ${WINDOW} ${many(run.trails.unit)}`;
		$('links').options[2].hidden = $('links').options[2].disabled = meta.counted;
		$('links').options[2].textContent = `${run.trails.aside.length ? 'sidetracks' : 'losses'}, whole run`;
	}
	$('linkFold').hidden = $('linksLabel').hidden = !links;
	$('report').textContent = meta.report;
	$('json').textContent = $('result').textContent;
	$('parameters').textContent = meta.keys;
	$('foot').innerHTML = `<p><code>${html(meta.command)}</code></p><p>ftc ${html(meta.version)}, parameters' digest ${html(meta.digest)}${result.engine ? `, engine ${html(result.engine)}` : ''}. `
		+ (result.warmup !== undefined && result.frames ? `Of ${grouped3(result.warmup + result.frames)} slots the first ${grouped3(result.warmup)} warm up: latencies and pairs are of words created in the others. ` : '')
		+ `Words by ${html(meta.end)} and over time are of the whole run. Words that had not arrived when the run ended are in no picture.</p>`;
}
