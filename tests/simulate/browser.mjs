/* browser.mjs BROWSER FOLDER PICTURES PAGE...: opens FOLDER/PAGE.html of each run, and compares what the page shows with PAGE.json and
 * PAGE.csv, the report and the log of the same run, and what its links carry with PAGE.channels. $AXE, if it is set, is the file
 * axe.min.js of npm's axe-core, which then looks for what keys and screen readers cannot use. TAP; frames a second and the
 * time until the page is drawn are printed and not judged. */
import { readFileSync, writeFileSync } from 'node:fs';
import { is, openPage, testAccess, testAll } from '../common/chromium.mjs';

const [browserPath, folder, pictures, ...pages] = process.argv.slice(2);

const frames = milliseconds => `new Promise(done => {
	const begun = performance.now();
	let count = 0;
	const tick = () => performance.now() - begun < ${milliseconds} ? (count++, requestAnimationFrame(tick)) : done(count / (performance.now() - begun) * 1000);
	requestAnimationFrame(tick);
})`;

/* [frames a second, milliseconds of script in each], which other programs do not slow. */
async function measured({ call, show }) {
	const script = async () => (await call('Performance.getMetrics')).metrics.find(m => m.name === 'ScriptDuration').value;
	const before = await script(), rate = await show(frames(1500));

	return [rate.toFixed(1), (1000 * (await script() - before) / (1.5 * rate)).toFixed(1)];
}

/* Tries, links and losses, of pages that have them. `channels`: by link what --channels has carried and lost. */
async function testTrails(name, log, { show, text, press, goTo }) {
	const table = readFileSync(`${folder}/${name}.channels`, 'utf8').trim().split('\n').filter(line => !line.startsWith('#')).slice(1).map(line => line.split(','));
	const carried = new Map(), lost = new Map(), add = (map, key, n) => map.set(key, (map.get(key) ?? 0) + +n);

	for (const [, from, to, , words, , behind, refused] of table) {
		add(carried, `${from} to ${to}`, words);
		add(lost, `${from} to ${to}`, +behind + +refused);
	}
	const cut = await show('JSON.parse(meta.textContent).trailsCut'), shown = JSON.parse(await show('JSON.stringify([...document.querySelectorAll("#linkTable tbody tr")].map(r => [...r.children].map(c => c.textContent)))'));

	if (!cut)
		is(`${name}: the table of links is that of --channels`, shown.map(([link, , words, , behind]) => [link, +words, +behind]), shown.map(([link]) => [link, carried.get(link), lost.get(link)]));
	is(`${name}: as many links`, shown.length, cut ? shown.length : Math.min(400, carried.size));
	await show('linkFold.open = true');
	const link = shown[0][0];

	await show(`document.querySelector('#linkTable a').click()`);
	is(`${name}: a link's words`, (await text('#chosenTitle')).startsWith(`Words over the link ${link}: `), true);
	await press('Escape');
	await show('linkFold.open = false');
	if (![...lost.values()].some(n => n > 0))
		return;
	await goTo('slot=0');
	await press('.');
	is(`${name}: a key goes to a lost try`, /[1-9][\d\u202f]* (try|tries) lost/.test(await text('#say')) || await show('JSON.parse(meta.textContent).columns.find(c => c.name === "hopWait").count > 0'), true);
	/* Words that were long on their port; not many, for a browser that gets many addresses soon takes no more. */
	const longest = log.map((_, i) => i).sort((a, b) => (log[b][5] - log[b][4]) - (log[a][5] - log[a][4])).slice(0, 40);
	const tried = await show(`(() => {
		for (const i of ${JSON.stringify(longest)}) {
			history.replaceState(null, '', '#word=' + i);	/* which raises no event of its own */
			dispatchEvent(new Event('hashchange'));
			const ends = [...document.querySelectorAll('#tries li')].map(e => e.dataset.end);
			if (ends.length > 1)
				return ends;
		}
		return [];
	})()`);

	is(`${name}: a word's tries end with the one that arrived`, tried.length > 1 && tried.at(-1) === 'arrived' && !tried.slice(0, -1).includes('arrived'), true);
}

/* Links that count deliveries: the busiest one's words, and those that it counts; no losses. */
async function testCounted(name, log, { show, text, press }) {
	const [link, , words] = JSON.parse(await show(`JSON.stringify([...document.querySelectorAll('#linkTable tbody tr')].map(r => [...r.children].map(c => c.textContent)))`))[0];

	await show(`linkFold.open = true; document.querySelector('#linkTable a').click()`);
	is(`${name}: the words over a link are those that it counts`, (await text('#chosenTitle')).replace(/\u202f/g, ''), `Words over the link ${link}: ${words}`);
	await press('Escape');
	await show('linkFold.open = false');
	is(`${name}: nothing is said of losses`, /lost/.test(await text('#say') + await text('#linkTable')), false);
}

