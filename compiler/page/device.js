/* device.js: the page of a device's run: clock by clock the values of gates and wires, and the messages between its meshes. */
import { $, grouped3, html, plural } from './dom.js';
import { svgElement } from './charts.js';
import { readColumns } from './data.js';
import { drawDevice, pointOfWay } from './device_drawing.js';
import { isDark, setTheme, themeOfAddress } from './theme.js';

async function startDevice() {
	const read = id => JSON.parse($(id).textContent), meta = read('meta'), result = read('result'), columns = await readColumns(meta.columns, $('data').textContent.trim());
	const clocks = meta.steps * meta.clocks, pins = meta.steps ? columns.pinIn.length / meta.steps : 0, rows = n => Math.ceil(n / 8);
	const bit = (name, row, count, i) => columns[name][row * rows(count) + (i >> 3)] >> (i & 7) & 1;
	const gateAt = new Map(meta.gates.map((e, i) => [e, i])), wireAt = new Map(meta.wires.map((w, i) => [w, i]));
	const titleOf = e => {
		const latch = meta.latches.find(l => l.element === e), { side } = meta;

		return `${latch ? `flip-flop ${latch.name}` : 'gate'}: mesh ${Math.floor(e / side / side)}, row ${Math.floor(e / side) % side}, column ${e % side}`;
	};
	const { svg, wires, gates, lengths } = drawDevice(meta, titleOf), dots = [];
	let at = 0, playing = false, before = 0;

	/* A latch that nothing reads by its gate is still an element in use. */
	const latchOf = (l, step) => (l.element < 0 ? 0 : bit('latch', step, meta.gates.length, gateAt.get(l.element))) ^ (l.complement ? 1 : 0);

	function showValues(step) {
		const row = (name, v) => `<tr><td>${html(name)}</td><td>${v}</td></tr>`, table = (title, list) => list.length ? `<table><caption class="soft">${title}</caption><tbody>${list.join('')}</tbody></table>` : '';

		$('values').innerHTML = table('inputs, taken when the step begins', meta.inputs.map(p => row(p.name, columns.pinIn[step * pins + p.at])))
			+ table('outputs, at its end', meta.outputs.map(p => row(p.name, columns.pinOut[step * pins + p.at])))
			+ table('flip-flops, in the step', meta.latches.map(l => row(l.name, latchOf(l, step))));
	}

	/* A message leaves in each clock of its delivery cycle, and is in its register latency + 2 clocks later. */
	function showMessages() {
		const clock = Math.floor(at), lasts = meta.latency + 2, inStep = clock % meta.clocks, begin = clock - inStep;
		let count = 0;

		meta.ways.forEach((way, k) => {
			for (let sent = way.cycle; sent <= inStep; sent += meta.cycles) {
				const share = (at - begin - sent) / lasts;

				if (share >= 1)
					continue;
				const dot = dots[count] ??= svg.appendChild(svgElement('circle', { r: 4 })), [x, y] = pointOfWay(way.points, lengths[k], Math.max(0, share));

				dot.setAttribute('cx', x);
				dot.setAttribute('cy', y);
				dot.setAttribute('class', bit('wire', begin + sent, meta.wires.length, wireAt.get(way.wire)) ? 'message one' : 'message');
				count++;
			}
		});
		dots.forEach((dot, k) => { dot.style.display = k < count ? '' : 'none'; });
		return count;
	}

	let shownClock = -1, shownStep = -1;

	function draw() {
		const clock = Math.floor(at), step = Math.floor(clock / meta.clocks), messages = showMessages();

		if (clock !== shownClock) {
			gates.forEach((g, i) => g.classList.toggle('one', bit('gate', clock, gates.length, i) === 1));
			wires.forEach((w, i) => w.classList.toggle('one', bit('wire', clock, wires.length, i) === 1));
			shownClock = clock;
			$('slider').value = clock;
			$('slider').setAttribute('aria-valuetext', `step ${step}, clock ${clock % meta.clocks}`);
		}
		if (step !== shownStep)
			showValues(step);
		shownStep = step;
		$('clock').textContent = `step ${grouped3(step)} of ${grouped3(meta.steps - 1)}, clock ${clock % meta.clocks} of ${meta.clocks}${meta.cycles > 1 ? `, delivery cycle ${clock % meta.clocks % meta.cycles}` : ''}`;
		const ones = gates.filter((_, i) => bit('gate', clock, gates.length, i)).length;

		$('say').textContent = playing ? '' : `${ones} of ${plural(gates.length, 'gate')} ${ones === 1 ? 'is' : 'are'} 1${meta.ways.length ? `; ${plural(messages, 'message')} under way` : ''}.`;
	}

	const go = to => {
		at = Math.max(0, Math.min(clocks - 1, to));
		draw();
	};

	function play(on) {
		playing = on;
		$('play').textContent = on ? 'Pause' : 'Play';
		if (!on) {
			go(Math.floor(at));
			return;
		}
		if (at >= clocks - 1)
			at = 0;
		before = performance.now();
		requestAnimationFrame(tick);
	}

	function tick(now) {
		if (!playing)
			return;
		at = Math.min(clocks - 1, at + Math.min(100, now - before) * +$('speed').value / 1000);
		before = now;
		draw();
		if (at >= clocks - 1)
			play(false);
		else
			requestAnimationFrame(tick);
	}

	const step = by => go(Math.floor(at) + by), keys = {
		' ': () => play(!playing), ArrowLeft: shift => step(shift ? -meta.clocks : -1), ArrowRight: shift => step(shift ? meta.clocks : 1),
		Home: () => go(0), End: () => go(clocks - 1), d: () => setTheme(!isDark()),
	};
	const follow = () => {
		const asked = new URLSearchParams(location.hash.slice(1));

		themeOfAddress();
		go(+(asked.get('step') ?? 0) * meta.clocks + +(asked.get('clock') ?? 0));
	};

	$('main').hidden = false;
	$('stage').append(svg);
	$('subtitle').textContent = `${meta.describe}; ${plural(gates.length, 'gate')}, steps of ${plural(meta.clocks, 'clock')}; seed ${result.seed}${result.passed === false ? '; FAILED' : ''}`;
	$('legend').textContent = `A square is a gate, with a strong rim one with a flip-flop; orange is 1. Lines are the wires of elements, which a value passes in a clock.${meta.ways.length ? ' A dot is a message between meshes, from its border to a register.' : ''} Values are of the device's model in C, whose outputs are those of the run. Arrows go a clock on, with shift a step.`;
	const cut = [];

	if (meta.steps < result.images[0].steps)
		cut.push(`the first ${plural(meta.steps, 'step')} of ${grouped3(result.images[0].steps)}`);
	if (meta.images > 1)
		cut.push(`the first image of ${meta.images}`);
	$('cut').hidden = cut.length === 0;
	$('cut').textContent = `This page plays ${cut.join(', and ')}.`;
	$('report').textContent = meta.report;
	$('json').textContent = $('result').textContent;
	$('parameters').textContent = meta.keys;
	$('foot').innerHTML = `<p><code>${html(meta.command)}</code></p><p>ftc ${html(meta.version)}, parameters' digest ${html(meta.digest)}.</p>`;
	svg.setAttribute('aria-label', `The device with ${plural(gates.length, 'gate')}: what shows stands below it.`);
	$('slider').max = Math.max(0, clocks - 1);
	$('slider').addEventListener('input', () => go(+$('slider').value));
	$('play').onclick = keys[' '];
	$('back').onclick = () => step(-1);
	$('forth').onclick = () => step(1);
	$('theme').onclick = keys.d;
	addEventListener('keydown', event => {
		const act = keys[event.key];

		if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT' || (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(event.target.tagName)))
			return;
		event.preventDefault();
		act(event.shiftKey);
	});
	addEventListener('hashchange', follow);
	follow();
	document.documentElement.dataset.ready = 'yes';
}

startDevice().catch(error => {
	document.body.insertAdjacentHTML('afterbegin', `<p class="stop">This page cannot show its run: ${html(error.message)}.</p>`);
	throw error;
});
