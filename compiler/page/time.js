/* time.js: the clock that shows, and how it moves: by itself, slot by slot, loss by loss or word by word. */
import { $, grouped3 } from './dom.js';
import { lossesOf, momentOf, stepAt } from './trails.js';

/* Milliseconds in which a slot passes at speed 1. */
const SLOT_TIME = 900;
export function makeTime(page) {
	const { run } = page, last = run.slots * run.slot - 1, time = { playing: false };
	let before = 0, shownSlot = -1;

	time.set = to => { page.clock = Math.max(0, Math.min(last, to)); };
	/* The middle of a slot. */
	time.go = slot => {
		time.set((Math.max(0, Math.min(run.slots - 1, slot)) + 0.5) * run.slot);
		page.draw();
	};
	time.step = slots => time.go(Math.floor(page.clock / run.slot) + slots);
	time.say = text => {
		const slot = Math.floor(page.clock / run.slot);

		$('clock').textContent = `slot ${grouped3(slot)} of ${grouped3(run.slots - 1)}, clock ${grouped3(Math.floor(page.clock))}${partsAt(run.trails, page.clock)}`;
		if (slot === shownSlot && time.playing)
			return;
		shownSlot = slot;
		$('slider').value = slot;
		$('slider').setAttribute('aria-valuetext', `slot ${slot}`);
		page.cards.cursor.moveTo(page.clock / (run.slots * run.slot));
		if (!time.playing)
			$('say').textContent = text;
	};

	function tick(now) {
		if (!time.playing)
			return;
		time.set(page.clock + Math.min(100, now - before) * +$('speed').value * run.slot / SLOT_TIME);
		before = now;
		page.draw();
		if (page.clock >= last)
			time.play(false);
		else
			requestAnimationFrame(tick);
	}

	time.play = on => {
		time.playing = on;
		$('play').textContent = on ? 'Pause' : 'Play';
		if (!on) {
			page.draw();
			return;
		}
		if (page.clock >= last)
			page.clock = 0;
		before = performance.now();
		requestAnimationFrame(tick);
	};
	time.faster = by => { $('speed').selectedIndex = Math.max(0, Math.min($('speed').options.length - 1, $('speed').selectedIndex + by)); };
	time.showWord = i => {
		time.set((run.start[i] + run.delivered[i]) / 2);
		page.choice.choose({ word: i });
	};
	time.nextLoss = by => nextLoss(page, by);
	time.nextWord = nextWordOf(page);
	return time;
}

/* "; round 3, stage 1, batch 0" */
function partsAt(trails, clock) {
	const step = trails?.parts.length ? stepAt(trails, clock) : -1;

	return step < 0 ? '' : `; ${trails.parts.map(({ name, of }) => `${name} ${of[step]}`).join(', ')}`;
}

/* The next or previous try that was lost, of those of what is chosen. */
function nextLoss({ run: { trails }, choice, time, clock, draw }, by) {
	if (!trails)
		return;
	const moment = (i, k) => trails.stores ? momentOf(trails, i, k) : trails.clock[trails.step[i]] + trails.lead.start + trails.lead.hop * trails.hops[i];
	let best = NaN;

	for (let i = 0; i < trails.count; i++) {
		if (trails.underWay(i) || !choice.has(trails.word[i] >= 0 ? trails.word[i] : -1 - i))
			continue;
		for (const k of lossesOf(trails, i)) {
			const at = moment(i, k);

			if (by > 0 ? at > clock + 1 && !(at >= best) : at < clock - 1 && !(at <= best))
				best = at;
		}
	}
	if (!Number.isNaN(best)) {
		time.set(best);
		draw();
	}
}

/* The word after or before the one chosen, of those of the same leaf, pair or link. */
function nextWordOf(page) {
	const { run } = page;
	let list = null;

	return by => {
		const now = page.choice.now;

		if (!now)
			return;
		if (!('word' in now))
			list = page.choice.words();
		else if (!list?.includes(now.word))
			list = run.from[run.source[now.word]];
		const at = 'word' in now ? list.indexOf(now.word) + by : list.findIndex(i => run.delivered[i] > page.clock), to = list[Math.max(0, Math.min(list.length - 1, at))];

		if (to !== undefined)
			page.time.showWord(to);
	};
}