/* The page of a device: its table follows the steps, as does its drawing. */
async function testDevice(name) {
	const result = JSON.parse(readFileSync(`${folder}/${name}.json`)), page = await openPage(`file://${folder}/${name}.html`), { show, text, press, goTo } = page;
	const meta = JSON.parse(await text('#meta')), ones = () => show('document.querySelectorAll("#stage .gate.one").length');

	is(`${name}: as many steps as the run, or 200`, meta.steps, Math.min(200, result.images[0].steps));
	is(`${name}: as many outputs as the report`, meta.outputs.length, result.images[0].outputs);
	await goTo('step=2&theme=light');
	await press('ArrowRight');
	is(`${name}: a key goes a clock on`, (await text('#clock')).startsWith(`step 2 of ${meta.steps - 1}, clock 1 of ${meta.clocks}`), true);
	is(`${name}: it counts the gates that it shows as 1`, (await text('#say')).startsWith(`${await ones()} of ${meta.gates.length} gates`), true);
	is(`${name}: messages between meshes show`, (await show('document.querySelectorAll("#stage circle").length')) > 0, meta.ways.length > 0);
	/* Flip-flops that are outputs show a step later as such. */
	const values = title => show(`JSON.stringify([...document.querySelectorAll('#values table')].filter(t => t.caption.textContent.startsWith('${title}')).flatMap(t => [...t.rows].map(r => [r.cells[0].textContent, r.cells[1].textContent])))`).then(JSON.parse);
	const latches = new Map(await values('flip-flops')), outputs = (await values('outputs')).filter(([output]) => latches.has(output));

	is(`${name}: an output that is a flip-flop shows it`, outputs, outputs.map(([output]) => [output, latches.get(output)]));
	await testAccess(name, page, '');
	await page.picture(`${pictures}/${name}-light.png`);
	is(`${name}: nothing on the console`, page.complaints, []);
	is(`${name}: nothing but the page is asked for`, page.asked.filter(u => !u.startsWith(page.url) && !u.startsWith('data:')), []);
	await page.close();
}

