/* choice.js: what is chosen, a leaf, a pair, a word, a link or a node, and what is said of it. */
import { $, grouped3, html, plural } from './dom.js';
import { wayOf } from './run.js';
import { ARRIVED, endOf, intrudersOf, lossesOf, momentOf, REFUSED, winnersOf } from './trails.js';

/* Rows of a table; groups of the matrix. */
const MOST_ROWS = 200, MOST_GROUPS = 64;
const TABLE = '<table><thead><tr><th>word</th><th>number</th><th>created</th><th>at the port</th><th>delivered</th><th>latency</th></tr></thead><tbody>';

/* Leaves by groups, each a row and a column of the matrix. */
export function makeGroups(run, meta) {
	const count = Math.min(MOST_GROUPS, run.leaves);

	return { count, of: l => Math.floor(l * count / run.leaves), name: g => String(Math.ceil(g * run.leaves / count) + meta.first) };
}

/* Does a word belong to what is chosen? Of a try of a word that never arrives, -1 - its number. */
function belongs(page, what, i) {
	const { colours, groups } = page;

	if ('leaf' in what)
		return colours.sourceOf(i) === what.leaf || colours.destinationOf(i) === what.leaf;
	if ('pair' in what)
		return groups.of(colours.sourceOf(i)) === what.pair[0] && groups.of(colours.destinationOf(i)) === what.pair[1];
	if (what.members)
		return i >= 0 ? what.members.words.has(i) : what.members.strangers.has(-1 - i);
	return i === what.word;
}

/* now: null, { leaf }, { pair: [source group, destination group] }, { word }, { link } or { node }. */
export function makeChoice(page) {
	const choice = { now: null };

	choice.has = i => !choice.now || belongs(page, choice.now, i);
	choice.choose = what => {
		choice.now = what;
		if (what && ('link' in what || 'node' in what))
			what.members = page.links.wordsOf(what);
		showChosen(page, choice.now);
		page.cards.show();
		page.draw();
	};
	choice.words = () => {
		const places = [];

		for (let i = 0; i < page.run.count; i++)
			if (choice.has(i))
				places.push(i);
		return places;
	};
	return choice;
}

/* ---- what is said ---- */
function rows(run, places) {
	return places.slice(0, MOST_ROWS).map(i => `<tr data-word="${i}"><td><a href="#word=${i}">${run.source[i] + run.meta.first} \u2192 ${run.destination[i] + run.meta.first}</a></td><td>${run.number[i]}</td><td>${run.created[i]}</td><td>${run.offered[i]}</td><td>${run.delivered[i]}</td><td>${run.latency(i)}</td></tr>`).join('');
}

function titleOf({ run, groups }, what, count) {
	const words = what.link ? `Words over the link ${what.link}` : what.node ? `Words ${run.trails.aside.length ? 'sidetracked' : 'lost'} at ${what.node}` : 'leaf' in what ? `Words of ${run.name(what.leaf)}`
		: `Words from ${groups.name(what.pair[0])} to ${groups.name(what.pair[1])}`;

	return `${words}: ${grouped3(count)}`;
}

/* Where others sent it off its way, to another leaf. */
function saySidetracks({ trails, meta: { first }, slot }, i, k) {
	return lossesOf(trails, k).map(hop => {
		const clock = momentOf(trails, k, hop), by = intrudersOf(trails, hop).map(j => `${trails.source[j] + first} \u2192 ${trails.destination[j] + first}`);

		return `<li data-end="sidetracked"><a href="#clock=${Math.round(clock)}&amp;word=${i}" data-clock="${clock}">slot ${grouped3(Math.floor(clock / slot))}</a>: sidetracked at ${html(trails.link[trails.hopLink[hop]].to)} by ${by.join(', ')}</li>`;
	}).join('');
}

