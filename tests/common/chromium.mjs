/* chromium.mjs: drives Chromium over pipes by its own protocol, for tests in a real browser; is() prints TAP. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const profile = mkdtempSync(join(tmpdir(), 'page-')), answers = new Map(), hearers = new Map();
let browser, lastId = 0, held = '', number = 0, failed = 0;

function hear(text) {
	const parts = (held + text).split('\0');

	held = parts.pop();
	for (const part of parts) {
		const said = JSON.parse(part);

		if (said.id)
			answers.get(said.id)(said);
		else
			hearers.get(said.sessionId)?.(said.method, said.params);
	}
}

function send(method, params = {}, sessionId = undefined) {
	const id = ++lastId;

	browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
	return new Promise((done, fail) => answers.set(id, said => said.error ? fail(new Error(`${method}: ${said.error.message}`)) : done(said.result)));
}

export function is(name, got, expected) {
	const good = JSON.stringify(got) === JSON.stringify(expected);

	console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}`);
	if (!good) {
		failed = 1;
		console.log(`# got: ${JSON.stringify(got)?.slice(0, 400)}\n# expected: ${JSON.stringify(expected)?.slice(0, 400)}`);
	}
}

/* Opens a page and waits until it says that it is ready, by the expression `ready`. call(): of the protocol; show(): of an expression; text(): of the first
 * element; press() and click(): what a user does; goTo(): another hash; picture(): into a file; complaints: what is on the console; asked:
 * what is asked for. */
const SAYS_READY = 'document.documentElement?.dataset.ready ?? document.querySelector(".stop")?.textContent ?? ""';

export async function openPage(url, ready = SAYS_READY) {
	const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
	const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
	const call = (method, params) => send(method, params, sessionId), complaints = [], asked = [];

	hearers.set(sessionId, (method, params) => {
		if (method === 'Runtime.consoleAPICalled')
			complaints.push(params.args.map(a => a.value ?? a.description).join(' '));
		else if (method === 'Runtime.exceptionThrown')
			complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
		else if (method === 'Log.entryAdded')
			complaints.push(params.entry.text);
		else if (method === 'Network.requestWillBeSent')
			asked.push(params.request.url);
	});
	for (const domain of ['Runtime', 'Log', 'Network', 'Page'])
		await call(`${domain}.enable`);
	const show = async expression => {
		const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });

		if (exceptionDetails)
			throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
		return result.value;
	};
	const begun = performance.now();

	await call('Page.navigate', { url: `${url}#theme=light` });
	while (!await show(ready)) {
		if (complaints.length > 0)
			throw new Error(complaints[0]);
		await new Promise(done => setTimeout(done, 20));
	}
	return { call, show, complaints, asked, url, ready: performance.now() - begun, ...hands(call, show), close: () => send('Target.closeTarget', { targetId }) };
}

function hands(call, show) {
	return {
		text: selector => show(`document.querySelector(${JSON.stringify(selector)}).textContent`),
		press: async (key, shift = 0) => {
			for (const type of ['keyDown', 'keyUp'])
				await call('Input.dispatchKeyEvent', { type, key, code: key === ' ' ? 'Space' : key, modifiers: shift ? 8 : 0 });
		},
		click: async (x, y) => {
			for (const type of ['mousePressed', 'mouseReleased'])
				await call('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
		},
		goTo: async hash => {
			await show(`new Promise((done, fail) => {
				addEventListener('hashchange', () => setTimeout(done), { once: true });
				setTimeout(() => fail(new Error('the browser takes no more addresses')), 20000);
				if (location.hash === '#${hash}')
					done();
				location.hash = '${hash}';
			})`);
		},
		picture: async file => {
			const { data } = await call('Page.captureScreenshot', { captureBeyondViewport: true });

			writeFileSync(file, Buffer.from(data, 'base64'));
		},
	};
}

/* By axe-core, if $AXE is its file axe.min.js: what keys and screen readers cannot use, in light and dark. `hash`: behind the theme. */
export async function testAccess(name, { show, goTo }, hash = '') {
	if (!process.env.AXE)
		return;
	await show(readFileSync(process.env.AXE, 'utf8'));
	for (const theme of ['light', 'dark']) {
		await goTo(`theme=${theme}${hash}`);
		const { passes, violations } = JSON.parse(await show('axe.run(document).then(r => JSON.stringify({ passes: r.passes.length, violations: r.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)]) }))'));

		is(`${name}: axe-core finds nothing, ${theme}`, [passes > MOST_TRIVIAL, violations], [true, []]);
	}
}

/* A page on which axe-core finds fewer rules to pass has not been looked at. */
const MOST_TRIVIAL = 20;

/* Tests each of the pages in a browser, and ends the process. */
export async function testAll(browserPath, pages, test) {
	browser = spawn(browserPath, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-background-networking',
		'--window-size=1440,1000', `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
	browser.stdio[4].setEncoding('utf8').on('data', hear);
	try {
		for (const page of pages)
			await test(page);
	} catch (error) {
		is(`no ${error.stack}`, true, false);
	}
	console.log(`1..${number}`);
	browser.on('exit', () => {
		rmSync(profile, { recursive: true, force: true });
		process.exit(failed);
	});
	await send('Browser.close').catch(() => {});
}