async function testPage(name) {
	if (name.startsWith('device'))
		return testDevice(name);
	const result = JSON.parse(readFileSync(`${folder}/${name}.json`)), log = readFileSync(`${folder}/${name}.csv`, 'utf8').trim().split('\n').slice(1).map(line => line.split(',').map(Number));
	const page = await openPage(`file://${folder}/${name}.html`), { call, show, text, press, click, goTo } = page, picture = mark => page.picture(`${pictures}/${name}-${mark}.png`);
	const first = JSON.parse(await text('#meta')).first, slot = JSON.parse(await text('#meta')).slot;

	/* Numbers. */
	const figures = JSON.parse(await show('JSON.stringify([...document.querySelectorAll("[data-figure]")].map(e => [e.dataset.figure, e.dataset.value]))'));
	const inReport = path => String(path.split('.').reduce((o, key) => o?.[key], result));

	is(`${name}: figures are the report's`, figures, figures.map(([path]) => [path, inReport(path)]));
	is(`${name}: mean, p50, p99 and the greatest latency are among them`, ['mean', 'p50', 'p99', 'max'].filter(k => result.latency && !figures.some(([path]) => path === `latency.${k}`)), []);
	if (await show('document.getElementById("differs").hidden')) {
		const [count, mean] = JSON.parse(await show('JSON.stringify([histogram.dataset.count, histogram.dataset.mean])')).map(Number);
		/* Of a report without latencies, by the log. */
		const told = result.latency ?? { count: log.length, mean: log.reduce((sum, l) => sum + l[5] - l[3], 0) / log.length };

		is(`${name}: the histogram has as many words`, count, told.count);
		is(`${name}: of the same mean`, Math.abs(mean - told.mean) < 1e-7 * mean, true);
	} else {
		is(`${name}: only these reports count otherwise: of schedules, first bits, and whole accesses`, ['offline16', 'phased16', 'sorter16', 'bus8'].includes(name), true);
	}
	const words = [], expected = [];

	for (let k = 0; k < 20; k++) {
		const i = Math.floor((k + 0.5) / 20 * log.length), [source, count, destination, created, offered, delivered] = log[i];

		await goTo(`word=${i}`);
		words.push(JSON.parse(await show('JSON.stringify([...document.querySelectorAll("#chosenBody td")].map(e => e.textContent))')));
		expected.push([`${source} → ${destination}`, ...[count, created, offered, delivered, delivered - created].map(String)]);
	}
	is(`${name}: twenty words are those of the log`, words, expected);

	if (JSON.parse(await text('#meta')).answers) {
		const k = log.findIndex(([source, , destination]) => source !== destination), [source, count, destination] = log[k];

		await goTo(`word=${k}`);
		await show(`document.querySelector('#chosenBody p[data-word] a').click()`);
		is(`${name}: a request and its answer lead to each other`, await text('#chosenTitle'), `Word ${count} from leaf ${destination} to leaf ${source}`);
	}

	/* What one does. */
	await goTo('slot=3');
	await press('ArrowRight');
	is(`${name}: a key goes a slot on`, (await text('#clock')).startsWith('slot 4 '), true);
	await press('Home');
	is(`${name}: and one to the beginning`, (await text('#clock')).startsWith('slot 0 '), true);
	const leaf = log[log.length >> 1][0];

	await goTo(`leaf=${leaf}`);
	is(`${name}: a leaf's words`, (await text('#chosenTitle')).replace(/\u202f/g, ''), `Words of ${await show('JSON.parse(meta.textContent).end')} ${leaf}: ${log.filter(l => l[0] === leaf || l[2] === leaf).length}`);
	await press('Escape');
	is(`${name}: a key chooses nothing`, await text('#chosenTitle'), 'Nothing is chosen');
	const at = await show(`(() => { const e = document.querySelector('#stage [data-leaf="${leaf - first}"]'); e?.scrollIntoView({ block: 'center' }); const b = e?.firstElementChild.getBoundingClientRect(); return b ? [b.x + b.width / 2, b.y + b.height / 2] : null; })()`);

	if (at) {
		await click(...at);
		is(`${name}: a click chooses a leaf`, (await text('#chosenTitle')).includes(` ${leaf}: `), true);
		await press('Escape');
	}
	const pair = [log[0][0], log[0][2]];

	if (JSON.parse(await text('#meta')).leaves <= 64) {
		await show('matrix.scrollIntoView({ block: "center" })');
		await click(...await show(`matrix.firstChild.centreOf(${pair[0] - first}, ${pair[1] - first})`));
		is(`${name}: a pair's words`, (await text('#chosenTitle')).replace(/\u202f/g, ''), `Words from ${pair[0]} to ${pair[1]}: ${log.filter(l => l[0] === pair[0] && l[2] === pair[1]).length}`);
	}
	const { links, counted } = JSON.parse(await text('#meta'));

	if (links)
		await (counted ? testCounted : testTrails)(name, log, page);
	await testAccess(name, page, `&leaf=${leaf}`);
	const middle = log[log.length >> 1];

	await goTo(`theme=light&clock=${(middle[4] + middle[5]) / 2}`);
	await picture('light');
	await goTo(`theme=dark&leaf=${leaf}&clock=${(middle[4] + middle[5]) / 2}`);
	await picture('dark');
	is(`${name}: dark`, await show('getComputedStyle(document.body).backgroundColor'), 'rgb(18, 23, 29)');
	const { data } = await call('Page.printToPDF', { preferCSSPageSize: true }), sheets = Buffer.from(data, 'base64').toString('latin1').match(/\/Type\s*\/Page\b/g).length;

	is(`${name}: printed on at most two sheets`, sheets <= 2 || sheets, true);
	await show('dispatchEvent(new Event("beforeprint"))');
	await call('Emulation.setEmulatedMedia', { media: 'print' });
	is(`${name}: on paper no canvas hides the drawing, which has the words`, JSON.parse(await show('JSON.stringify([getComputedStyle(dots).display, document.querySelectorAll("#stage circle[fill]").length > 0])')),
		at ? ['none', true] : ['block', false]);
	await call('Emulation.setEmulatedMedia', { media: '' });
	await show('dispatchEvent(new Event("afterprint"))');
	writeFileSync(`${pictures}/${name}.pdf`, Buffer.from(data, 'base64'));

	/* The saved picture: a file that shows as it stands. */
	await show('HTMLAnchorElement.prototype.click = () => {}; URL.createObjectURL = blob => { window.saved = blob; return "data:,"; }');
	await press('s');
	await show('new Promise(done => { const wait = () => window.saved ? done() : setTimeout(wait, 20); wait(); })');
	if (at) {
		writeFileSync(`${pictures}/${name}-saved.svg`, await show('saved.text()'));
		is(`${name}: a saved drawing needs no style sheet`, /class=|style=|<style/.test(readFileSync(`${pictures}/${name}-saved.svg`, 'utf8')), false);
	} else {
		is(`${name}: rows are saved as an image`, await show('saved.type'), 'image/png');
	}

	/* Time. */
	await goTo('theme=light');
	await press('Home');
	await press(' ');
	await call('Performance.enable', { timeDomain: 'threadTicks' });
	const rate = await measured(page);

	is(`${name}: it plays`, (await text('#play')) === 'Pause' || log.at(-1)[5] < 3 * slot + 200, true);
	await show('speed.value = 20');
	const fast = await measured(page);

	await press(' ');
	console.log(`# ${name}: drawn after ${page.ready.toFixed(0)} ms; frames a second ${rate[0]} at speed 1, ${fast[0]} at 20; script in a frame ${rate[1]} ms, ${fast[1]} ms`);
	is(`${name}: nothing on the console`, page.complaints, []);
	is(`${name}: nothing but the page is asked for`, page.asked.filter(u => !u.startsWith(page.url) && !u.startsWith('data:')), []);
	await page.close();
}

await testAll(browserPath, pages, testPage);
