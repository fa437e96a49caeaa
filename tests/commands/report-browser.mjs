/* report-browser.mjs BROWSER FOLDER PICTURES PAGE...: opens FOLDER/PAGE.html of each result, and compares what the page shows with
 * PAGE.json, what --json has printed. With $AXE as tests/common/chromium.mjs says. TAP. */
import { readFileSync } from 'node:fs';
import { is, openPage, testAccess, testAll } from '../common/chromium.mjs';

const [browserPath, folder, pictures, ...pages] = process.argv.slice(2);

const isFigure = v => v !== null && typeof v === 'object' && ('measured' in v || 'half95' in v), isLeaf = v => v === null || typeof v !== 'object' || isFigure(v);
const isShort = v => Array.isArray(v) && v.length <= 12 && v.every(isLeaf);
const number = v => isFigure(v) ? v.value ?? v.mean : v;

/* All values of the JSON that are shown alone, by their last key, in order; a sweep's keys have dots. */
function valuesOf(v, key, found = []) {
	if (isLeaf(v) || isShort(v))
		found.push(`${key.split('.').pop()} ${JSON.stringify(v)}`);
	else if (Array.isArray(v))
		v.forEach(e => typeof e === 'object' && !Array.isArray(e) && valuesOf(e, key, found));
	else
		Object.entries(v).forEach(([k, e]) => valuesOf(e, k, found));
	return found;
}

const json = async (show, expression) => JSON.parse(await show(`JSON.stringify(${expression})`));

/* Every value of the JSON stands in a table when all folds are open. Rows of lists that are too long for folds are looked at one by one. */
async function testNumbers(name, result, { show }) {
	await show(`(() => { for (let open; (open = document.querySelector('#tables details:not([open])')); ) { open.fill(); open.open = true; } })()`);
	const shown = new Set(await json(show, '[...document.querySelectorAll("#tables [data-value]")].map(e => `${e.dataset.key.split(".").pop()} ${e.dataset.value}`)'));
	const deep = name === 'explore' ? { ...result, points: result.points.map(({ parameters, ...rest }) => rest) } : result, wanted = valuesOf(deep, '');

	is(`${name}: all ${wanted.length} values of the JSON are in tables`, [wanted.length > 4, wanted.filter(v => !shown.has(v)).slice(0, 5)], [true, []]);
	is(`${name}: what a cell says is its value`, (await json(show, `[...document.querySelectorAll("#tables td.number")].map(e => [e.textContent.split(' ')[0].replace('~', ''), e.dataset.value])`))
		.filter(([text, value]) => text !== '' && Math.abs(Number(text) - number(JSON.parse(value))) > 1e-5 * Math.abs(Number(text))), []);
}

async function testPoints(name, points, { show, text, press }) {
	const names = await json(show, '[...document.querySelectorAll(".scatter .point")].map(e => e.dataset.name).sort()');

	is(`${name}: each network is a point`, names, points.filter(p => p.lut4.value > 0 && p.mbps.value > 0).map(p => p.name).sort());
	is(`${name}: the front is that of the JSON`, await json(show, '[...document.querySelectorAll(".scatter .point.best")].map(e => e.dataset.name).sort()'), points.filter(p => p.front).map(p => p.name).sort());
	is(`${name}: estimates have a ~`, await json(show, '[...document.querySelectorAll("#tables td[data-key=lut4]")].every(e => e.textContent[0] === "~" && JSON.parse(e.dataset.value).measured === false)'), true);
	const column = key => json(show, `[...document.querySelectorAll('#tables tbody tr.row td[data-key="${key}"]')].map(e => e.dataset.value)`).then(list => list.map(v => number(JSON.parse(v))));
	const ascending = points.map(p => p.mhz.value).sort((a, b) => a - b), sort = `document.querySelector('#tables th[data-key=mhz] button').click()`;

	await show(sort);
	is(`${name}: sorted by a click`, [await column('mhz'), await show('document.querySelector("#tables th[data-key=mhz]").getAttribute("aria-sort")')], [ascending, 'ascending']);
	await show(sort);
	is(`${name}: and the other way by another`, [await column('mhz'), await show('document.querySelector("#tables th[data-key=mhz]").getAttribute("aria-sort")')], [ascending.slice().reverse(), 'descending']);
	const p = points[5];

	await show(`document.querySelector('.point[data-name="${p.name}"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))`);
	is(`${name}: a click on a point shows its name`, await text('#chosenName'), p.name);
	is(`${name}: and its parameters`, (await text('#chosenBody pre')).split('\n').filter(l => /^(network|leaves|children|lanes):/.test(l)).sort(),
		Object.entries(p.parameters).filter(([k]) => /^(network|leaves|children|lanes)$/.test(k)).map(([k, v]) => `${k}: ${Array.isArray(v) ? `[${v.join(', ')}]` : v}`).sort());
	is(`${name}: and the row is marked`, await json(show, '[...document.querySelectorAll("tr.on")].map(e => e.row.name)'), [p.name]);
	await press('Escape');
	is(`${name}: a key chooses nothing`, await text('#chosenName'), 'Nothing is chosen');
	await show(`document.querySelector('.point[data-name="${points[0].name}"]').focus()`);
	await press('Enter');
	is(`${name}: a key chooses a point`, await text('#chosenName'), points[0].name);
	await show(`(() => { const y = document.querySelectorAll('#plots select')[1]; y.value = 'latency_clocks'; y.dispatchEvent(new Event('change')); })()`);
	is(`${name}: of latency less is better`, await show('document.querySelectorAll("#plots select")[2].value'), 'down');
}