/* How a try of a word ended, and who had what it asked for. */
function sayTry(run, i, k) {
	const trails = run.trails, { first, tries } = run.meta, last = trails.first[k + 1] - 1, begin = trails.clock[trails.step[k]];
	const clock = trails.stores && trails.hops[k] ? momentOf(trails, k, last) : begin + trails.lead.start + trails.lead.hop * trails.hops[k] / 2;
	const when = `<a href="#clock=${Math.round(clock)}&amp;word=${i}" data-clock="${clock}">slot ${grouped3(Math.floor((trails.stores ? clock : begin) / run.slot))}</a>`;

	if (trails.end[k] === ARRIVED)
		return `${saySidetracks(run, i, k)}<li data-end="arrived">${when}: arrived${trails.stores || !tries ? ` by ${plural(trails.hops[k], 'link')}` : ''}</li>`;
	if (trails.end[k] === REFUSED)
		return `<li data-end="refused">${when}: not taken by ${html(run.name(run.destination[i]))}</li>`;
	const won = winnersOf(trails, k), at = endOf(trails, k) ?? run.name(run.source[i]);
	const carried = won?.trails.map(j => `${trails.source[j] + first} \u2192 ${trails.destination[j] + first}`).join(', ') || 'nothing: its concentrator had no way left';

	return `<li data-end="lost">${when}: lost at ${html(at)}${won ? `, as the link to ${html(won.to)} carried ${carried}` : ''}</li>`;
}

function triesOf(run, i) {
	const said = run.trails.ofWord[i].slice(0, MOST_ROWS).map(k => sayTry(run, i, k));

	return `<p>${plural(run.trails.ofWord[i].length, 'try')}:</p><ol id="tries">${said.join('')}</ol>`;
}

/* Over a bus the other word of the same access: the answer to a request, or the request that it answers. */
function otherOf(run, i) {
	const other = run.meta.answers ? run.from[run.destination[i]].find(j => run.destination[j] === run.source[i] && run.number[j] === run.number[i] && j !== i) : undefined;

	if (other === undefined)
		return '';
	return `<p data-word="${other}">${run.start[other] < run.start[i] ? 'It answers' : 'It is answered by'} <a href="#word=${other}">${run.source[other] + run.meta.first} \u2192 ${run.destination[other] + run.meta.first}</a>, in clock ${grouped3(run.delivered[other])}.</p>`;
}

function showWord(run, i) {
	const way = wayOf(run, i);

	$('chosenTitle').textContent = `Word ${run.number[i]} from ${run.name(run.source[i])} to ${run.name(run.destination[i])}`;
	$('chosenBody').innerHTML = `${TABLE}${rows(run, [i])}</tbody></table><p>It waited ${plural(run.start[i] - run.created[i], 'clock')}, and ${run.meta.tries ? 'the try that succeeded' : 'its way'} took ${plural(run.delivered[i] - run.start[i], 'clock')}.</p>${otherOf(run, i)}`
		+ (way ? `<p>Its way: ${way.map(html).join(', ')} (level.number).</p>` : '') + (run.trails ? triesOf(run, i) : '');
}

function showNothing({ end }, trails) {
	$('chosenTitle').textContent = 'Nothing is chosen';
	$('chosenBody').innerHTML = `<p>A click on a ${html(end)}, a word, ${trails ? `a link, ${end === 'node' ? '' : 'a node, '}` : ''}or a pair of the matrix shows its words alone.</p>`;
}

function showChosen(page, what) {
	const { run, stage, links, choice } = page;

	stage.svg?.querySelectorAll('.on').forEach(e => e.classList.remove('on'));
	$('chosen').classList.toggle('nothing', !what);
	if (!what) {
		showNothing(run.meta, run.trails);
		return;
	}
	if ('word' in what) {
		showWord(run, what.word);
		return;
	}
	const places = choice.words();

	$('chosenTitle').textContent = titleOf(page, what, places.length);
	$('chosenBody').innerHTML = `${TABLE}${rows(run, places)}</tbody></table>${places.length > MOST_ROWS ? `<p>The first ${MOST_ROWS}.</p>` : ''}`;
	if ('leaf' in what && stage.drawn)
		stage.place.leaf[what.leaf].classList.add('on');
	for (const kind of ['link', 'node'])
		if (what[kind])
			links.mark(what[kind], kind);
}