async function testSchedule({ show, text, press }) {
	const { schedule, messages } = JSON.parse(readFileSync(`${folder}/schedule.cycles`)), sum = schedule.reduce((n, cycle) => n + cycle.length, 0);
	const shown = [];

	for (let c = 0; c < schedule.length; c++) {
		shown.push([await text('#cycle'), await show('[...document.querySelectorAll("#cycleMatrix g path")].filter(p => p.style.fill !== "var(--card)").map(p => p.getAttribute("d")).join("").split("M").length - 1'), await text('.pairs pre')]);
		await press('ArrowRight');
	}
	is('schedule: a step for each cycle, with its messages', shown, schedule.map((cycle, c) =>
		[`Cycle ${c + 1} of ${schedule.length}: ${cycle.length} of ${messages} messages`, cycle.length, cycle.map(([s, d]) => `${s} → ${d}`).join('\n')]));
	is('schedule: all of them', sum > 200 && sum, messages);
}

async function testCompare(result, { show }) {
	const loads = result.networks.flatMap(n => n.curves[0].loads);

	is('compare: a dot for each load and plot', await show('document.querySelectorAll(".curves circle").length'), 2 * loads.length);
	is('compare: a curve for each network', await show('document.querySelectorAll(".curves polyline").length'), 2 * result.networks.length);
}

/* What a sweep prints is two lines. */
const leastText = name => name === 'sweep' ? 40 : 100;

async function testPage(name) {
	const result = JSON.parse(readFileSync(`${folder}/${name}.json`)), page = await openPage(`file://${folder}/${name}.html`), { call, show, goTo } = page;

	is(`${name}: the whole page is there`, [await show('document.querySelector("h1").textContent.startsWith("ftc ")'), await show('document.querySelector("#text").textContent.length') > leastText(name)], [true, true]);
	is(`${name}: every drawing is seen`, await json(show, '[...document.images].filter(i => !i.complete || i.naturalWidth === 0).map(i => i.alt)'), []);
	await page.picture(`${pictures}/${name}-light.png`);
	if (name === 'explore')
		await testPoints(name, result.points, page);
	if (name === 'schedule')
		await testSchedule(page);
	if (name === 'compare')
		await testCompare(result, page);
	await testNumbers(name, result, page);
	await testAccess(name, page);
	await goTo('theme=dark');
	await page.picture(`${pictures}/${name}-dark.png`);
	is(`${name}: dark`, await show('getComputedStyle(document.body).backgroundColor'), 'rgb(18, 23, 29)');
	await call('Page.printToPDF', { preferCSSPageSize: true });
	is(`${name}: nothing on the console`, page.complaints, []);
	is(`${name}: nothing but the page is asked for`, page.asked.filter(u => !u.startsWith(page.url) && !u.startsWith('data:')), []);
	await page.close();
}

await testAll(browserPath, pages, testPage);
